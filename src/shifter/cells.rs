//! How a small board lies in a `u64`: cell *i* (row by row) is field *i*, of two bits if four colours
//! suffice and of four bits otherwise. Sixteen cells of four colours need 32 bits, for which closed
//! lists have shorter entries.

use super::board::{Board, Shift};

/// The most cells and the most colours that fit.
pub(super) const MOST: usize = 16;

/// The width of the fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cells {
    bits: u32,
}

impl Cells {
    /// Fields for every colour of these boards.
    pub(super) fn of(boards: &[&Board]) -> Self {
        let few = boards.iter().all(|board| board.cells().iter().all(|&colour| colour < 4));
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

    pub(super) fn pack(self, board: &Board) -> u64 {
        let paint = |(cell, &colour): (usize, &u8)| self.painted(cell, usize::from(colour));
        board.cells().iter().enumerate().map(paint).sum()
    }
}

/// A shift as masked rotation. A line is a set of fields at equal distances, so to move it is to
/// rotate inside a mask: every cell goes one step along, the one that falls off the end goes all the
/// way back, and the mask wipes away what either pushed into other lines. Rows and columns differ in
/// the numbers only, and nothing is ever unpacked.
#[derive(Clone)]
pub(super) struct Turn {
    pub(super) shift: Shift,
    mask: u64,
    up: u32,
    down: u32,
}

impl Turn {
    pub(super) fn new(board: &Board, cells: Cells, shift: Shift) -> Self {
        let (line, columns) = (usize::from(shift.line), board.columns());
        let length = board.line_length(shift.direction);
        let (first, distance) = if shift.direction.is_row() { (line * columns, 1) } else { (line, columns) };
        let mask = (0..length).fold(0, |mask, index| mask | cells.field(first + index * distance));
        let (step, wrap) = (cells.width(distance), cells.width(distance * (length - 1)));
        let (up, down) = if shift.direction.is_first() { (wrap, step) } else { (step, wrap) };
        Self { shift, mask, up, down }
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
