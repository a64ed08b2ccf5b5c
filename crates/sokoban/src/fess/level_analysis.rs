//! Static analysis of a level, shared by all feature functions, with hotspots and walking distances.

use std::{cell::RefCell, collections::VecDeque};

use lurd_engine::program::budget::{Budget, Deadline};
use lurd_engine::program::outcome::Stop;

use super::{packing_search::Sinks, rooms::Rooms};
use crate::{
    board::{Board, Cell, WALL},
    bounds::{Distances, UNREACHABLE},
    deadlock::{FrozenWalls, Rules, checker::DeadlockChecker},
    direction::SearchDirection,
    state::{StateEncoding, UnpackedState},
};

/// Rooms, walking distances, hotspots and sinks of a level, and its deadlock checker with the patterns proved so far.
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
            checker: RefCell::new(DeadlockChecker::new(board, rules, budget.tally())),
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

// Hotspots: boxes that block other boxes from goals (Shoham & Schaeffer 2020).

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

// Walking distances between all cells of the empty board.

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
