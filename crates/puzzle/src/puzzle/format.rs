//! File formats: their descriptions, and options to read and write them.

use super::metadata::Metadata;
use super::puzzle::Puzzle;

/// What is known about a text before it is read; nothing by default.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReadOptions {
    /// The extension of the file, without the dot, in lower case.
    pub ending: Option<String>,
    /// The name of the format, which is then not detected.
    pub format: Option<String>,
    /// The name of the dialect, which is then not detected.
    pub dialect: Option<String>,
    /// Whether to accept puzzles with unequal numbers of boxes and goals, or the like.
    pub allow_unequal: bool,
    /// The byte of a binary file at which the puzzles begin.
    pub offset: Option<usize>,
    /// Whether the text stands for the bytes of a binary file, one character for each.
    pub is_binary: bool,
    /// Whether to read packed puzzles that the program around them does not use.
    pub keep_all: bool,
}

/// The description of a file format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Format {
    /// The value of `--to` and `--from`.
    pub name: &'static str,
    /// One line of help.
    pub summary: &'static str,
    /// The file extensions that belong to this format only.
    pub endings: &'static [&'static str],
    /// Whether it is text, which can be shown on a terminal.
    pub is_text: bool,
    /// Whether it holds solutions.
    pub holds_solutions: bool,
}

/// A puzzle to be written to a file.
#[derive(Clone, Copy)]
pub struct PuzzleRecord<'a> {
    /// The puzzle.
    pub puzzle: &'a dyn Puzzle,
    /// The metadata to write with it.
    pub metadata: &'a Metadata,
    /// The flags after `; lurd:`.
    pub flags: &'a str,
}

/// A written file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Output {
    /// The contents of the file.
    pub bytes: Vec<u8>,
    /// The data that the format cannot represent, as noun phrases: `3 solutions`.
    pub losses: Vec<String>,
}
