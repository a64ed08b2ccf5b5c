//! `--certificate`: what proves that there is no solution, in a file.

use std::path::Path;

use super::app::{App, Call};
use super::cli::Order;
use crate::budget::{Limits, Statistics};
use crate::catalog::{Source, text_of};
use crate::outcome::Stop;
use crate::puzzle::{Certified, Puzzle};
use crate::report::{self, Subject};
use crate::toolkit::certificate::{certify, check};
use crate::toolkit::exit::Exit;
use crate::toolkit::files::write_beside;

impl App {
    /// Writes the certificate of a puzzle that has no solution to the file that the flag names, with what
    /// the search that took `used` has left of its `limits`.
    pub(super) fn write_certificate(
        &self,
        order: &Order,
        puzzle: &dyn Puzzle,
        limits: Limits,
        used: &Statistics,
    ) -> Exit {
        let Some(path) = order.flag("certificate") else { return Exit::Good };
        let mut line = self.status_line();
        let made = self.signals.during(|| certify(puzzle, limits, used, &self.signals.cancel, &mut line));
        drop(line);
        let why = match made {
            Certified::Text(text) => {
                return match write_beside(Path::new(path), text.as_bytes()) {
                    Ok(()) => {
                        self.screen.note(&format!("certificate written to {}", report::escaped(path)));
                        Exit::Good
                    }
                    Err(message) => self.complain(&message),
                };
            }
            Certified::Unsupported(why) => return self.complain(&why),
            Certified::Solvable => "a solution was found; this is a bug of lurd".to_owned(),
            Certified::Stopped(Stop::Limit(limit)) => format!("the {} limit came first", limit.in_words()),
            Certified::Stopped(_) => "interrupted".to_owned(),
        };
        self.screen.note(&format!("note: no certificate: {why}"));
        match made {
            Certified::Stopped(Stop::Limit(_)) => Exit::GaveUp,
            Certified::Stopped(_) => Exit::Interrupted,
            _ => Exit::Internal,
        }
    }

    /// Checks a certificate, and that it is about the puzzle that is named, if one is.
    pub(super) fn verify_certificate(&self, call: &Call<'_>, path: &str) -> Exit {
        let text = match std::fs::read(path).map(text_of) {
            Ok(Some(text)) => text,
            Ok(None) => return self.complain(&format!("'{}' is no text", report::escaped(path))),
            Err(error) => return self.complain(&format!("cannot read '{}': {error}", report::escaped(path))),
        };
        let checked = match check(&self.catalog, &text) {
            Ok(checked) => checked,
            Err(diagnostic) => {
                self.screen.note(&report::complaint(&diagnostic, Some(&Source::new(path, text))));
                return Exit::Usage;
            }
        };
        let mut verdict = checked.verdict;
        match call.arguments.as_slice() {
            [] => {}
            [typed] => match self.catalog.resolve(typed) {
                Ok(items) => {
                    let wanted = checked.puzzle.text();
                    let text = |item: &crate::catalog::Item| item.puzzle.as_ref().ok().map(|it| it.text());
                    if !matches!(items.as_slice(), [item] if text(item).is_some_and(|text| text == wanted)) {
                        verdict = Err("it is about another puzzle".to_owned());
                    }
                }
                Err(error) => return self.refuse(&error, self.is_on(call.order, "json")),
            },
            _ => return self.complain("verify --certificate FILE takes one PUZZLE or none"),
        }
        let puzzle = checked.puzzle.as_ref();
        let name = puzzle.title().unwrap_or(path);
        let subject = Subject { name, reference: path, source: path, index: 1, puzzle };
        self.screen.result(&if self.is_on(call.order, "json") {
            report::certificate_line(&subject, &verdict)
        } else {
            report::certificate_text(&subject, &verdict)
        });
        if verdict.is_ok() { Exit::Good } else { Exit::No }
    }
}
