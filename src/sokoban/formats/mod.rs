//! Texts in, levels out: one dialect or container a file.
//!
//! [`read`] takes a text of one or many levels. A format reads to a [`Grid`], what can be written
//! down; [`Level::from_grid`] turns that into what is legal, or says where it is not.

mod alphabet;
mod detect;
mod grid;
mod legal;
mod lines;
mod pusher;
pub mod pusher_packed;
mod reader;
#[cfg(test)]
mod tests;
mod xsb;

use crate::diagnostic::Diagnostic;
#[expect(unused_imports, reason = "named in the documentation")]
use crate::sokoban::Level;

pub use grid::{Cell, Grid, MAX_HEIGHT, MAX_WIDTH, Row, Square};
pub use legal::MAX_INSIDE;
pub use reader::LevelEntry;
pub use xsb::{letter, write_line, write_xsb};

/// Reads every level in `text`, in order. Linear in its length.
///
/// # Errors
/// There is no level in it, or far too many. What is wrong with a single level stands in its entry.
pub fn read(text: &str) -> Result<Vec<LevelEntry>, Diagnostic> {
    let entries = detect::read(text)?.entries;
    if !entries.is_empty() {
        return Ok(entries);
    }
    let message =
        if text.trim().is_empty() { "no level: the text is empty" } else { "no level in this text" };
    Err(Diagnostic::new(message).help(xsb::ALPHABET.legend))
}

/// Whether `text`, typed so far, ends within a board that is not yet a level and may become one by
/// further rows. Linear in its length.
#[must_use]
pub fn wants_more(text: &str) -> bool {
    detect::read(text).is_ok_and(|reading| reading.unfinished)
}

/// Whether a board in `text` has walls; nothing if there is no board.
#[must_use]
pub fn has_walls(text: &str) -> Option<bool> {
    match detect::read(text) {
        Ok(reading) => (!reading.entries.is_empty()).then_some(reading.has_wall),
        // Too many levels are levels.
        Err(_) => Some(true),
    }
}
