//! The fewest boxes between the player and one of several cells.

use crate::board::{Board, Cell, WALL};

/// A search by the number of boxes that the player walks through (0-1 breadth-first search).
#[derive(Clone, Debug)]
pub(super) struct Access {
    visited_at: Vec<u32>,
    search_number: u32,
    /// The free cells of the present level.
    stack: Vec<Cell>,
    /// The boxes that separate it from the next one.
    boxes: Vec<Cell>,
}

impl Access {
    pub(super) fn new(cells: usize) -> Self {
        Self { visited_at: vec![0; cells], search_number: 0, stack: Vec::new(), boxes: Vec::new() }
    }

    /// The least sum of the boxes on a walk from `player` to a cell, including a box on the cell, and of
    /// `cost_at` the cell; [`u32::MAX`] if no cell has a cost. `least` is a lower bound of all costs, with
    /// which the search ends as soon as no farther cell can be better.
    pub(super) fn least_cost(
        &mut self,
        board: &Board,
        occupied: &[bool],
        player: Cell,
        least: u32,
        cost_at: impl Fn(Cell) -> Option<u32>,
    ) -> u32 {
        if self.search_number == u32::MAX {
            self.visited_at.fill(0);
            self.search_number = 0;
        }
        self.search_number += 1;
        let Self { visited_at, search_number, stack, boxes } = self;
        stack.clear();
        boxes.clear();
        visited_at[usize::from(player)] = *search_number;
        stack.push(player);
        let mut crossed = 0;
        let mut best = u32::MAX;
        loop {
            while let Some(cell) = stack.pop() {
                if let Some(cost) = cost_at(cell) {
                    best = best.min(cost + crossed);
                    if best <= least + crossed {
                        return best;
                    }
                }
                for &next in board.neighbours(cell) {
                    if next != WALL && visited_at[usize::from(next)] != *search_number {
                        visited_at[usize::from(next)] = *search_number;
                        if occupied[usize::from(next)] { &mut *boxes } else { &mut *stack }.push(next);
                    }
                }
            }
            crossed += 1;
            if boxes.is_empty() || best <= least.saturating_add(crossed) {
                return best;
            }
            std::mem::swap(stack, boxes);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::direction::Direction;
    use crate::formats;

    #[test]
    fn boxes_are_counted_on_the_walk_that_meets_the_fewest() {
        // A ring: two boxes the short way round, one the long way.
        let level = formats::read("#######|#@$$ .#|# ### #|# $  .#|#    .#|#######").expect("a text");
        let board = Board::new(level[0].level.as_ref().expect("a level"));
        let mut occupied = vec![false; board.cells()];
        board.boxes().iter().for_each(|&cell| occupied[usize::from(cell)] = true);
        let mut access = Access::new(board.cells());
        let mut boxes_to = |occupied: &[bool]| -> Vec<u32> {
            let to = |cell| {
                let cost_at = |other| (other == cell).then_some(0);
                access.least_cost(&board, occupied, board.player(), 0, cost_at)
            };
            board.all().map(to).collect()
        };
        // In reading order: @ $ $ _ . | _ _ | _ $ _ _ . | _ _ _ _ .
        assert_eq!(boxes_to(&occupied), [0, 1, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0]);
        occupied[usize::from(board.next(board.player(), Direction::Down))] = true;
        assert_eq!(boxes_to(&occupied), [0, 1, 2, 1, 1, 1, 1, 1, 2, 1, 1, 1, 1, 1, 1, 1, 1]);
    }

    #[test]
    fn costs_of_cells_and_boxes_on_the_way_are_added() {
        let level = formats::read("#########|#@ $ $  #|#  ######|#   ..###|#########").expect("a text");
        let board = Board::new(level[0].level.as_ref().expect("a level"));
        let mut occupied = vec![false; board.cells()];
        board.boxes().iter().for_each(|&cell| occupied[usize::from(cell)] = true);
        let mut access = Access::new(board.cells());
        for (costs, expected) in
            [([(1, 5), (3, 3)], 4), ([(1, 3), (6, 0)], 2), ([(4, 1), (6, 1)], 3), ([(0, 2), (3, 2)], 2)]
        {
            let cost_at = |cell| costs.iter().find(|&&(at, _)| at == cell).map(|&(_, cost)| cost);
            let least = costs.iter().map(|&(_, cost)| cost).min().expect("two costs");
            assert_eq!(access.least_cost(&board, &occupied, board.player(), least, cost_at), expected);
            assert_eq!(access.least_cost(&board, &occupied, board.player(), 0, cost_at), expected);
        }
        assert_eq!(access.least_cost(&board, &occupied, board.player(), 0, |_| None), u32::MAX);
    }
}
