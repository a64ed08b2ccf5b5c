//! The type of a row of the table of formats.

use crate::formats::dialect::Dialect;
use crate::formats::level_record::LevelRecord;
use crate::formats::reading::{ContainerOptions, Reading};
use lurd_puzzle::diagnostic::Diagnostic;
use lurd_puzzle::puzzle::{CannotWrite, Format, Output};

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
