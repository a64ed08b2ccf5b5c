//! The player's region after a push, in most cases without a flood.
//!
//! A push frees the cell of the box, where the player then stands, and fills another. If no free neighbour of
//! the freed cell lies outside the old region, nothing is joined to the region. If the free neighbours of the
//! filled cell are connected through the eight cells around it, nothing is cut off. The region is then the
//! old one with the freed cell and without the filled one. Its least cell is known unless it was the filled
//! one.

use crate::sokoban::board::{Board, Cell, WALL};
use crate::sokoban::state::player_region::PlayerRegion;

/// The least cell of the player's region after a box was pushed from `from` to the next cell `to`; `None` if
/// a flood is needed. `occupied`: the boxes after the push. `here`: the region before; `least`: its least
/// cell.
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
