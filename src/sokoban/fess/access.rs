//! The number of boxes between the player and each cell.

use std::collections::VecDeque;

use crate::sokoban::board::{Board, Cell, WALL};

/// Distances from the player, where entering a box costs 1 and free floor 0 (0-1 breadth-first search).
#[derive(Clone, Debug)]
pub(super) struct Access {
    crossed: Vec<u8>,
    queue: VecDeque<Cell>,
}

impl Access {
    pub(super) fn new(cells: usize) -> Self {
        Self { crossed: vec![u8::MAX; cells], queue: VecDeque::new() }
    }

    /// Computes the distances from `player`.
    pub(super) fn fill(&mut self, board: &Board, occupied: &[bool], player: Cell) {
        self.crossed.fill(u8::MAX);
        self.queue.clear();
        self.crossed[usize::from(player)] = 0;
        self.queue.push_back(player);
        while let Some(cell) = self.queue.pop_front() {
            let boxes = self.crossed[usize::from(cell)];
            for &next in board.neighbours(cell) {
                if next == WALL {
                    continue;
                }
                let is_box = occupied[usize::from(next)];
                let cost = boxes.saturating_add(u8::from(is_box));
                if cost < self.crossed[usize::from(next)] {
                    self.crossed[usize::from(next)] = cost;
                    if is_box {
                        self.queue.push_back(next);
                    } else {
                        self.queue.push_front(next);
                    }
                }
            }
        }
    }

    /// The fewest boxes on a walk to `cell`, including a box on `cell`.
    pub(super) fn boxes_to(&self, cell: Cell) -> u32 {
        u32::from(self.crossed[usize::from(cell)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sokoban::formats;

    #[test]
    fn boxes_are_counted_on_the_walk_that_meets_the_fewest() {
        // A ring: two boxes the short way round, one the long way.
        let level = formats::read("#######|#@$$ .#|# ### #|# $  .#|#    .#|#######").expect("a text");
        let board = Board::new(level[0].level.as_ref().expect("a level"));
        let mut occupied = vec![false; board.cells()];
        board.boxes().iter().for_each(|&cell| occupied[usize::from(cell)] = true);
        let mut access = Access::new(board.cells());
        access.fill(&board, &occupied, board.player());
        // In reading order: @ $ $ _ . | _ _ | _ $ _ _ . | _ _ _ _ .
        let expected = [0, 1, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0];
        let found: Vec<u32> = board.all().map(|cell| access.boxes_to(cell)).collect();
        assert_eq!(found, expected);
        occupied[usize::from(board.next(board.player(), crate::sokoban::direction::Direction::Down))] = true;
        access.fill(&board, &occupied, board.player());
        let expected = [0, 1, 2, 1, 1, 1, 1, 1, 2, 1, 1, 1, 1, 1, 1, 1, 1];
        let found: Vec<u32> = board.all().map(|cell| access.boxes_to(cell)).collect();
        assert_eq!(found, expected);
    }
}
