//! A board a line, with counts before letters: `5#|#@$.#|5#`. Floor is `-`, which survives mail.
//! Sources: sokobano.de; the manual of YSokoban.

use super::leaf::Leaf;
use super::xsb;
use crate::puzzle::Written;
use crate::sokoban::{Level, repeats};

/// The board on one line.
#[must_use]
pub fn write_rle(level: &Level) -> String {
    let rows = xsb::rows(level).into_iter().map(|row| row.replace(' ', "-"));
    rows.map(|row| repeats::shorten(row.as_bytes(), 2)).collect::<Vec<_>>().join("|")
}

/// A file of such lines under their titles.
pub(super) fn write(leaves: &[Leaf<'_>]) -> Written {
    let mut text = String::new();
    for leaf in leaves {
        if !text.is_empty() {
            text.push('\n');
        }
        if let Some(title) = leaf.level.title() {
            text.push_str("; ");
            text.push_str(title);
            text.push_str("\n\n");
        }
        let line = write_rle(&leaf.level);
        text.push_str(&line);
        text.push('\n');
    }
    let losses = Leaf::losses(leaves, &["header", "authors", "notes", "games", "flags"]);
    Written { bytes: text.into_bytes(), losses }
}
