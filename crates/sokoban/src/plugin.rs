//! The plug-in: recognises, reads and writes levels.

use lurd_engine::program::budget::Budget;
use lurd_puzzle::diagnostic::Diagnostic;
use lurd_puzzle::puzzle::{
    CannotWrite, CellRole, CertificateVerdict, Checked, Confidence, Draft, DraftError, Ending, Format, GenerateOptions,
    NextRow, OnGenerated, Output, Plugin, Puzzle, PuzzleEntry, PuzzleRecord, ReadOptions, SavedGame,
};

use super::{certificate::Certificate, editor::SokobanDraft, puzzle::SokobanPuzzle};
use crate::{
    formats::{self, LevelRecord},
    generate,
    level::Level,
    puzzle::{self, NAME},
};

/// The Sokoban plug-in.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sokoban;

impl Plugin for Sokoban {
    fn name(&self) -> &'static str {
        NAME
    }

    fn summary(&self) -> &'static str {
        "push every box onto a goal"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["xsb", "txt", "sok", "slc", "rle"]
    }

    fn example(&self) -> &'static str {
        "#####|#@$.#|#####"
    }

    fn confidence(&self, text: &str) -> Confidence {
        formats::confidence(text)
    }

    fn is_sure(&self, text: &str) -> bool {
        formats::of_first_board(text) == Some(Confidence::Sure)
    }

    fn cell_roles(&self, text: &str) -> Vec<CellRole> {
        text.chars().map(puzzle::cell_role).collect()
    }

    fn read(&self, text: &str) -> Result<Vec<PuzzleEntry>, Diagnostic> {
        self.read_with(text, &ReadOptions::default())
    }

    fn read_with(&self, text: &str, options: &ReadOptions) -> Result<Vec<PuzzleEntry>, Diagnostic> {
        let entry = |entry: formats::LevelEntry| PuzzleEntry {
            puzzle: entry.level.map(|level| Box::new(SokobanPuzzle::new(level)) as Box<dyn Puzzle>).map_err(Box::new),
            place: entry.place,
            flags: entry.flags,
            note: entry.note,
            metadata: entry.metadata,
        };
        let mut entries: Vec<_> = formats::read_with(text, options)?.into_iter().map(entry).collect();
        // They are smaller than the levels, in whose memory they are.
        entries.shrink_to_fit();
        Ok(entries)
    }

    fn claims_bytes(&self, bytes: &[u8]) -> bool {
        formats::claims_bytes(bytes)
    }

    fn formats(&self) -> &'static [Format] {
        formats::FORMATS
    }

    fn dialects(&self) -> &'static [&'static str] {
        &formats::dialect::NAMES
    }

    fn knows_dialect(&self, name: &str) -> bool {
        formats::is_dialect(name)
    }

    fn write(&self, format: &Format, records: &[PuzzleRecord<'_>]) -> Result<Output, CannotWrite> {
        let levels = records.iter().map(level_record).collect::<Result<Vec<_>, CannotWrite>>()?;
        formats::write_as(format, &levels)
    }

    fn game(&self, puzzle: &dyn Puzzle, steps: &str, is_solution: bool) -> SavedGame {
        let replay = lurd_puzzle::puzzle::StepText::words(puzzle, steps);
        let values: Vec<String> =
            puzzle.metrics(&replay).iter().take(5).map(|metric| metric.value.to_string()).collect();
        // As in JSoko: moves, pushes, box lines, box changes, pushing sessions.
        let title = if is_solution { format!("Solution {}", values.join("/")) } else { "Snapshot".to_owned() };
        SavedGame { title: Some(title), steps: steps.to_owned(), ..SavedGame::default() }
    }

    fn add(
        &self,
        text: &str,
        known: Option<&PuzzleEntry>,
        record: &PuzzleRecord<'_>,
        game: Option<&SavedGame>,
    ) -> Result<String, CannotWrite> {
        let level = level_record(record)?.level;
        Ok(formats::add_to_sok(
            text,
            known.map(|entry| entry.metadata.end.max(entry.place.end)),
            &level,
            record.metadata,
            game,
        ))
    }

    #[cfg(feature = "commands")]
    fn generate(
        &self,
        options: &GenerateOptions,
        budget: &mut Budget<'_>,
        on_each: &mut OnGenerated<'_>,
    ) -> Ending<()> {
        generate::generate(options, budget, on_each)
    }

    fn wants_more(&self, text: &str) -> bool {
        formats::typed_so_far(text).is_some()
    }

    fn next_row(&self, text: &str) -> Option<NextRow> {
        let taken_for = formats::typed_so_far(text)?;
        Some(NextRow::Expected { taken_for, form: self.example().to_owned() })
    }

    #[cfg(feature = "commands")]
    fn check_certificate(&self, text: &str, budget: &mut Budget<'_>) -> Option<Result<Checked, Diagnostic>> {
        if !Certificate::is_one(text) {
            return None;
        }
        let ask = &mut |bytes| budget.check_now().and_then(|()| budget.grow(bytes));
        let (certificate, read) = match Certificate::read_within(text, ask) {
            Ok(read) => read,
            Err(wrong) => return Some(Err(wrong)),
        };
        let verdict = match read.and_then(|()| certificate.check_within(ask)) {
            Ok(Ok(())) => CertificateVerdict::Holds(certificate.patterns.len()),
            Ok(Err(flaw)) => CertificateVerdict::Fails(flaw.to_string()),
            Err(stop) => CertificateVerdict::Stopped(stop),
        };
        Some(Ok(Checked { puzzle: Box::new(SokobanPuzzle::new(certificate.level)), verdict }))
    }

    fn blank(&self, size: Option<(usize, usize)>) -> Result<Box<dyn Draft>, DraftError> {
        Ok(Box::new(SokobanDraft::blank(size)?))
    }

    fn draft(&self, text: &str) -> Option<Box<dyn Draft>> {
        Some(Box::new(SokobanDraft::of_text(text)?))
    }
}

/// A record with its level, read back from the text of its puzzle. The numbers of boxes and goals may differ.
fn level_record<'a>(record: &PuzzleRecord<'a>) -> Result<LevelRecord<'a>, CannotWrite> {
    let options =
        ReadOptions { dialect: Some("xsb".to_owned()), allow_unequal: true, exact: true, ..ReadOptions::default() };
    let entries = formats::read_with(&record.puzzle.text(), &options).ok();
    let level = entries.and_then(|mut entries| entries.pop()?.level.ok());
    let level = level.ok_or("this is not a Sokoban level")?;
    let level = Level { title: record.puzzle.title().map(str::to_owned), ..level };
    Ok(LevelRecord { level, metadata: record.metadata, flags: record.flags })
}
