//! The board as the bounds see it: two planes of tile classes.

use crate::rules::{Board, Goal, Slide, first_shift, is_odd};
use crate::spaces::fields::{Fields, Rotation};

/// The number of rows, and of columns.
pub(super) const SIDE: usize = 4;

/// Two bits per cell for the class of its tile among the rows, row by row, and two bits for its class
/// among the columns, column by column. Where all tiles differ, the two identify the tile.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Planes {
    pub(super) rows: u32,
    pub(super) columns: u32,
}

impl Planes {
    #[inline]
    pub(super) fn word(self) -> u64 {
        u64::from(self.rows) << 32 | u64::from(self.columns)
    }

    /// The arrangement, where the planes identify the tiles.
    pub(super) fn tiles(self) -> Tiles {
        Tiles::of(|cell| {
            let across = cell % SIDE * SIDE + cell / SIDE;
            ((self.rows >> (2 * cell) & 3) << 2 | (self.columns >> (2 * across) & 3)).to_le_bytes()[0]
        })
    }
}

#[derive(Clone, Copy, Default)]
pub(super) struct PlaneMove {
    pub(super) rows: Rotation<u32>,
    pub(super) columns: Rotation<u32>,
}

impl PlaneMove {
    pub(super) fn new(board: &Board, slide: Slide) -> Self {
        let by = slide.towards_first(SIDE);
        // The rows of the one plane are the columns of the other.
        let rotation = |shift| Fields::TWO_BITS.rotation(board.line(shift), by).in_word();
        let across = first_shift(!slide.is_row(), slide.shift.line.into());
        Self { rows: rotation(slide.shift), columns: rotation(across) }
    }
}

/// An arrangement of sixteen tiles, where tile *i* belongs in cell *i*, and its inverse.
pub(super) struct Tiles {
    pub(super) tile_in: [u8; 16],
    pub(super) cell_of: [u8; 16],
}

impl Tiles {
    #[inline]
    pub(super) fn of(tile: impl Fn(usize) -> u8) -> Self {
        // Loops, because array adaptors are not inlined here, where most of the time is spent.
        let (mut tile_in, mut cell_of) = ([0; 16], [0; 16]);
        for cell in 0..16_u8 {
            let tile = tile(usize::from(cell)) & 15;
            tile_in[usize::from(cell)] = tile;
            cell_of[usize::from(tile)] = cell;
        }
        Self { tile_in, cell_of }
    }
}

/// A puzzle whose tiles have been renamed.
pub(super) struct Renamed {
    pub(super) start: Board,
    pub(super) target: Board,
    /// Whether all tiles differ; tile *i* is then the one that belongs in cell *i*.
    pub(super) distinct: bool,
}

impl Renamed {
    pub(super) fn new(goal: &Goal) -> Self {
        let target = goal.target.cells();
        let distinct = (0..16).all(|cell| !target[..cell].contains(&target[cell]));
        if !distinct {
            return Self { start: goal.source.clone(), target: goal.target.clone(), distinct };
        }
        let name = |&colour: &u8| {
            target.iter().position(|&it| it == colour).and_then(|it| u8::try_from(it).ok()).unwrap_or(0)
        };
        let renamed = |board: &Board| board.with_cells(board.cells().iter().map(name).collect());
        Self { start: renamed(&goal.source), target: renamed(&goal.target), distinct }
    }

    /// Whether the start is an odd permutation of the target.
    pub(super) fn is_odd(&self) -> bool {
        self.distinct && is_odd(&self.start.cells().iter().map(|&tile| tile.into()).collect::<Vec<_>>())
    }
}

/// A board with four bits per cell.
pub(super) fn pack(board: &Board) -> u64 {
    Fields::FOUR_BITS.pack(board)
}

/// The board with rows and columns exchanged.
pub(super) fn transposed(board: u64) -> u64 {
    (0..16).fold(0, |other, cell| {
        other | (board >> (4 * cell) & 0xF) << (4 * (cell % SIDE * SIDE + cell / SIDE))
    })
}
