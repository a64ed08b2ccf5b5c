//! A kind of puzzle.

use std::ops::Range;

use super::cell_role::CellRole;
use super::certificate::CertificateVerdict;
use super::draft::Draft;
use super::errors::{CannotWrite, DraftError};
use super::format::{Format, Output, PuzzleRecord, ReadOptions};
use super::generate::{GenerateOptions, NotGenerated, OnGenerated};
use super::metadata::{Metadata, SavedGame};
use super::puzzle::Puzzle;
use crate::diagnostic::Diagnostic;
use lurd_engine::budget::Budget;

/// How certain it is that a text contains puzzles of a plug-in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Claim {
    /// The text contains none.
    No,
    /// The text can be read as one.
    Maybe,
    /// The text certainly contains one.
    Sure,
}

/// One puzzle of a text, or the error in it.
pub struct Entry {
    /// The puzzle, or a diagnostic whose place is in the whole text.
    pub puzzle: Result<Box<dyn Puzzle>, Diagnostic>,
    /// The bytes of the whole text it was read from.
    pub place: Range<usize>,
    /// The flags after `; lurd:` in the text before it.
    pub flags: String,
    /// A note for the user, for example which dialect was assumed.
    pub note: Option<String>,
    /// Everything else in the text that belongs to it.
    pub metadata: Metadata,
}

/// A certificate that was checked.
pub struct Checked {
    /// The puzzle that the certificate is about.
    pub puzzle: Box<dyn Puzzle>,
    /// Whether the certificate proves that the puzzle has no solution.
    pub verdict: CertificateVerdict,
}

/// A kind of puzzle: recognizes, reads and writes texts.
pub trait Plugin: Send + Sync {
    /// The name in `--json` and in messages: `sokoban`.
    fn name(&self) -> &'static str;

    /// One line for help.
    fn summary(&self) -> &'static str;

    /// The file extensions of its puzzles, without the dot.
    fn extensions(&self) -> &'static [&'static str];

    /// A puzzle as it may be typed, for help.
    fn example(&self) -> &'static str;

    /// Whether `text` looks like one of its puzzles.
    fn claims(&self, text: &str) -> Claim;

    /// The role of a letter of a typed board.
    fn cell_role(&self, letter: char) -> CellRole {
        let _ = letter;
        CellRole::Plain
    }

    /// Reads every puzzle in `text`. A puzzle that is accepted here never causes a panic later.
    ///
    /// # Errors
    /// The text as a whole holds no puzzle of this kind.
    fn read(&self, text: &str) -> Result<Vec<Entry>, Diagnostic>;

    /// [`Plugin::read`] with options, for plug-ins that have formats or dialects.
    ///
    /// # Errors
    /// As [`Plugin::read`].
    fn read_with(&self, text: &str, _options: &ReadOptions) -> Result<Vec<Entry>, Diagnostic> {
        self.read(text)
    }

    /// Whether a binary file holds its puzzles.
    fn claims_bytes(&self, _bytes: &[u8]) -> bool {
        false
    }

    /// The formats that it reads and writes.
    fn formats(&self) -> &'static [Format] {
        &[]
    }

    /// The formats that it only writes, for other programs.
    fn export_formats(&self) -> &'static [Format] {
        &[]
    }

    /// The names of the alphabets of its puzzles, if there are several.
    fn dialects(&self) -> &'static [&'static str] {
        &[]
    }

    /// Writes puzzles of this kind in one of [`Plugin::formats`] or [`Plugin::export_formats`].
    ///
    /// # Errors
    /// The format cannot represent one of these puzzles.
    fn write(&self, format: &Format, _records: &[PuzzleRecord<'_>]) -> Result<Output, CannotWrite> {
        Err(format!("a {} puzzle cannot be written as {}", self.name(), format.name).into())
    }

    /// A game as it is saved with a puzzle: the steps, and a title (`Solution` or `Snapshot`).
    fn game(&self, _puzzle: &dyn Puzzle, steps: &str, is_solution: bool) -> SavedGame {
        let title = if is_solution { "Solution" } else { "Snapshot" };
        SavedGame { title: Some(title.to_owned()), steps: steps.to_owned(), ..SavedGame::default() }
    }

    /// Adds a game to a text in the format that holds solutions: to the entry `known` of that text, or, with
    /// the puzzle of `record`, at the end. Everything else is unchanged.
    ///
    /// # Errors
    /// This kind of puzzle has no such format.
    fn add(
        &self,
        _text: &str,
        _known: Option<&Entry>,
        _record: &PuzzleRecord<'_>,
        _game: Option<&SavedGame>,
    ) -> Result<String, CannotWrite> {
        Err(format!("there is no file format for solutions of {} puzzles", self.name()).into())
    }

    /// Checks a certificate by the plain rules, without any search, within `budget`; `None` if `text` is not
    /// a certificate of this plug-in.
    fn check_certificate(&self, text: &str, budget: &mut Budget<'_>) -> Option<Result<Checked, Diagnostic>> {
        let _ = (text, budget);
        None
    }

    /// The styles of [`GenerateOptions::style`]; empty if there is nothing to choose.
    fn styles(&self) -> &'static [&'static str] {
        &[]
    }

    /// Generates puzzles, and passes each to `on_each` as soon as it is done. Equal options give equal puzzles
    /// in the same order, on any machine.
    ///
    /// # Errors
    /// This kind of puzzle cannot be generated, no puzzle meets the options, or the budget stopped the
    /// generator. Puzzles that were already passed to `on_each` are valid.
    fn generate(
        &self,
        options: &GenerateOptions,
        budget: &mut Budget<'_>,
        on_each: &mut OnGenerated<'_>,
    ) -> Result<(), NotGenerated> {
        let _ = (options, budget, on_each);
        Err(NotGenerated::Refused(format!("{} puzzles cannot be generated", self.name()).into()))
    }

    /// Whether `text`, typed so far, is the beginning of a puzzle that needs further lines. By default
    /// a puzzle is one line.
    fn wants_more(&self, text: &str) -> bool {
        let _ = text;
        false
    }

    /// An empty board of `size` (columns, rows), or of the default size.
    ///
    /// # Errors
    /// There is no board of that size, or this kind of puzzle cannot be drawn.
    fn blank(&self, size: Option<(usize, usize)>) -> Result<Box<dyn Draft>, DraftError> {
        let _ = size;
        Err(format!("{} puzzles cannot be drawn", self.name()).into())
    }

    /// The draft that `text` shows, whether or not it is a legal puzzle.
    fn draft(&self, text: &str) -> Option<Box<dyn Draft>> {
        let _ = text;
        None
    }
}
