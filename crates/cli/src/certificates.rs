//! `--certificate`: proofs of unsolvability in files.

use lurd_disk::names::path_of;
use lurd_engine::program::budget::{Limits, Statistics};
use lurd_engine::program::outcome::Stop;
use lurd_puzzle::catalog::Source;
use lurd_puzzle::puzzle::{CertificateVerdict, Puzzle, Unanswered};
use lurd_report as report;
use lurd_report::Subject;
use lurd_toolkit::{
    exit::Exit,
    files::read_text_at_most,
    verify::{certify, check},
};

use super::{app::App, registry::Outcome};

/// The most bytes of a certificate.
const MAX_CERTIFICATE: u64 = 256 << 20;

impl App {
    /// Writes the certificate of an unsolvable puzzle to the file of the flag, within what a search that used
    /// `used` left of its `limits`.
    pub(super) fn write_certificate(&self, path: &str, puzzle: &dyn Puzzle, limits: Limits, used: &Statistics) -> Exit {
        let made = self.watch(|cancel, observer| certify(puzzle, limits, used, cancel, observer));
        let why = match &made {
            Ok(text) => return self.write(path, text.as_bytes(), "certificate").err().unwrap_or_default(),
            Err(Unanswered::Stopped { stop: Stop::Limit(limit), .. }) => {
                format!("stopped at the {} limit", limit.describe())
            }
            Err(Unanswered::Stopped { .. }) => "interrupted".to_owned(),
            Err(unanswered) => return self.complain(&unanswered.to_string()).worst(Exit::of(&made)),
        };
        self.screen.note(&format!("note: no certificate: {why}"));
        Exit::of(&made)
    }

    /// Checks a certificate, and that it is about the puzzle given, if any.
    pub(super) fn verify_certificate(&self, path: &str, puzzles: &[String], limits: Limits, json: bool) -> Outcome {
        let named = self.text_of_puzzle(puzzles, json)?;
        let text = read_text_at_most(&path_of(path), MAX_CERTIFICATE);
        let text = text.map_err(|error| format!("cannot read '{}': {error}", report::escaped(path)));
        let text = self.accept(text)?;
        let checked = self.watch(|cancel, observer| check(&self.catalog, &text, limits, cancel, observer));
        let checked = checked.map_err(|diagnostic| {
            self.screen.note(&report::complaint(&diagnostic, Some(&Source::new(path, text))));
            Exit::Usage
        })?;
        let puzzle = checked.puzzle.as_ref();
        let verdict = if named.is_some_and(|named| named != puzzle.text()) {
            CertificateVerdict::Fails("the certificate is about another puzzle".to_owned())
        } else {
            checked.verdict
        };
        let name = puzzle.title().unwrap_or(path);
        let subject = Subject { name, reference: path, source: path, index: 1, puzzle };
        self.screen.result(&if json {
            report::certificate_line(&subject, &verdict)
        } else {
            report::certificate_text(&subject, &verdict)
        });
        Ok(match verdict {
            CertificateVerdict::Holds(_) => Exit::Good,
            CertificateVerdict::Fails(_) => Exit::No,
            CertificateVerdict::Stopped(Stop::Limit(_)) => Exit::GaveUp,
            CertificateVerdict::Stopped(_) => Exit::Interrupted,
        })
    }

    /// The text of the puzzle given with a certificate, if any.
    fn text_of_puzzle(&self, puzzles: &[String], json: bool) -> Result<Option<String>, Exit> {
        let [word] = puzzles else {
            let complaint = "verify --certificate FILE takes one PUZZLE or none";
            return if puzzles.is_empty() { Ok(None) } else { Err(self.complain(complaint)) };
        };
        let item = self.one_item(word, json)?;
        match &item.puzzle {
            Ok(puzzle) => Ok(Some(puzzle.text())),
            Err(_) => Err(self.refuse_item(&item, json)),
        }
    }
}
