//! Texts in, levels out, and back: one dialect or container a file.
//!
//! [`read`] takes a text of one or many levels. A format reads to a [`Grid`], what can be written
//! down; [`Level::from_grid`] turns that into what is legal, or says where it is not. [`write_as`]
//! writes levels in any of [`FORMATS`] and says what is lost in that.
//!
//! What a level may be: exactly one player; as many boxes as goals (or any numbers with leave); a room
//! around the player that is closed if boxes are taken away. Rooms, boxes, goals and floor outside of
//! it, boxes that nobody can reach, no box at all and a solved board are legal.

mod board_rows;
mod boards;
mod comment;
mod detect;
pub mod dialect;
mod format;
mod games;
mod grid;
mod keys;
mod left_out;
mod level_record;
mod lines;
mod listing;
mod metadata;
mod mz;
mod pusher_db;
pub mod pusher_packed;
mod pusher_scan;
mod pusher_table;
mod reader;
mod reading;
mod rle;
mod slc;
#[cfg(test)]
mod tests;
mod validate;

use crate::diagnostic::Diagnostic;
use crate::puzzle::{Format, Metadata, Output, ReadOptions};
use crate::sokoban::level::Level;

pub use format::FORMATS;
pub use grid::{Cell, Grid, MAX_HEIGHT, MAX_WIDTH, Row};
pub use pusher_scan::holds_packed_levels;
pub use reading::LevelEntry;
pub use rle::write_rle;
pub use validate::MAX_INSIDE;

pub use boards::add_to_sok;
use level_record::LevelRecord;

/// Reads every level in `text`, in order. Linear in its length.
///
/// # Errors
/// There is no level in it, or far too many. What is wrong with a single level stands in its entry.
pub fn read(text: &str) -> Result<Vec<LevelEntry>, Diagnostic> {
    read_with(text, &ReadOptions::default())
}

/// The same with what is known of the text.
///
/// # Errors
/// See [`read`]; letters that can be read in several ways.
pub fn read_with(text: &str, options: &ReadOptions) -> Result<Vec<LevelEntry>, Diagnostic> {
    let reading = detect::read(text, options, usize::MAX)?;
    let mut entries = reading.entries;
    if let Some(first) = entries.first_mut() {
        first.metadata.left_out = reading.left_out;
        return Ok(entries);
    }
    let message =
        if text.trim().is_empty() { "no level: the text is empty" } else { "no level in this text" };
    Err(Diagnostic::new(message).help(format!("a board is made of {}", dialect::XSB.legend)))
}

/// Whether `text`, typed so far, ends within a board that is not yet a level and may become one by
/// further rows. Linear in its length.
#[must_use]
pub fn wants_more(text: &str) -> bool {
    detect::read(text, &ReadOptions::default(), usize::MAX).is_ok_and(|reading| reading.unfinished)
}

/// Whether the first board in `text` has walls; nothing if there is no board.
#[must_use]
pub fn has_walls(text: &str) -> Option<bool> {
    match detect::read(text, &ReadOptions::default(), 1) {
        Ok(reading) => (!reading.entries.is_empty()).then_some(reading.has_wall),
        // Too many levels are levels, and so are those that can be read in several ways.
        Err(_) => Some(true),
    }
}

/// A level to be written, with what belongs to it and its flags.
pub type Sheet<'a> = (Level, &'a Metadata, &'a str);

/// Writes levels in one of [`FORMATS`].
///
/// # Errors
/// Why these levels cannot be written so, in words.
pub fn write_as(format: &Format, levels: Vec<Sheet<'_>>) -> Result<Output, String> {
    let leaves: Vec<LevelRecord<'_>> =
        levels.into_iter().map(|(level, metadata, flags)| LevelRecord { level, metadata, flags }).collect();
    match format.name {
        "xsb" => Ok(boards::write_xsb_file(&leaves)),
        "sok" => Ok(boards::write_sok(&leaves)),
        "slc" => Ok(slc::write(&leaves)),
        "rle" => Ok(boards::write_rle_file(&leaves)),
        "pusher" => listing::write_pusher(&leaves),
        "pusher-db" => pusher_db::write(&leaves),
        "pusher-bin" => pusher_db::write_bytes(&leaves),
        "school" => listing::write_school(&leaves),
        other => Err(format!("no level is written as {other}")),
    }
}
