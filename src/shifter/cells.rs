//! How a small board lies in a `u64`: cell *i* (row by row) is field *i*, of two bits if four colours
//! suffice and of four bits otherwise. Sixteen cells of four colours need 32 bits, for which closed
//! lists have shorter entries.

use super::board::{Board, WILD};
use super::slide::Slide;

/// The most cells and the most colours that fit.
pub(super) const MOST: usize = 16;

/// The width of the fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cells {
    bits: u32,
}

impl Cells {
    /// Four bits each.
    pub(super) const NIBBLES: Self = Self { bits: 4 };

    /// Fields for every colour of these boards.
    pub(super) fn of(boards: &[&Board]) -> Self {
        let few = boards.iter().all(|board| board.cells().iter().all(|&colour| colour < 4 || colour == WILD));
        Self { bits: if few { 2 } else { 4 } }
    }

    /// The bits of so many cells.
    pub(super) fn width(self, cells: usize) -> u32 {
        self.bits * u32::try_from(cells).expect("at most 16")
    }

    /// All bits of one cell.
    pub(super) fn field(self, cell: usize) -> u64 {
        ((1 << self.bits) - 1) << self.width(cell)
    }

    /// The lowest bit of every field.
    pub(super) fn ones(self) -> u64 {
        u64::MAX / ((1 << self.bits) - 1)
    }

    /// The distance between the halves of a field, none if it has only two bits.
    pub(super) fn half(self) -> u32 {
        (self.bits / 2) & 2
    }

    #[inline]
    pub(super) fn colour(self, state: u64, cell: usize) -> usize {
        usize::try_from((state & self.field(cell)) >> self.width(cell)).expect("a few bits")
    }

    /// A free cell, painted.
    pub(super) fn painted(self, cell: usize, colour: usize) -> u64 {
        (colour as u64) << self.width(cell)
    }

    /// A board; cells that take any tile are left free.
    pub(super) fn pack(self, board: &Board) -> u64 {
        let paint = |(cell, &colour): (usize, &u8)| {
            if colour == WILD { 0 } else { self.painted(cell, usize::from(colour)) }
        };
        board.cells().iter().enumerate().map(paint).sum()
    }

    /// All bits of the cells that a target names.
    pub(super) fn named(self, target: &Board) -> u64 {
        let named = target.cells().iter().enumerate().filter(|&(_, &colour)| colour != WILD);
        named.map(|(cell, _)| self.field(cell)).sum()
    }
}

/// A move as masked rotation. A line is a set of fields at equal distances, so to move it is to
/// rotate inside a mask: every cell goes one step along, the one that falls off the end goes all the
/// way back, and the mask wipes away what either pushed into other lines. Rows and columns differ in
/// the numbers only, and nothing is ever unpacked.
#[derive(Clone)]
pub(super) struct Turn {
    pub(super) slide: Slide,
    mask: u64,
    up: u32,
    down: u32,
}

impl Turn {
    pub(super) fn new(board: &Board, cells: Cells, slide: Slide) -> Self {
        let (line, columns) = (usize::from(slide.shift.line), board.columns());
        let length = board.line_length(slide.shift.direction);
        let (first, distance) = if slide.is_row() { (line * columns, 1) } else { (line, columns) };
        let mask = (0..length).fold(0, |mask, index| mask | cells.field(first + index * distance));
        let times = usize::from(slide.times);
        let (step, wrap) = (cells.width(distance * times), cells.width(distance * (length - times)));
        let (up, down) = if slide.shift.direction.is_first() { (wrap, step) } else { (step, wrap) };
        Self { slide, mask, up, down }
    }

    #[inline]
    pub(super) fn turn(&self, state: u64) -> u64 {
        let line = state & self.mask;
        (state & !self.mask) | (((line << self.up) | (line >> self.down)) & self.mask)
    }

    #[inline]
    pub(super) fn turn_back(&self, state: u64) -> u64 {
        let line = state & self.mask;
        (state & !self.mask) | (((line << self.down) | (line >> self.up)) & self.mask)
    }
}
