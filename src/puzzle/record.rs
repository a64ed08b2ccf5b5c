//! What files of puzzles hold beside the puzzles: authors, notes, games; how to read them and what
//! they can be written as.

use std::ops::Range;

use super::Puzzle;

/// A game that a file keeps with its puzzle: a solution, or a position on the way.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SavedGame {
    /// The line above it: `Solution 41/13`.
    pub title: Option<String>,
    /// The steps as they are written, without line breaks.
    pub steps: String,
    /// The lines below it.
    pub notes: String,
}

/// What a reader left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Omission {
    /// Rows of text that look like rows of a board and belong to no puzzle.
    Rows,
    /// Packed puzzles in a program whose table does not name them.
    Unlisted,
    /// Packed puzzles behind a gap that are the same as earlier ones.
    Copies,
}

/// What was left out of a text, how much of it, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// What it is.
    pub what: Omission,
    /// How many.
    pub count: usize,
    /// The byte at which the first of them begins.
    pub first: usize,
}

/// What a file says of a puzzle beside the puzzle itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Metadata {
    /// The text about the whole file; only its first puzzle has it.
    pub header: String,
    /// Who made the puzzle.
    pub author: Option<String>,
    /// Lines about the puzzle, separated by line feeds.
    pub notes: String,
    /// The games kept with it.
    pub games: Vec<SavedGame>,
    /// The byte of the text at which what is about this puzzle ends.
    pub end: usize,
    /// The bytes of a file that is no text, where the puzzle comes from one.
    pub bytes: Option<Range<usize>>,
    /// What of the whole text became no puzzle; only its first puzzle has it.
    pub left_out: Option<LeftOut>,
}

/// What is known of a text before it is read. The default knows nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReadOptions {
    /// The ending of the file, without the dot, in small letters.
    pub ending: Option<String>,
    /// The format, by name; it is not to be guessed then.
    pub format: Option<String>,
    /// The dialect, by name; it is not to be guessed then.
    pub dialect: Option<String>,
    /// Whether counts may differ that are equal in a legal puzzle.
    pub allow_unequal: bool,
    /// Where in a file that is no text the puzzles begin.
    pub offset: Option<usize>,
    /// Whether the text stands for bytes, a character each, and is none.
    pub is_binary: bool,
    /// Whether packed puzzles are read that the program around them does not use.
    pub keep_all: bool,
}

/// A format that files are written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Format {
    /// The word after `--to` and `--from`.
    pub name: &'static str,
    /// One line of help.
    pub summary: &'static str,
    /// The endings of files that mean this format and no other.
    pub endings: &'static [&'static str],
    /// Whether it is text, that may be shown on a terminal.
    pub is_text: bool,
    /// Whether it holds solutions.
    pub holds_solutions: bool,
}

/// A puzzle on its way to a file.
#[derive(Clone, Copy)]
pub struct PuzzleRecord<'a> {
    /// The puzzle.
    pub puzzle: &'a dyn Puzzle,
    /// What belongs to it.
    pub metadata: &'a Metadata,
    /// The flags after `; lurd:`.
    pub flags: &'a str,
}

/// What was written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Output {
    /// The file.
    pub bytes: Vec<u8>,
    /// What the format cannot hold, in words: `3 solutions`.
    pub losses: Vec<String>,
}
