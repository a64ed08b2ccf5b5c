//! The floor of a level as the rules of searches see it: its cells, and which of them are dead squares. It does
//! not change while the level is played, so all positions of a game share it.

use lurd_engine::program::budget::{Budget, Cancel, Limits};

use crate::{
    board::{Board, Cell},
    bounds::Distances,
    level::Level,
};

/// The limits of the distances.
const LIMITS: Limits = Limits::NONE.memory(256 << 20);

/// The most pairs of a square and a goal for which distances are computed while a person waits. (A time limit
/// would not give the same result every time.)
const MAX_PAIRS: usize = 4_000_000;

/// The floor of a level.
#[derive(Debug)]
pub(super) struct Floor {
    pub(super) board: Board,
    /// The squares of the cells, ascending, each with its cell.
    cells: Vec<(usize, Cell)>,
    /// The distances of boxes; `None` if the level is too large to compute them quickly.
    pub(super) distances: Option<Distances>,
}

/// The distances of boxes to goals; `None` if the level is too large to compute them quickly.
pub(super) fn distances(board: &Board) -> Option<Distances> {
    if board.cells().saturating_mul(board.goals().len()) > MAX_PAIRS {
        return None;
    }
    let mut no_observer = ();
    let mut budget = Budget::new(LIMITS, Cancel::default(), &mut no_observer);
    Distances::new(board, &mut budget).ok()
}

impl Floor {
    pub(super) fn new(level: &Level) -> Self {
        let board = Board::new(level);
        let distances = distances(&board);
        let mut cells: Vec<(usize, Cell)> = board.all().map(|cell| (board.square(cell), cell)).collect();
        cells.sort_unstable();
        Self { board, cells, distances }
    }

    /// The cell on a square; `None` outside the player's room.
    pub(super) fn cell(&self, square: usize) -> Option<Cell> {
        let index = self.cells.binary_search_by_key(&square, |&(square, _)| square).ok()?;
        Some(self.cells[index].1)
    }
}
