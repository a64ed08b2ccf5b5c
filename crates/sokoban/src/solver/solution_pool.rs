//! The best solutions of a level so far, each made shorter from itself.

use std::sync::Arc;

use crate::board::{Balance, Board};
use crate::bounds::Distances;
use crate::level::Level;
use crate::notation::metrics::Primary;
use crate::optimise::{self, Effort, Optimised, Options};
use crate::solver::further_starts::FurtherStarts;
use crate::solver::portfolio::{self, is_too_large_for_macro_pushes};
use lurd_engine::budget::Budget;
use lurd_engine::outcome::{Limit, Stop};
use lurd_engine::search::Settings;

/// The most random attempts at once.
const MAX_STARTS: usize = 200;

/// The solutions so far, the best one first.
pub(super) struct SolutionPool<'s> {
    level: &'s Arc<Level>,
    board: &'s Board,
    primary: Primary,
    threads: usize,
    on_better: Box<dyn FnMut(&str) + 's>,
    solutions: Vec<Optimised>,
}

impl<'s> SolutionPool<'s> {
    /// A pool without solutions. `on_better` receives each solution that is better than all before.
    pub(super) fn new(
        level: &'s Arc<Level>,
        board: &'s Board,
        primary: Primary,
        settings: &Settings,
        on_better: Box<dyn FnMut(&str) + 's>,
    ) -> Self {
        Self { level, board, primary, threads: settings.threads, on_better, solutions: Vec::new() }
    }

    /// The best solutions.
    pub(super) fn best(&self, count: usize) -> Vec<String> {
        self.solutions.iter().take(count).map(|it| it.solution.clone()).collect()
    }

    /// The best one, with what is known of it.
    pub(super) fn first(&self) -> Option<&Optimised> {
        self.solutions.first()
    }

    /// The best one, with what is known of it.
    pub(super) fn into_best(self) -> Option<Optimised> {
        self.solutions.into_iter().next()
    }

    /// Does work that may use so many expansions.
    ///
    /// # Errors
    /// When the budget stops it before that.
    pub(super) fn within(
        &mut self,
        expansions: u64,
        budget: &mut Budget<'_>,
        work: impl FnOnce(&mut Self, &mut Budget<'_>) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let before = budget.statistics().expanded;
        match budget.in_slice(expansions, |budget| work(self, budget)) {
            Err(Stop::Paused) if budget.statistics().expanded - before >= expansions => Ok(()),
            result => result,
        }
    }

    /// Whether there is nothing left to prove, or no solution.
    pub(super) fn is_done(&self) -> bool {
        self.solutions.first().is_none_or(|best| best.is_optimal)
    }

    /// Makes the best of `solutions` better and adds it.
    ///
    /// # Errors
    /// When the budget stops it; what has been reached by then is added.
    pub(super) fn add(
        &mut self,
        solutions: &[&str],
        effort: Effort,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop> {
        let mut best = self.solutions.first().map(|best| best.rank);
        let on_better = &mut *self.on_better;
        let mut report = |solution: &str, rank| {
            if best.is_none_or(|best| rank < best) {
                best = Some(rank);
                on_better(solution);
            }
        };
        // A limit of expansions is for results that can be reproduced.
        let threads = if budget.limits().nodes.is_some() { 1 } else { self.threads };
        let options = Options { primary: self.primary, effort, threads };
        let optimised = optimise::optimise(self.level, self.board, options, solutions, budget, &mut report);
        let Some(optimised) = optimised else { return Ok(()) };
        if !self.solutions.is_empty() {
            // One that is better as it is was not reported.
            report(&optimised.solution, optimised.rank);
        }
        let stopped = optimised.stopped;
        let place = self.solutions.partition_point(|other| other.rank < optimised.rank);
        if self.solutions.get(place).is_none_or(|other| other.rank != optimised.rank) {
            self.solutions.insert(place, optimised);
        } else if optimised.is_first_optimal {
            self.solutions[place] = optimised;
        }
        stopped.map_or(Ok(()), Err)
    }

    /// Adds solutions of random attempts. Before each attempt, `may_begin` is asked with the expansions of those
    /// before it. Does nothing on a level without such attempts, or without the memory for them.
    ///
    /// # Errors
    /// When the budget stops it.
    pub(super) fn add_further_starts(
        &mut self,
        settings: &Settings,
        may_begin: impl FnMut(u64) -> bool,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop> {
        // Attempts along a packing plan need a goal for each box.
        if self.board.balance() != Balance::Even || is_too_large_for_macro_pushes(self.board) {
            return Ok(());
        }
        let used = budget.used();
        let result = self.add_random_attempts(settings, may_begin, budget);
        budget.shrink(budget.used().saturating_sub(used));
        match result {
            Err(Stop::Limit(Limit::Memory)) => Ok(()),
            result => result,
        }
    }

    fn add_random_attempts(
        &mut self,
        settings: &Settings,
        mut may_begin: impl FnMut(u64) -> bool,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop> {
        let distances = Distances::new(self.board, budget)?;
        let analysis = portfolio::analysis(self.board, &distances, settings, budget)?;
        let context = portfolio::context(self.board, &distances, settings, &analysis);
        let mut starts = FurtherStarts::new(&context);
        let mut expanded = 0;
        for _ in 0..MAX_STARTS {
            if self.is_done() || !may_begin(expanded) {
                break;
            }
            let before = budget.statistics().expanded;
            let solution = starts.next(budget)?;
            expanded += budget.statistics().expanded - before;
            if let Some(solution) = solution {
                budget.note(|| format!("another solution to begin with: {} moves", solution.len()));
                self.add(&[&solution], Effort::Rough, budget)?;
            }
        }
        Ok(())
    }
}
