//! Turns of the optimiser beside a proof, so that the incumbent becomes shorter.
//!
//! Where the lower bound of the start is the optimum, an incumbent of that cost is proved at once, and A* may be far
//! from finding one. Every other turn makes one of the best solutions shorter; the turns between them add solutions
//! of random attempts.

use std::sync::Arc;

use super::objectives::PUSHES;
use super::solution_pool::SolutionPool;
use crate::board::Board;
use crate::level::Level;
use crate::notation::metrics::Primary;
use crate::optimise::{Effort, Optimised};
use lurd_engine::budget::{Allotment, Budget};
use lurd_engine::outcome::{Limit, Stop};
use lurd_engine::search::Settings;
use lurd_puzzle::puzzle::Objective;

/// The expansions of the optimiser that take as long as one of A*. Measured: 8 to 15.
pub(super) const OPTIMISER_PER_INFORMED: u64 = 12;

/// The expansions of A* that take as long as one of feature-space search. Measured: 8 to 20.
pub(super) const INFORMED_PER_FEATURES: u64 = 10;

/// A turn is this part of one of A*.
const PART: u64 = 3;

/// The solutions that are made shorter together.
const KEPT: usize = 4;

/// The optimiser's side of the race.
pub(super) struct Shortening<'s> {
    pool: SolutionPool<'s>,
    settings: Settings,
    turns: u64,
    /// The expansions that remain.
    nodes: u64,
    /// The expansions so far.
    pub(super) expanded: u64,
}

impl<'s> Shortening<'s> {
    /// Uses at most `nodes` expansions in all.
    pub(super) fn new(
        level: &'s Arc<Level>,
        board: &'s Board,
        objective: &Objective,
        settings: &Settings,
        nodes: u64,
    ) -> Self {
        let primary = if *objective == PUSHES { Primary::Pushes } else { Primary::Moves };
        let settings = Settings { threads: 1, ..*settings };
        let pool = SolutionPool::new(level, board, primary, &settings, Box::new(|_| {}));
        Self { pool, settings, turns: 0, nodes, expanded: 0 }
    }

    /// The best solution so far, once there has been a turn.
    pub(super) fn best(&self) -> Option<&Optimised> {
        self.pool.first()
    }

    /// Takes a turn beside one of A* with `turn` expansions. Returns whether there is anything left to do. `known`
    /// is the first solution.
    ///
    /// # Errors
    /// When the budget stops it.
    pub(super) fn turn(&mut self, known: &str, turn: u64, budget: &mut Budget<'_>) -> Result<bool, Stop> {
        if self.nodes == 0 || (self.turns > 0 && self.pool.is_done()) {
            return Ok(false);
        }
        let number = self.turns;
        self.turns += 1;
        let turn = turn / PART;
        let expansions = turn.saturating_mul(OPTIMISER_PER_INFORMED).min(self.nodes);
        let mut allotment = Allotment::default();
        let memory = budget.memory_left().map(|left| left / 2);
        let before = budget.statistics().expanded;
        let result = budget.with_allotment(&mut allotment, expansions, memory, |budget| {
            if number % 2 == 1 {
                return self.add_starts(number, turn / INFORMED_PER_FEATURES, budget);
            }
            let solutions = if number == 0 { vec![known.to_owned()] } else { self.candidates(number / 2) };
            let solutions: Vec<&str> = solutions.iter().map(String::as_str).collect();
            self.pool.add(&solutions, Effort::Unlimited, budget)
        });
        budget.reclaim(&allotment);
        let expanded = budget.statistics().expanded - before;
        self.expanded += expanded;
        self.nodes = self.nodes.saturating_sub(expanded);
        match result {
            Err(Stop::Paused) if expanded >= expansions => Ok(true),
            Err(Stop::Limit(Limit::Memory)) => Ok(false),
            result => result.map(|()| true),
        }
    }

    /// The solutions of a turn: all of the best ones every other time, in between the second or the third alone,
    /// because the best one after little effort is often overtaken.
    fn candidates(&self, number: u64) -> Vec<String> {
        let mut best = self.pool.best(KEPT);
        let alone = match number % 4 {
            1 => 1,
            3 => 2,
            _ => return best,
        };
        if alone < best.len() { vec![best.swap_remove(alone)] } else { best }
    }

    fn add_starts(&mut self, number: u64, expansions: u64, budget: &mut Budget<'_>) -> Result<(), Stop> {
        let settings = Settings { seed: self.settings.seed ^ number << 16, ..self.settings };
        self.pool.add_further_starts(&settings, |expanded| expanded < expansions, budget)
    }
}
