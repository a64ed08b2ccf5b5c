//! The letters of a dialect.

use super::grid::Square;

/// Which letter stands for which square.
#[derive(Debug)]
pub(super) struct Alphabet {
    /// The square of a letter.
    pub(super) square: fn(u8) -> Option<Square>,
    /// The letter of a wall.
    pub(super) wall: u8,
    /// A run of rows is a board if it has one of these letters.
    pub(super) marks: &'static [u8],
    /// The letters in words, for help.
    pub(super) legend: &'static str,
}

impl Alphabet {
    /// Whether `letter` may stand in a board: a square, or the separator of rows.
    pub(super) fn is_letter(&self, letter: u8) -> bool {
        letter == ROW_END || (self.square)(letter).is_some()
    }
}

/// Separates rows, as a line break does.
pub(super) const ROW_END: u8 = b'|';
