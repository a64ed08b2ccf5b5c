//! Squares in rows, and what can be done to all of them at once.

use crate::puzzle::{PadDirection, Place};
use crate::sokoban::square::Square;

/// A rectangle of squares, row by row. It has at least one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Canvas {
    pub(super) width: usize,
    pub(super) squares: Vec<Square>,
}

impl Canvas {
    /// Nothing but floor.
    pub(super) fn empty(width: usize, height: usize) -> Self {
        Self { width, squares: vec![Square::Floor; width * height] }
    }

    pub(super) fn height(&self) -> usize {
        self.squares.len() / self.width
    }

    /// The number of a square; none outside.
    pub(super) fn index(&self, place: Place) -> Option<usize> {
        (place.row < self.height() && place.column < self.width)
            .then(|| place.row * self.width + place.column)
    }

    pub(super) fn place(&self, index: usize) -> Place {
        Place::new(index / self.width, index % self.width)
    }

    /// The squares for which `wanted` holds, in order.
    pub(super) fn find(&self, wanted: fn(Square) -> bool) -> Vec<usize> {
        (0..self.squares.len()).filter(|&index| wanted(self.squares[index])).collect()
    }

    /// A canvas of that size; `from` says which of these squares goes where, none being floor.
    fn mapped(
        &self,
        width: usize,
        height: usize,
        from: impl Fn(usize, usize) -> Option<(usize, usize)>,
    ) -> Self {
        let square = |index: usize| {
            from(index / width, index % width)
                .and_then(|(row, column)| self.index(Place::new(row, column)))
                .map_or(Square::Floor, |index| self.squares[index])
        };
        Self { width, squares: (0..width * height).map(square).collect() }
    }

    /// Everything one square on; what falls off comes back at the other end.
    pub(super) fn shifted(&self, way: PadDirection) -> Self {
        let (width, height) = (self.width, self.height());
        self.mapped(width, height, |row, column| {
            Some(match way {
                PadDirection::Left => (row, (column + 1) % width),
                PadDirection::Right => (row, (column + width - 1) % width),
                PadDirection::Up => ((row + 1) % height, column),
                PadDirection::Down => ((row + height - 1) % height, column),
            })
        })
    }

    /// Turned by a quarter, clockwise.
    pub(super) fn rotated(&self) -> Self {
        let height = self.height();
        self.mapped(height, self.width, |row, column| Some((height - 1 - column, row)))
    }

    /// Left and right exchanged.
    pub(super) fn mirrored(&self) -> Self {
        let width = self.width;
        self.mapped(width, self.height(), |row, column| Some((row, width - 1 - column)))
    }

    /// Another size, by what is below and to the right.
    pub(super) fn resized(&self, width: usize, height: usize) -> Self {
        self.mapped(width, height, |row, column| Some((row, column)))
    }

    /// With a ring of floor more on each side.
    pub(super) fn enlarged(&self) -> Self {
        self.mapped(self.width + 2, self.height() + 2, |row, column| {
            Some((row.checked_sub(1)?, column.checked_sub(1)?))
        })
    }

    /// The squares of the outermost ring.
    pub(super) fn ring(&self) -> Vec<usize> {
        let (width, height) = (self.width, self.height());
        let is_outer = |&index: &usize| {
            let (row, column) = (index / width, index % width);
            row == 0 || column == 0 || row + 1 == height || column + 1 == width
        };
        (0..self.squares.len()).filter(is_outer).collect()
    }
}
