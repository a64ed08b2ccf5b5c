//! Every way to write a shifter down.
//!
//! A text is read line by line. Lines that begin a puzzle are `source:` (a board, then `target:` and
//! a board), a line with `->` (the board that ends there, then the board after it) and the game ids
//! of Sixteen. In a target `?` is any tile. After a target `locked: row 0, columns 2 3` names lines
//! that cannot be shifted. Lines that begin with `;` are comments, `; lurd: FLAGS` and games (`; solution: ..`)
//! among them. Of other lines, the last before a puzzle is its title. A puzzle that cannot be read does not keep the next one
//! from being read.
//!
//! - `reader`: line by line, puzzle by puzzle
//! - `scan`, `words`: one board, from characters to tiles
//! - `build`: two boards that fit together
//! - `locked`: the lines that cannot be shifted
//! - `sixteen`: game ids; `games`: what is kept with a puzzle

mod build;
pub(super) mod games;
mod locked;
mod reader;
mod scan;
mod sixteen;
#[cfg(test)]
mod tests;
mod words;

use self::reader::Reader;
use self::words::{keyword, row_width};
#[cfg(test)]
use super::puzzle::ShifterPuzzle;
use crate::diagnostic::Diagnostic;
use crate::puzzle::{Claim, Entry};

/// Reads all puzzles in `text`.
pub(super) fn read(text: &str) -> Result<Vec<Entry>, Diagnostic> {
    let mut reader = Reader::new(text);
    reader.run();
    reader.finish()
}

/// Whether more text could complete the last puzzle of `text`. Two blank lines at the end say that
/// no more will come.
pub(super) fn wants_more(text: &str) -> bool {
    let mut last = text.rsplit('\n').map(str::trim);
    if last.next() == Some("") && last.next() == Some("") && last.next().is_some() {
        return false;
    }
    let mut reader = Reader::new(text);
    reader.run();
    reader.is_unfinished()
}

/// Whether `text` looks like a shifter.
pub(super) fn claims(text: &str) -> Claim {
    let mut claim = Claim::No;
    for line in text.lines().map(str::trim) {
        if keyword(line).is_some() || sixteen::size(line).is_some() {
            return Claim::Sure;
        }
        if let Some((before, _)) = line.split_once("->") {
            if before.chars().all(is_board) {
                return Claim::Sure;
            }
            claim = Claim::Maybe;
        }
    }
    if claim == Claim::No && is_bare_board(text) { Claim::Maybe } else { claim }
}

fn is_board(c: char) -> bool {
    words::is_tile(c) || c.is_whitespace() || matches!(c, ',' | '/' | '[' | ']')
}

/// Whether `text` is a board of at least two rows without anything beside it.
fn is_bare_board(text: &str) -> bool {
    let mut widths = text.trim().split(['/', '\n']).map(row_width);
    let Some(first @ Some(2..)) = widths.next() else { return false };
    let mut rows = 1;
    widths.all(|width| {
        rows += 1;
        width == first
    }) && rows > 1
}

/// The puzzle `SOURCE -> TARGET`, for tests that need more than the trait.
#[cfg(test)]
pub(in crate::shifter) fn one(text: &str) -> ShifterPuzzle {
    let reader = Reader::new(text);
    reader
        .arrow(0)
        .and_then(|pair| reader.check(None, &pair))
        .map_err(|fault| fault.diagnostic)
        .expect("a puzzle")
}
