//! Whether a text is a shifter.

use super::sixteen;
use super::words::{is_tile, keyword, row_width};
use lurd_puzzle::puzzle::Claim;

/// Whether `text` looks like a shifter.
pub(crate) fn claims(text: &str) -> Claim {
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
    is_tile(c) || c.is_whitespace() || matches!(c, ',' | '/' | '[' | ']')
}

/// Whether `text` is a board of at least two rows and nothing else.
pub(super) fn is_bare_board(text: &str) -> bool {
    let widths: Vec<_> = text.trim().split(['/', '\n']).map(row_width).collect();
    widths.len() > 1 && widths[0] >= Some(2) && widths.iter().all(|width| *width == widths[0])
}
