//! Walking distances between all cells of the empty board.

use std::collections::VecDeque;

use crate::board::{Board, Cell, WALL};

/// The moves between all pairs of cells; 0 for all pairs on a board of more than [`MAX_CELLS`] cells.
#[derive(Clone, Debug)]
pub(super) struct WalkDistances {
    cells: usize,
    steps: Vec<u16>,
}

/// The largest board with a table, because of its memory.
const MAX_CELLS: usize = 1500;

impl WalkDistances {
    /// The size of the table of a board in bytes.
    pub(super) fn bytes(board: &Board) -> u64 {
        if board.cells() > MAX_CELLS { 0 } else { 2 * (board.cells() as u64).pow(2) }
    }

    /// Searches breadth-first from every cell. O(cells^2).
    pub(super) fn new(board: &Board) -> Self {
        let cells = board.cells();
        if cells > MAX_CELLS {
            return Self { cells, steps: Vec::new() };
        }
        let mut steps = vec![0; cells * cells];
        let mut queue = VecDeque::new();
        for start in board.all() {
            let row = &mut steps[usize::from(start) * cells..(usize::from(start) + 1) * cells];
            queue.push_back(start);
            while let Some(cell) = queue.pop_front() {
                for &next in board.neighbours(cell) {
                    if next != WALL && next != start && row[usize::from(next)] == 0 {
                        row[usize::from(next)] = row[usize::from(cell)] + 1;
                        queue.push_back(next);
                    }
                }
            }
        }
        Self { cells, steps }
    }

    /// The moves from one cell to another.
    #[inline]
    pub(super) fn between(&self, one: Cell, other: Cell) -> u16 {
        self.steps.get(usize::from(one) * self.cells + usize::from(other)).copied().unwrap_or(0)
    }
}
