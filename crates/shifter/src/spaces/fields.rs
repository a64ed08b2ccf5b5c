//! Small boards in one word: cell *i* (row by row) is field *i*, of two bits if four colours suffice and of four bits
//! otherwise. Sixteen cells of four colours need 32 bits, for which closed lists have smaller entries.

use std::ops::{BitAnd, BitOr, Not, Shl, Shr};

use crate::rules::{Board, Line, Moves, Slide, WILD};

/// The most cells, and the most colours.
pub(crate) const MAX_FIELDS: usize = 16;

/// The width of the fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fields {
    bits: u32,
}

impl Fields {
    pub(crate) const TWO_BITS: Self = Self { bits: 2 };
    pub(crate) const FOUR_BITS: Self = Self { bits: 4 };

    /// The narrowest fields for the colours of these boards.
    pub(crate) fn of(boards: &[&Board]) -> Self {
        let few = boards.iter().all(|board| board.cells().iter().all(|&colour| colour < 4 || colour == WILD));
        if few { Self::TWO_BITS } else { Self::FOUR_BITS }
    }

    /// Whether sixteen fields fit into 32 bits.
    pub(crate) fn fit_into_u32(self) -> bool {
        self == Self::TWO_BITS
    }

    /// The number of bits of `cells` cells.
    pub(crate) fn width(self, cells: usize) -> u32 {
        self.bits * u32::try_from(cells).expect("at most 16")
    }

    pub(crate) fn field(self, cell: usize) -> u64 {
        ((1 << self.bits) - 1) << self.width(cell)
    }

    /// The lowest bit of every field.
    pub(crate) fn ones(self) -> u64 {
        u64::MAX / ((1 << self.bits) - 1)
    }

    /// The distance in bits between the halves of a field of four bits, else 0.
    pub(crate) fn half(self) -> u32 {
        (self.bits / 2) & 2
    }

    #[inline]
    pub(crate) fn colour(self, state: u64, cell: usize) -> usize {
        usize::try_from((state & self.field(cell)) >> self.width(cell)).expect("a few bits")
    }

    /// A board with this one cell coloured and all others 0.
    pub(crate) fn painted(self, cell: usize, colour: usize) -> u64 {
        (colour as u64) << self.width(cell)
    }

    /// A board as a word; wildcard cells are 0.
    pub(crate) fn pack(self, board: &Board) -> u64 {
        let paint = |(cell, &colour): (usize, &u8)| {
            if colour == WILD { 0 } else { self.painted(cell, usize::from(colour)) }
        };
        board.cells().iter().enumerate().map(paint).sum()
    }

    /// All bits of the cells that a target names.
    pub(crate) fn named(self, target: &Board) -> u64 {
        let named = target.cells().iter().enumerate().filter(|&(_, &colour)| colour != WILD);
        named.map(|(cell, _)| self.field(cell)).sum()
    }

    /// The rotation of a line by `by` cells towards its first one.
    pub(crate) fn rotation(self, line: Line, by: usize) -> Rotation<u64> {
        Rotation {
            mask: line.cells().fold(0, |mask, cell| mask | self.field(cell)),
            up: self.width(line.step * (line.length - by)),
            down: self.width(line.step * by),
        }
    }

    pub(crate) fn moves(self, board: &Board, moves: Moves) -> Vec<PackedMove<u64>> {
        let packed = |slide: Slide| {
            let line = board.line(slide.shift);
            PackedMove { slide, rotation: self.rotation(line, slide.towards_first(line.length)) }
        };
        moves.on(board).into_iter().map(packed).collect()
    }
}

/// A word that holds a board.
pub(crate) trait Word:
    Copy
    + Eq
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
}

impl Word for u32 {}
impl Word for u64 {}

/// The rotation of a line inside a mask: fields at equal distances move one way by `up` bits or the
/// other way by `down` bits, and the mask removes what either moved into other lines. Rows and columns
/// differ in the numbers only, and no cell is unpacked.
#[derive(Clone, Copy, Default)]
pub(crate) struct Rotation<W> {
    mask: W,
    up: u32,
    down: u32,
}

impl<W: Word> Rotation<W> {
    #[inline]
    pub(crate) fn apply(self, board: W) -> W {
        let line = board & self.mask;
        (board & !self.mask) | (((line << self.up) | (line >> self.down)) & self.mask)
    }

    #[inline]
    pub(crate) fn undo(self, board: W) -> W {
        let line = board & self.mask;
        (board & !self.mask) | (((line << self.down) | (line >> self.up)) & self.mask)
    }
}

impl Rotation<u64> {
    /// The same rotation in a word of another width.
    pub(crate) fn in_word<W: TryFrom<u64>>(self) -> Rotation<W> {
        let mask = W::try_from(self.mask).unwrap_or_else(|_| unreachable!("fields of the width of the word"));
        Rotation { mask, up: self.up, down: self.down }
    }
}

/// A move, and the rotation that carries it out.
#[derive(Clone, Copy)]
pub(crate) struct PackedMove<W> {
    pub(crate) slide: Slide,
    pub(crate) rotation: Rotation<W>,
}
