//! What can be written down: rows of squares, legal or not, each with its place in the source.
//!
//! Every format reads to a [`Grid`]; [`Level::from_grid`](crate::sokoban::level::Level::from_grid) decides
//! whether it is a level.

use std::ops::Range;

use crate::sokoban::square::Square;

/// The most columns a level may have.
pub const MAX_WIDTH: usize = 1_000;
/// The most rows a level may have.
pub const MAX_HEIGHT: usize = 1_000;

/// A square and the byte of the source it was read from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// What stands there.
    pub square: Square,
    /// Its byte in the source. (In packed data several cells share one.)
    pub byte: usize,
}

impl Cell {
    /// Its place in the source.
    #[must_use]
    pub fn place(self) -> Range<usize> {
        self.byte..self.byte + 1
    }
}

/// One row.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Row {
    /// Its squares from the left. Rows need not be equally long.
    pub cells: Vec<Cell>,
    /// The byte of the source behind its last square.
    pub end: usize,
}

impl Row {
    /// The cells without the floor at their end.
    #[must_use]
    pub fn trimmed(&self) -> &[Cell] {
        let length =
            self.cells.iter().rposition(|cell| cell.square != Square::Floor).map_or(0, |last| last + 1);
        self.cells.get(..length).unwrap_or(&self.cells)
    }
}

/// Rows of squares as they were written. Nothing is promised of them.
///
/// It takes at most one row and one column more than a level may have, so that a grid made from a
/// text of any size stays small and is still refused.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Grid {
    /// The title the text gives it.
    pub title: Option<String>,
    rows: Vec<Row>,
}

impl Grid {
    /// Adds a row; `end` is the byte behind it.
    pub fn push_row(&mut self, cells: impl Iterator<Item = Cell>, end: usize) {
        if self.rows.len() <= MAX_HEIGHT {
            self.rows.push(Row { cells: cells.take(MAX_WIDTH + 1).collect(), end });
        }
    }

    /// The rows as written.
    #[must_use]
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// The rows from the first to the last that hold anything but floor.
    #[must_use]
    pub fn used_rows(&self) -> &[Row] {
        let used = |row: &Row| row.cells.iter().any(|cell| cell.square != Square::Floor);
        match (self.rows.iter().position(used), self.rows.iter().rposition(used)) {
            (Some(first), Some(last)) => self.rows.get(first..=last).unwrap_or(&[]),
            _ => &[],
        }
    }

    /// Whether rows are all that can be missing: it is small enough and has not got two players.
    #[must_use]
    pub fn may_become_legal(&self) -> bool {
        let players =
            self.rows.iter().flat_map(|row| &row.cells).filter(|cell| cell.square.has_player()).count();
        players <= 1
            && self.rows.len() <= MAX_HEIGHT
            && self.rows.iter().all(|row| row.trimmed().len() <= MAX_WIDTH)
    }
}
