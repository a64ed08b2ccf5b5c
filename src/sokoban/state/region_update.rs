//! The player's region after a push, mostly without a flood.
//!
//! A push frees the cell where the box was, which the player now stands on, and fills another. If no
//! neighbour of the freed cell lies outside the old region, nothing is joined to it; if the free
//! neighbours of the filled cell are connected through the eight cells around it, nothing is cut off.
//! Then the region is the old one, with the freed cell and without the filled one, and its least cell
//! is known, unless it was the one that was filled.

use crate::sokoban::board::{Board, Cell, WALL};
use crate::sokoban::state::PlayerRegion;

/// The least cell of the region after a box was pushed from `from` to the next cell `to`, as
/// `occupied` has it already; `here` is the region before, `least` its least cell. `None` if it takes
/// a flood.
#[inline]
pub(in crate::sokoban) fn least_after(
    board: &Board,
    occupied: &[bool],
    here: &PlayerRegion,
    least: Cell,
    from: Cell,
    to: Cell,
) -> Option<Cell> {
    let free = |cell: Cell| cell != WALL && !occupied[usize::from(cell)];
    if board.neighbours(from).iter().any(|&next| free(next) && !here.contains(next)) {
        return None;
    }
    let ring = board.ring(to).iter().enumerate();
    let mask = ring.fold(0, |mask, (at, &cell)| mask | usize::from(free(cell)) << at);
    if !STAYS_CONNECTED[mask] {
        return None;
    }
    if from < least {
        Some(from)
    } else if to == least {
        None
    } else {
        Some(least)
    }
}

/// For each set of free cells around a cell, clockwise from the left one, whether those next to it
/// are connected by others of them.
pub(super) static STAYS_CONNECTED: [bool; 256] = {
    let mut table = [false; 256];
    let mut mask = 0;
    while mask < 256 {
        // Runs of free cells, around the ring, that hold a neighbour (an even place).
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
