//! The plug-in: reading, writing and drawing shifters.

use lurd_engine::program::budget::Budget;
use lurd_puzzle::diagnostic::Diagnostic;
use lurd_puzzle::puzzle::{
    CannotWrite, CellRole, Confidence, Draft, DraftError, Ending, Format, GenerateOptions, NextRow, OnGenerated,
    Output, Plugin, PuzzleEntry, PuzzleRecord, SavedGame,
};

use super::{
    generate,
    instance::NAME,
    notation::{games, reader, rows, tokens},
    play::draft::ShifterDraft,
};

/// The one format that is written.
const FORMATS: &[Format] = &[Format {
    name: "shift",
    summary: "boards of a shifter, source and target, with solutions",
    extensions: &["shift"],
    is_text: true,
    holds_solutions: true,
}];

/// The plug-in for the row/column shifter.
#[derive(Clone, Copy, Debug, Default)]
pub struct Shifter;

impl Plugin for Shifter {
    fn name(&self) -> &'static str {
        NAME
    }

    fn summary(&self) -> &'static str {
        "shift rows and columns, cyclically, until the board looks like the target"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["shift"]
    }

    fn example(&self) -> &'static str {
        "1221/3443/3443/2442 -> 4342/3124/4243/2431"
    }

    fn confidence(&self, text: &str) -> Confidence {
        reader::confidence(text)
    }

    fn is_sure(&self, text: &str) -> bool {
        reader::is_sure(text)
    }

    fn cell_roles(&self, text: &str) -> Vec<CellRole> {
        rows::roles(text)
    }

    fn read(&self, text: &str) -> Result<Vec<PuzzleEntry>, Diagnostic> {
        reader::read(text)
    }

    fn formats(&self) -> &'static [Format] {
        FORMATS
    }

    fn write(&self, _: &Format, records: &[PuzzleRecord<'_>]) -> Result<Output, CannotWrite> {
        let record = |record: &PuzzleRecord<'_>| {
            let games: String = record.metadata.games.iter().map(games::write).collect();
            let below = games::write_notes(&record.metadata.notes) + &games;
            let header = match games::write_notes(&record.metadata.header) {
                header if header.is_empty() => header,
                header => header + "\n",
            };
            let flags = match record.flags.trim() {
                "" => String::new(),
                flags => format!("; lurd: {flags}\n"),
            };
            header + &flags + &record.puzzle.text() + &below
        };
        let text = records.iter().map(record).collect::<Vec<_>>().join("\n");
        let authors = records.iter().filter(|record| record.metadata.author.is_some()).count();
        let losses = if authors > 0 { vec![tokens::counted(authors, "author")] } else { Vec::new() };
        Ok(Output { bytes: text.into_bytes(), losses })
    }

    fn add(
        &self,
        text: &str,
        known: Option<&PuzzleEntry>,
        record: &PuzzleRecord<'_>,
        game: Option<&SavedGame>,
    ) -> Result<String, CannotWrite> {
        let new = |text: &str| {
            let between = match text {
                "" => "",
                text if text.ends_with('\n') => "\n",
                _ => "\n\n",
            };
            format!("{text}{between}{}", record.puzzle.text())
        };
        Ok(match (known, game) {
            (Some(known), Some(game)) => games::add(text, known.metadata.end.max(known.place.end), game),
            (Some(_), None) => text.to_owned(),
            (None, Some(game)) => new(text) + &games::write(game),
            (None, None) => new(text),
        })
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
        reader::wants_more(text)
    }

    #[cfg(feature = "commands")]
    fn next_row(&self, text: &str) -> Option<NextRow> {
        rows::next_row(text)
    }

    fn blank(&self, size: Option<(usize, usize)>) -> Result<Box<dyn Draft>, DraftError> {
        Ok(Box::new(ShifterDraft::blank(size)?))
    }

    fn draft(&self, text: &str) -> Option<Box<dyn Draft>> {
        Some(Box::new(ShifterDraft::of_text(text)?))
    }
}
