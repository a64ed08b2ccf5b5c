//! Freeze deadlocks: boxes that can never move again, one of them off goal.
//!
//! Take away, one after the other, all boxes that could be pushed if the player could stand anywhere: a box
//! can be pushed along an axis if neither neighbour on it is a wall or a box still there, and at least one of
//! the two is not a dead square. Let F be the boxes that remain.
//!
//! *No box of F ever moves again.* Suppose some do in a solution, and let b be the first. Until then all of F stands
//! where it is. So when b is pushed, its neighbours on that axis are neither walls nor boxes of F, and the one it is
//! pushed to is live, because a solution never puts a box on a dead square. But then b could have been taken away:
//! boxes that are not in F only stand in the way. So if a box of F is off goal, the position is dead.
//!
//! A push can only complete such a set together with the pushed box, so for most successors one look at the pushed
//! box suffices. This fixpoint is simpler to prove than the usual recursion along axes and finds at least as much.

use crate::{
    board::{Board, Cell, WALL},
    deadlock::rule::{AfterPush, DeadlockRule},
    direction::Direction,
};

/// The rule, with its scratch.
#[derive(Clone, Debug, Default)]
pub struct Freeze {
    left: Vec<Cell>,
}

impl DeadlockRule for Freeze {
    const NAME: &'static str = "freeze";
    const SUMMARY: &'static str = "boxes that can never move again must stand on goals";
    const CHECKS_PUSHES: bool = true;

    fn new(_: &Board) -> Self {
        Self::default()
    }

    #[inline]
    fn dead_after_push<L: Fn(Cell) -> bool + Copy>(&mut self, push: &mut AfterPush<'_, L>) -> bool {
        let &mut AfterPush { board, is_live, boxes, from, to, .. } = push;
        let boxes = boxes.iter().map(|&cell| if cell == from { to } else { cell });
        self.completes(board, is_live, boxes, push.occupied, to)
    }
}

impl Freeze {
    /// Whether the box just pushed onto `pushed` completes a set of frozen boxes with one off goal.
    ///
    /// `is_live`: whether a box may be pushed to a cell. `boxes`: all boxes. `occupied`: the same as a map
    /// of the cells; it is changed and restored.
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

    /// Whether some box that can never move again is off goal. O(boxes^2) in the worst case.
    pub(crate) fn frozen_off_goal(
        &mut self,
        board: &Board,
        is_live: impl Fn(Cell) -> bool + Copy,
        boxes: impl Iterator<Item = Cell>,
        occupied: &mut [bool],
    ) -> bool {
        self.left.clear();
        self.left.extend(boxes);
        let all = self.left.len();
        // The boxes taken away are moved to the end of the list.
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

    /// The boxes that can never move again, as found by the last call.
    #[must_use]
    pub fn frozen(&self) -> &[Cell] {
        &self.left
    }
}

/// Whether the box on `cell` could be pushed if the player could stand anywhere.
pub(super) fn can_move(board: &Board, is_live: impl Fn(Cell) -> bool, occupied: &[bool], cell: Cell) -> bool {
    let free = |next: Cell| next != WALL && !occupied[usize::from(next)];
    [Direction::Left, Direction::Up].into_iter().any(|direction| {
        let (a, b) = (board.next(cell, direction), board.next(cell, direction.opposite()));
        free(a) && free(b) && (is_live(a) || is_live(b))
    })
}
