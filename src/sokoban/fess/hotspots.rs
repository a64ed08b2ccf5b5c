//! Hotspots: boxes that stand in other boxes' way to goals.

use crate::budget::Deadline;
use crate::sokoban::board::{Board, Cell};
use crate::sokoban::deadlock::FrozenWalls;

/// For each pair of cells whether a box on one of them keeps a box on the other from some goal that it
/// could reach on the empty board.
#[derive(Clone, Debug)]
pub(super) struct Hotspots {
    cells: usize,
    /// A row of bits for each cell: whom a box there hinders, and by whom it is hindered, added up.
    hinders: Vec<u8>,
}

/// More work than this is not worth it, in visits of cells.
const MAX_WORK: usize = 60_000_000;

impl Hotspots {
    fn is_worth_it(board: &Board) -> bool {
        board.cells() * board.cells() * board.goals().len() * 4 <= MAX_WORK
    }

    /// How many bytes the table of a board takes.
    pub(super) fn bytes(board: &Board) -> u64 {
        if Self::is_worth_it(board) { (board.cells() as u64).pow(2) } else { 0 }
    }

    /// Looks at every cell as a wall. O(cells^2 * goals); nothing is known of large boards, nor when
    /// the time is over.
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

    /// How many pairs a box on `cell` makes with `others`.
    #[inline]
    pub(super) fn pairs(&self, cell: Cell, others: &[Cell]) -> u64 {
        if self.hinders.is_empty() {
            return 0;
        }
        let row = &self.hinders[usize::from(cell) * self.cells..(usize::from(cell) + 1) * self.cells];
        others.iter().map(|&other| u64::from(row[usize::from(other)])).sum()
    }
}
