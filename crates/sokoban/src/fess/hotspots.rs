//! Hotspots: boxes that block other boxes from goals (Shoham & Schaeffer 2020).

use crate::board::{Board, Cell};
use crate::deadlock::FrozenWalls;
use lurd_engine::budget::Deadline;

/// For each pair of cells, whether a box on one of them blocks a box on the other from some goal that it
/// can reach on the empty board.
#[derive(Clone, Debug)]
pub(super) struct Hotspots {
    cells: usize,
    /// For each ordered pair of cells, how many of the two boxes block the other one: 0, 1 or 2.
    hinders: Vec<u8>,
}

/// The largest table worth building, in visits of cells.
const MAX_WORK: usize = 60_000_000;

impl Hotspots {
    fn is_worth_it(board: &Board) -> bool {
        board.cells() * board.cells() * board.goals().len() * 4 <= MAX_WORK
    }

    /// The size of the table of a board in bytes.
    pub(super) fn bytes(board: &Board) -> u64 {
        if Self::is_worth_it(board) { (board.cells() as u64).pow(2) } else { 0 }
    }

    /// Builds the table, with each cell in turn as a wall. O(cells^2 * goals). The table is empty for large
    /// boards and if `deadline` passes.
    pub(super) fn new(board: &Board, empty: &FrozenWalls, deadline: &Deadline) -> Self {
        let cells = board.cells();
        let mut hinders = Vec::new();
        if Self::is_worth_it(board) {
            hinders.resize(cells * cells, 0);
            for wall in board.all().filter(|&cell| empty.is_live(cell)) {
                let over = &mut || if deadline.is_over() { Err(()) } else { Ok(()) };
                let Ok(walled) = FrozenWalls::new(board, &[wall], over) else {
                    return Self { cells, hinders: Vec::new() };
                };
                for cell in board.all().filter(|&cell| cell != wall && empty.is_live(cell)) {
                    if walled.goals_from(cell) < empty.goals_from(cell) - u32::from(board.is_goal(wall)) {
                        hinders[usize::from(wall) * cells + usize::from(cell)] += 1;
                        hinders[usize::from(cell) * cells + usize::from(wall)] += 1;
                    }
                }
            }
        }
        Self { cells, hinders }
    }

    /// The number of blocking relations between a box on `cell` and `others`.
    #[inline]
    pub(super) fn pairs(&self, cell: Cell, others: &[Cell]) -> u64 {
        if self.hinders.is_empty() {
            return 0;
        }
        let row = &self.hinders[usize::from(cell) * self.cells..(usize::from(cell) + 1) * self.cells];
        others.iter().map(|&other| u64::from(row[usize::from(other)])).sum()
    }
}
