//! What a text of levels holds, whatever its format, and how much that may be.

use std::ops::Range;

use crate::diagnostic::Diagnostic;
use crate::puzzle::{LeftOut, Metadata};
use crate::sokoban::level::Level;

/// One level of a text, or what is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelEntry {
    /// The level, or the complaint (its places are bytes of the whole text).
    pub level: Result<Level, Diagnostic>,
    /// The bytes of its board.
    pub place: Range<usize>,
    /// The flags after `; lurd:` that are meant for it, of the whole file first.
    pub flags: String,
    /// What a reader should be told.
    pub note: Option<String>,
    /// What else the text says of it.
    pub metadata: Metadata,
}

/// What was found in a text.
#[derive(Debug, Default)]
pub(super) struct Reading {
    /// Its levels, in order.
    pub(super) entries: Vec<LevelEntry>,
    /// Whether one of them has a wall.
    pub(super) has_wall: bool,
    /// Whether the text ends within a board that further rows may make legal.
    pub(super) unfinished: bool,
    /// How many letters of the first board are none of this dialect.
    pub(super) strange: usize,
    /// What became no level.
    pub(super) left_out: Option<LeftOut>,
}

/// How to read.
#[derive(Clone, Copy, Debug)]
pub(super) struct ContainerOptions {
    /// Whether boxes and goals may differ in number.
    pub(super) allow_unequal: bool,
    /// How many levels to read.
    pub(super) most: usize,
    /// Whether packed levels count that a program does not use.
    pub(super) keep_all: bool,
}

impl ContainerOptions {
    /// Everything that is legal.
    pub(super) const ALL: Self = Self { allow_unequal: false, most: usize::MAX, keep_all: false };
}

/// The most levels of one text.
pub(super) const MAX_LEVELS: usize = 100_000;
/// The most squares of all levels of one text together. A short text can describe large boards.
pub(super) const MAX_SQUARES: usize = 30_000_000;

/// More than a text may hold.
pub(super) fn too_many(place: Range<usize>) -> Diagnostic {
    Diagnostic::new("too many levels in one text")
        .at(place, "from here on")
        .help(format!("at most {MAX_LEVELS} levels and {MAX_SQUARES} squares; split the file"))
}
