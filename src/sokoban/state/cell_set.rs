//! Sets of cells of small boards as bits of a word.

use crate::sokoban::board::{Board, Cell, WALL};
use crate::sokoban::state::region_update::STAYS_CONNECTED;

/// A set of cells of a board of at most [`MAX_CELLS`] cells.
pub(in crate::sokoban) type CellSet = u128;

/// The cells that a [`CellSet`] has bits for.
pub(in crate::sokoban) const MAX_CELLS: usize = CellSet::BITS as usize;

/// The set of one cell.
#[inline]
pub(in crate::sokoban) fn single(cell: Cell) -> CellSet {
    1 << cell
}

/// Whether `cell`, which may be a wall, is in `set`.
#[inline]
pub(in crate::sokoban) fn contains(set: CellSet, cell: Cell) -> bool {
    cell != WALL && set >> cell & 1 == 1
}

/// The neighbours of each cell of a small board.
#[derive(Clone, Debug)]
pub(in crate::sokoban) struct Adjacency {
    neighbours: Vec<CellSet>,
    /// For each cell the eight cells around it, clockwise from the left one.
    rings: Vec<[Cell; 8]>,
}

impl Adjacency {
    /// Collects the neighbours. O(cells). The board has at most [`MAX_CELLS`] cells.
    pub(in crate::sokoban) fn new(board: &Board) -> Self {
        let set = |cells: &[Cell]| cells.iter().filter(|&&cell| cell != WALL).map(|&cell| single(cell)).sum();
        Self {
            neighbours: board.all().map(|cell| set(board.neighbours(cell))).collect(),
            rings: board.all().map(|cell| *board.ring(cell)).collect(),
        }
    }

    /// The cells of `free` connected with `start`, which is one of them.
    #[inline]
    pub(in crate::sokoban) fn flood(&self, free: CellSet, start: Cell) -> CellSet {
        let mut region = single(start);
        let mut open = self.neighbours[usize::from(start)] & free & !region;
        while open != 0 {
            region |= open;
            let mut next = 0;
            while open != 0 {
                next |= self.neighbours[open.trailing_zeros() as usize];
                open &= open - 1;
            }
            open = next & free & !region;
        }
        region
    }

    /// The player's region after the cell `freed` beside `region` became free and the cell `filled`, adjacent
    /// to `freed`, was filled. `free` is the free floor and `player` the player's cell afterwards. Rarely
    /// needs a flood (see [`region_update`](super::region_update)).
    #[inline]
    pub(in crate::sokoban) fn region_after(
        &self,
        region: CellSet,
        (freed, filled): (Cell, Cell),
        free: CellSet,
        player: Cell,
    ) -> CellSet {
        let beside = self.neighbours[usize::from(freed)] & free;
        if beside & !region != 0 {
            return self.flood(free, player);
        }
        let joins = player == freed || beside != 0;
        let ring = self.rings[usize::from(filled)].iter().enumerate();
        let mask = ring.fold(0, |mask, (at, &cell)| {
            mask | usize::from(contains(free, cell) && (joins || cell != freed)) << at
        });
        if !STAYS_CONNECTED[mask] {
            return self.flood(free, player);
        }
        (region | if joins { single(freed) } else { 0 }) & !single(filled)
    }
}
