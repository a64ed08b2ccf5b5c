//! Freeze deadlocks: boxes that can never move again, one of them off goal.
//!
//! Take boxes away from the board, one after the other, that could be pushed if the player were
//! everywhere: a box can be pushed along an axis if neither neighbour on it is a wall or a box still
//! there, and at least one of the two is not a dead square. Let F be what remains.
//!
//! *No box of F ever moves again.* Suppose some do in a solution, and let b be the first. Until then
//! all of F stands where it is, so when b is pushed, its neighbours on that axis are free of walls
//! and of boxes of F, and the one it is pushed to is live (a solution never puts a box on a dead
//! square). But then b could have been taken away: the boxes that are not in F only stand in the
//! way, they never help. So if a box of F is off goal, the position is dead.
//!
//! A push can only complete such a set together with the pushed box, so most children are cleared by
//! one look at the pushed box.

use crate::sokoban::board::{Board, Cell, WALL};
use crate::sokoban::direction::Direction;

/// The test, with its scratch.
#[derive(Clone, Debug, Default)]
pub struct Freeze {
    left: Vec<Cell>,
}

impl Freeze {
    /// Whether the box on `pushed` has just completed a set of frozen boxes of which one is off
    /// goal. `boxes` are all boxes, `occupied` tells for each cell whether there is one, and comes
    /// back unchanged.
    ///
    /// `is_live` says where a box may be pushed to.
    pub fn completes(
        &mut self,
        board: &Board,
        is_live: impl Fn(Cell) -> bool + Copy,
        boxes: impl Iterator<Item = Cell>,
        occupied: &mut [bool],
        pushed: Cell,
    ) -> bool {
        !can_move(board, is_live, occupied, pushed) && self.frozen_off_goal(board, is_live, boxes, occupied)
    }

    /// Whether some box that can never move again is off goal. O(boxes^2) at worst.
    pub fn frozen_off_goal(
        &mut self,
        board: &Board,
        is_live: impl Fn(Cell) -> bool + Copy,
        boxes: impl Iterator<Item = Cell>,
        occupied: &mut [bool],
    ) -> bool {
        self.left.clear();
        self.left.extend(boxes);
        let all = self.left.len();
        // The boxes taken away gather at the end of the list.
        let mut end = all;
        let mut index = 0;
        let mut since_change = 0;
        while end > 0 && since_change < end {
            if index >= end {
                index = 0;
            }
            let cell = self.left[index];
            if can_move(board, is_live, occupied, cell) {
                occupied[usize::from(cell)] = false;
                end -= 1;
                self.left.swap(index, end);
                since_change = 0;
            } else {
                index += 1;
                since_change += 1;
            }
        }
        for &cell in &self.left[end..all] {
            occupied[usize::from(cell)] = true;
        }
        self.left.truncate(end);
        self.left.iter().any(|&cell| !board.is_goal(cell))
    }

    /// The boxes that can never move again, as the last test left them.
    #[must_use]
    pub fn frozen(&self) -> &[Cell] {
        &self.left
    }
}

/// Whether the box on `cell` could be pushed if the player were everywhere.
fn can_move(board: &Board, is_live: impl Fn(Cell) -> bool, occupied: &[bool], cell: Cell) -> bool {
    let free = |next: Cell| next != WALL && !occupied[usize::from(next)];
    [Direction::Left, Direction::Up].into_iter().any(|direction| {
        let (a, b) = (board.next(cell, direction), board.next(cell, direction.opposite()));
        free(a) && free(b) && (is_live(a) || is_live(b))
    })
}
