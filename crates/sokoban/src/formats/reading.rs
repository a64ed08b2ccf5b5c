//! The levels read from a text, whatever its format, and their limits.

use std::ops::Range;

use crate::level::Level;
use lurd_puzzle::diagnostic::Diagnostic;
use lurd_puzzle::puzzle::{LeftOut, Metadata};

/// One level of a text, or what is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelEntry {
    /// The level, or a diagnostic whose place is in the whole text.
    pub level: Result<Level, Diagnostic>,
    /// The bytes of its board.
    pub place: Range<usize>,
    /// Its flags after `; lurd:`, those of the whole file first.
    pub flags: String,
    /// A note for the user.
    pub note: Option<String>,
    /// Everything else in the text that belongs to it.
    pub metadata: Metadata,
}

#[derive(Debug, Default)]
pub(super) struct Reading {
    pub(super) entries: Vec<LevelEntry>,
    pub(super) has_wall: bool,
    /// Whether the text ends within a board that further rows can make legal.
    pub(super) unfinished: bool,
    /// The number of letters of the first board that do not belong to the dialect.
    pub(super) foreign_letters: usize,
    pub(super) left_out: Option<LeftOut>,
}

/// Options of the reader of a format.
#[derive(Clone, Copy, Debug)]
pub(super) struct ContainerOptions {
    /// Whether the numbers of boxes and goals may differ.
    pub(super) allow_unequal: bool,
    /// The number of levels after which to stop.
    pub(super) max_levels: usize,
    /// Whether to read packed levels that the program around them does not use.
    pub(super) keep_all: bool,
    /// The byte of a binary file at which the levels begin.
    pub(super) offset: Option<usize>,
}

impl ContainerOptions {
    /// All levels, with equal numbers of boxes and goals.
    pub(super) const ALL: Self =
        Self { allow_unequal: false, max_levels: usize::MAX, keep_all: false, offset: None };
}

/// The maximum number of levels in a text.
pub(super) const MAX_LEVELS: usize = 100_000;
/// The maximum number of squares of all levels in a text together. A short text can describe large boards.
pub(super) const MAX_SQUARES: usize = 30_000_000;

/// The error for a text that exceeds [`MAX_LEVELS`] or [`MAX_SQUARES`] at `place`.
pub(super) fn too_many(place: Range<usize>) -> Diagnostic {
    Diagnostic::new("too many levels in one text")
        .at(place, "from here on")
        .help(format!("split the file: at most {MAX_LEVELS} levels with {MAX_SQUARES} squares are supported"))
}
