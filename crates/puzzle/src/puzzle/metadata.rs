//! Data in files in addition to the puzzles: authors, notes, games.

use std::ops::Range;

/// A game that is saved with its puzzle: a solution, or an unfinished game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SavedGame {
    /// The line above it: `Solution 41/13`.
    pub title: Option<String>,
    /// The steps as written, without line breaks.
    pub steps: String,
    /// The lines below it.
    pub notes: String,
}

/// A kind of data that a reader left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Omission {
    /// Lines that look like rows of a board and belong to no puzzle.
    Rows,
    /// Packed puzzles in a program that its table does not list.
    Unlisted,
    /// Packed puzzles that repeat earlier ones and do not follow them directly.
    Copies,
}

/// What a reader left out of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// The kind of data.
    pub what: Omission,
    /// How many.
    pub count: usize,
    /// The byte at which the first of them begins.
    pub first: usize,
}

/// The data about a puzzle in a file, in addition to the puzzle itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Metadata {
    /// The text about the whole file; only the file's first puzzle has it.
    pub header: String,
    /// The author of the puzzle.
    pub author: Option<String>,
    /// Lines about the puzzle, separated by line feeds.
    pub notes: String,
    /// The games saved with it.
    pub games: Vec<SavedGame>,
    /// The end, in bytes of the text, of everything that belongs to the puzzle.
    pub end: usize,
    /// The bytes of a binary file that the puzzle was read from.
    pub bytes: Option<Range<usize>>,
    /// What was left out of the whole text; only the text's first puzzle has it.
    pub left_out: Option<LeftOut>,
}
