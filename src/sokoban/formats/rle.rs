//! A board a line, with counts before letters: `5#|#@$.#|5#`. Floor is `-`, which survives mail.
//! Sinks: sokobano.de; the manual of YSokoban.

use crate::sokoban::level::Level;
use crate::sokoban::notation::run_length;
use crate::sokoban::xsb;

/// The board on one line.
#[must_use]
pub fn write_rle(level: &Level) -> String {
    let rows = xsb::rows(level).into_iter().map(|row| row.replace(' ', "-"));
    rows.map(|row| run_length::shorten(row.as_bytes(), 2)).collect::<Vec<_>>().join("|")
}
