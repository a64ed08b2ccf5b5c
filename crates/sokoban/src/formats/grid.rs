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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row<'g> {
    /// The squares from the left. Rows may differ in length.
    pub cells: &'g [GridCell],
    /// The byte of the source after the last square.
    pub end: usize,
}

impl<'g> Row<'g> {
    /// The cells without the floor at their end.
    pub(super) fn trimmed(self) -> &'g [GridCell] {
        let last = self.cells.iter().rposition(|cell| cell.square != Square::Floor);
        &self.cells[..last.map_or(0, |last| last + 1)]
    }

    /// The byte of the first square.
    pub(super) fn start(self) -> usize {
        self.cells.first().map_or(self.end, |cell| cell.byte)
    }
}

/// Rows of squares as written, without any guarantee.
///
/// It stores at most one row and one column more than a level may have, so a text of any size makes a small
/// grid that is still rejected.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Grid {
    /// The squares of all rows, one behind the other.
    cells: Vec<GridCell>,
    /// Of each row the number of cells up to its end, and the byte of the source there.
    ends: Vec<(usize, usize)>,
}

impl Grid {
    /// The grid of rows of squares with the byte after each.
    pub(crate) fn of<C: IntoIterator<Item = GridCell>>(rows: impl IntoIterator<Item = (C, usize)>) -> Self {
        let mut grid = Self::default();
        for (cells, end) in rows {
            grid.extend(cells);
            grid.end_row(end);
        }
        grid
    }

    /// Adds squares to the row that has not ended yet.
    pub(super) fn extend(&mut self, cells: impl IntoIterator<Item = GridCell>) {
        let most = self.ends.last().map_or(0, |(end, _)| *end) + MAX_WIDTH + 1;
        let left = if self.ends.len() > MAX_HEIGHT { 0 } else { most - self.cells.len() };
        cells.into_iter().take(left).for_each(|cell| self.cells.push(cell));
    }

    /// Ends a row, at a byte of the source.
    pub(super) fn end_row(&mut self, byte: usize) {
        if self.ends.len() <= MAX_HEIGHT {
            self.ends.push((self.cells.len(), byte));
        }
    }

    /// The rows as written.
    #[must_use]
    pub fn rows(&self) -> Vec<Row<'_>> {
        let mut start = 0;
        let row = |&(end, byte)| Row { cells: &self.cells[std::mem::replace(&mut start, end)..end], end: byte };
        self.ends.iter().map(row).collect()
    }

    /// The rows from the first to the last that has anything but floor.
    pub(super) fn used_rows(&self) -> Vec<Row<'_>> {
        let mut rows = self.rows();
        let is_used = |row: &Row<'_>| !row.trimmed().is_empty();
        rows.truncate(rows.iter().rposition(is_used).map_or(0, |last| last + 1));
        rows.drain(..rows.iter().position(is_used).unwrap_or(0));
        rows
    }

    /// Whether further rows can make it legal: it is not too large and has at most one player.
    pub(super) fn may_become_legal(&self) -> bool {
        let players = self.cells.iter().filter(|cell| cell.square.has_player()).count();
        let is_narrow = |row: &Row<'_>| row.trimmed().len() <= MAX_WIDTH;
        players <= 1 && self.ends.len() <= MAX_HEIGHT && self.rows().iter().all(is_narrow)
    }
}
