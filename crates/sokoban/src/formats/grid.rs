//! Boards as written: rows of squares with their places in the source, legal or not.
//!
//! The reader of each format makes a [`Grid`]; [`Level::from_grid`](crate::level::Level::from_grid)
//! decides whether it is a legal level.

use std::ops::Range;

use crate::square::Square;

/// The maximum number of columns of a level.
pub(crate) const MAX_WIDTH: usize = 1_000;
/// The maximum number of rows of a level.
pub(crate) const MAX_HEIGHT: usize = 1_000;

/// A square and the byte of the source it was read from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GridCell {
    /// The square.
    pub square: Square,
    /// The byte of the source. (In packed data several cells share a byte.)
    pub byte: usize,
}

impl GridCell {
    pub(super) fn place(self) -> Range<usize> {
        self.byte..self.byte + 1
    }
}

/// A row of a [`Grid`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Row {
    /// The squares from the left. Rows may differ in length.
    pub cells: Vec<GridCell>,
    /// The byte of the source after the last square.
    pub end: usize,
}

impl Row {
    /// The cells without the floor at their end.
    pub(super) fn trimmed(&self) -> &[GridCell] {
        let last = self.cells.iter().rposition(|cell| cell.square != Square::Floor);
        &self.cells[..last.map_or(0, |last| last + 1)]
    }

    /// The byte of the first square.
    pub(super) fn start(&self) -> usize {
        self.cells.first().map_or(self.end, |cell| cell.byte)
    }
}

/// Rows of squares as written, without any guarantee.
///
/// It stores at most one row and one column more than a level may have, so a text of any size makes a small
/// grid that is still rejected.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Grid {
    rows: Vec<Row>,
}

impl Grid {
    /// The grid of some rows.
    pub(crate) fn of(rows: impl Iterator<Item = Row>) -> Self {
        let not_longer = |mut row: Row| {
            row.cells.truncate(MAX_WIDTH + 1);
            row
        };
        Self { rows: rows.take(MAX_HEIGHT + 1).map(not_longer).collect() }
    }

    /// The rows as written.
    #[must_use]
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// The rows from the first to the last that has anything but floor.
    pub(super) fn used_rows(&self) -> &[Row] {
        let is_used = |row: &Row| !row.trimmed().is_empty();
        let first = self.rows.iter().position(is_used).unwrap_or(0);
        let end = self.rows.iter().rposition(is_used).map_or(0, |last| last + 1);
        &self.rows[first..end]
    }

    /// Whether further rows can make it legal: it is not too large and has at most one player.
    pub(super) fn may_become_legal(&self) -> bool {
        let players = self.rows.iter().flat_map(|row| &row.cells).filter(|cell| cell.square.has_player()).count();
        players <= 1 && self.rows.len() <= MAX_HEIGHT && self.rows.iter().all(|row| row.trimmed().len() <= MAX_WIDTH)
    }
}
