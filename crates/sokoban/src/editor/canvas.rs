//! A rectangle of squares, and transformations of it.

use crate::formats::{Cell, Grid};
use crate::level::Level;
use crate::square::Square;
use lurd_puzzle::puzzle::{DraftError, PadDirection, Place};

/// A rectangle of at least one square, row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Canvas {
    pub(super) width: usize,
    pub(super) squares: Vec<Square>,
}

impl Canvas {
    pub(super) fn empty(width: usize, height: usize) -> Self {
        Self { width, squares: vec![Square::Floor; width * height] }
    }

    /// The canvas as a level, where the numbers of boxes and goals may differ.
    pub(super) fn level(&self, title: Option<String>) -> Result<Level, DraftError> {
        let mut grid = Grid::default();
        grid.title = title;
        for row in self.squares.chunks(self.width) {
            grid.push_row(row.iter().map(|&square| Cell { square, byte: 0 }), 0);
        }
        Level::from_grid_with(&grid, true).map_err(|diagnostic| diagnostic.message.into())
    }

    /// The first row that is not empty, which is the first row of the level.
    pub(super) fn first_row(&self) -> usize {
        let used = self.squares.iter().position(|&square| square != Square::Floor);
        used.map_or(0, |index| index / self.width)
    }

    pub(super) fn height(&self) -> usize {
        self.squares.len() / self.width
    }

    /// The index of the square at `place`; `None` off the canvas.
    pub(super) fn index(&self, place: Place) -> Option<usize> {
        (place.row < self.height() && place.column < self.width)
            .then(|| place.row * self.width + place.column)
    }

    pub(super) fn place(&self, index: usize) -> Place {
        Place::new(index / self.width, index % self.width)
    }

    /// The indices of the squares that satisfy `wanted`, ascending.
    pub(super) fn find(&self, wanted: fn(Square) -> bool) -> Vec<usize> {
        (0..self.squares.len()).filter(|&index| wanted(self.squares[index])).collect()
    }

    /// A canvas of that size. `from` maps the row and column of each of its squares to those of the source;
    /// without a source it is floor.
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

    pub(super) fn shifted(&self, direction: PadDirection) -> Self {
        let (width, height) = (self.width, self.height());
        self.mapped(width, height, |row, column| {
            Some(match direction {
                PadDirection::Left => (row, (column + 1) % width),
                PadDirection::Right => (row, (column + width - 1) % width),
                PadDirection::Up => ((row + 1) % height, column),
                PadDirection::Down => ((row + height - 1) % height, column),
            })
        })
    }

    /// Rotated by a quarter turn, clockwise.
    pub(super) fn rotated(&self) -> Self {
        let height = self.height();
        self.mapped(height, self.width, |row, column| Some((height - 1 - column, row)))
    }

    /// Mirrored: left and right are exchanged.
    pub(super) fn mirrored(&self) -> Self {
        let width = self.width;
        self.mapped(width, self.height(), |row, column| Some((row, width - 1 - column)))
    }

    /// Resized at the bottom and at the right.
    pub(super) fn resized(&self, width: usize, height: usize) -> Self {
        self.mapped(width, height, |row, column| Some((row, column)))
    }

    /// With one more row or column of floor on each side.
    pub(super) fn enlarged(&self) -> Self {
        self.mapped(self.width + 2, self.height() + 2, |row, column| {
            Some((row.checked_sub(1)?, column.checked_sub(1)?))
        })
    }

    /// The indices of the outermost squares.
    pub(super) fn ring(&self) -> Vec<usize> {
        let (width, height) = (self.width, self.height());
        let is_outer = |&index: &usize| {
            let (row, column) = (index / width, index % width);
            row == 0 || column == 0 || row + 1 == height || column + 1 == width
        };
        (0..self.squares.len()).filter(is_outer).collect()
    }
}
