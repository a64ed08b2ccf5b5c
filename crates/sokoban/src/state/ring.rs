//! Whether the neighbours of a cell are connected through the eight cells around it.

use crate::board::{Board, Cell};

/// Whether the free cells beside `cell` are connected through the free ones of the eight around it. `free` is false for
/// walls.
#[inline]
pub(crate) fn stays_connected(board: &Board, cell: Cell, free: impl Fn(Cell) -> bool) -> bool {
    let ring = board.ring(cell).iter().enumerate();
    STAYS_CONNECTED[ring.fold(0, |mask, (at, &cell)| mask | usize::from(free(cell)) << at)]
}

/// For each set of free cells around a cell, clockwise from the left one: whether those next to the cell are
/// connected within the set.
pub(super) static STAYS_CONNECTED: [bool; 256] = {
    let mut table = [false; 256];
    let mut mask = 0;
    while mask < 256 {
        // Count the runs of free cells around the ring that contain a neighbour (an even index).
        let mut runs = 0;
        let mut start = 0;
        while start < 8 {
            if mask >> start & 1 == 1 && mask >> ((start + 7) % 8) & 1 == 0 {
                let mut at = start;
                let mut holds = false;
                while mask >> (at % 8) & 1 == 1 {
                    holds |= at % 2 == 0;
                    at += 1;
                }
                if holds {
                    runs += 1;
                }
            }
            start += 1;
        }
        table[mask] = runs <= 1;
        mask += 1;
    }
    table
};
