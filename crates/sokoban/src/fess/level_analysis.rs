//! Static analysis of a level, shared by all feature functions.

use std::cell::RefCell;

use crate::board::{Board, Cell};
use crate::bounds::{Distances, UNREACHABLE};
use crate::deadlock::checker::DeadlockChecker;
use crate::deadlock::{FrozenWalls, Rules};
use crate::fess::hotspots::Hotspots;
use crate::fess::rooms::Rooms;
use crate::fess::sinks::Sinks;
use crate::fess::walk_distances::WalkDistances;
use crate::search_direction::SearchDirection;
use crate::state::{StateEncoding, UnpackedState};
use lurd_engine::budget::Budget;
use lurd_engine::outcome::Stop;

/// Rooms, walking distances, hotspots and sinks of a level, and its deadlock checker with the patterns proved
/// so far.
pub struct LevelAnalysis<'b> {
    pub(super) board: &'b Board,
    pub(super) distances: &'b Distances,
    pub(super) rooms: Rooms,
    pub(super) walks: WalkDistances,
    pub(super) hotspots: Hotspots,
    pub(super) sinks: Sinks,
    pub(super) checker: RefCell<DeadlockChecker>,
    /// Whether positions are checked before their expansion. The checks remember much, and are left out where there is
    /// little memory.
    checks_expansions: bool,
    /// The pushes from each cell to the nearest goal, at most 1000.
    nearest: Vec<u16>,
}

impl<'b> LevelAnalysis<'b> {
    /// Analyses the board. `rules` are those that may prove positions dead. O(cells^2), and O(cells^2 *
    /// goals) for boards that are not too large.
    ///
    /// # Errors
    /// When the budget stops it or has too little memory.
    pub fn new(
        board: &'b Board,
        distances: &'b Distances,
        rules: Rules,
        budget: &mut Budget<'_>,
    ) -> Result<Self, Stop> {
        let checks = DeadlockChecker::bytes(board);
        let checks_expansions = budget.memory_left().is_none_or(|left| checks < left / 2);
        let checks = if checks_expansions { checks } else { 0 };
        budget.grow(WalkDistances::bytes(board) + Hotspots::bytes(board) + checks)?;
        let empty = FrozenWalls::new(board, &[], &mut || budget.check_now())?;
        let analysis = Self {
            board,
            distances,
            rooms: Rooms::new(board),
            walks: WalkDistances::new(board),
            hotspots: Hotspots::new(board, &empty, &budget.deadline()),
            sinks: Sinks::new(board, budget)?,
            checker: RefCell::new(DeadlockChecker::new(board, rules)),
            checks_expansions,
            nearest: board.all().map(|cell| nearest(distances, cell)).collect(),
        };
        budget.check_now()?;
        Ok(analysis)
    }

    /// The pulls from each cell to the initial cells of the boxes.
    pub fn origins(&self) -> &Distances {
        self.sinks.distances()
    }

    /// Whether `state` is proved dead by the rules that are too slow for every child; loads it into
    /// `unpacked`. Backward there are no such rules, and where there is
    /// little memory they are left out: then only the budget is checked.
    ///
    /// # Errors
    /// When the budget stops the search.
    pub(super) fn is_dead(
        &self,
        direction: SearchDirection,
        unpacked: &mut UnpackedState,
        encoding: StateEncoding,
        state: &[u64],
        budget: &mut Budget<'_>,
    ) -> Result<bool, Stop> {
        unpacked.load(self.board, encoding, state);
        match direction {
            SearchDirection::Push if self.checks_expansions => {
                let player = encoding.player(state);
                self.checker.borrow_mut().is_dead(self.board, unpacked, player, budget)
            }
            SearchDirection::Push | SearchDirection::Pull => budget.check_now().map(|()| false),
        }
    }

    /// The pushes from `cell` to the nearest goal, at most 1000.
    #[inline]
    pub(super) fn nearest(&self, cell: Cell) -> u16 {
        self.nearest[usize::from(cell)]
    }
}

fn nearest(distances: &Distances, cell: Cell) -> u16 {
    let nearest = distances.to_goals(cell).iter().copied().min().unwrap_or(UNREACHABLE);
    u16::try_from(nearest).map_or(1000, |nearest| nearest.min(1000))
}
