//! The type of a row of the table of formats.

use crate::diagnostic::Diagnostic;
use crate::puzzle::{CannotWrite, Format, Output};
use crate::sokoban::formats::dialect::Dialect;
use crate::sokoban::formats::level_record::LevelRecord;
use crate::sokoban::formats::reading::{ContainerOptions, Reading};

/// A format: its description, how it is recognized and read, and how it is written.
#[derive(Debug)]
pub(super) struct FormatRow {
    pub(super) format: Format,
    pub(super) container: Container,
    pub(super) write: fn(&[LevelRecord<'_>]) -> Result<Output, CannotWrite>,
}

/// The kind of file that a format is, with its reader.
#[derive(Clone, Copy, Debug)]
pub(super) enum Container {
    /// Boards among text, by default in this dialect. Recognized by the boards.
    Boards(&'static Dialect),
    /// Any other text.
    Text {
        /// Whether a text begins like this format.
        claims: fn(&str) -> bool,
        read: fn(&str, ContainerOptions) -> Result<Reading, Diagnostic>,
    },
    Bytes {
        /// Whether a file holds levels in this format.
        claims: fn(&[u8]) -> bool,
        /// Reads the bytes that the characters of a text stand for.
        read: fn(&str, ContainerOptions) -> Result<Reading, Diagnostic>,
    },
}
