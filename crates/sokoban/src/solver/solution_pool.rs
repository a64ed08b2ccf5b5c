//! The best solutions of a level so far, each made shorter from itself, and more solutions to begin with.

use std::sync::Arc;

use lurd_engine::program::{
    budget::Budget,
    outcome::{Limit, Stop},
    search::Settings,
};
use lurd_puzzle::puzzle::Answer;

use super::{
    context::{Context, Finished, TurnResult},
    packing_attempt::PlanSearches,
    portfolio,
    random_attempts::{RandomAttempts, RandomSpaces},
};
use crate::{
    board::Board,
    bounds::Distances,
    level::Level,
    notation::metrics::Primary,
    optimise::{self, Effort, Improvement, Optimised, Options, Shorten},
};

/// The solutions that are made better together.
pub(super) const KEPT: usize = 4;

/// Maximum number of random attempts per call.
const MAX_STARTS: usize = 200;

/// The solutions so far, the best one first.
pub(super) struct SolutionPool<'s> {
    level: &'s Arc<Level>,
    board: &'s Board,
    primary: Primary,
    threads: usize,
    on_better: Box<dyn FnMut(&str) + 's>,
    solutions: Vec<Optimised>,
    /// What [`go_on`](Self::go_on) continues.
    continued: Option<Improvement<'s>>,
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
        Self { level, board, primary, threads: settings.threads, on_better, solutions: Vec::new(), continued: None }
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
    pub(super) fn add(&mut self, solutions: &[&str], effort: Effort, budget: &mut Budget<'_>) -> Result<(), Stop> {
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
        let options = Options { primary: self.primary, effort, threads, shorten: Shorten::All };
        let optimised = optimise::optimise(self.level, self.board, options, solutions, budget, &mut report);
        let Some(optimised) = optimised else { return Ok(()) };
        if !self.solutions.is_empty() {
            // One that is better as it is was not reported.
            report(&optimised.solution, optimised.rank);
        }
        self.insert(optimised)
    }

    /// Adds a solution. Returns what stopped its optimisation as an error.
    fn insert(&mut self, optimised: Optimised) -> Result<(), Stop> {
        let stopped = optimised.stopped;
        let place = self.solutions.partition_point(|other| other.rank < optimised.rank);
        if self.solutions.get(place).is_none_or(|other| other.rank != optimised.rank) {
            self.solutions.insert(place, optimised);
        } else if optimised.is_first_optimal {
            self.solutions[place] = optimised;
        }
        stopped.map_or(Ok(()), Err)
    }

    /// Continues improving the best solution by the primary metric alone, which is faster; resumes the last call unless a
    /// better solution was found since. `known` is used if the pool is empty.
    ///
    /// # Errors
    /// As [`add`](Self::add).
    pub(super) fn go_on(&mut self, known: &str, budget: &mut Budget<'_>) -> Result<(), Stop> {
        let best = self.solutions.first().map_or(u64::MAX, |best| best.cost);
        if self.continued.as_ref().is_none_or(|continued| continued.cost() > best) {
            let best = self.best(KEPT);
            let mut solutions: Vec<&str> = best.iter().map(String::as_str).collect();
            if solutions.is_empty() {
                solutions.push(known);
            }
            let options =
                Options { primary: self.primary, effort: Effort::Unlimited, threads: 1, shorten: Shorten::Primary };
            let new = Improvement::new(self.level, self.board, options, &solutions, budget, &mut |_, _| {});
            if let Some(mut old) = std::mem::replace(&mut self.continued, new) {
                old.release(budget);
            }
        }
        let Some(continued) = &mut self.continued else { return Ok(()) };
        let stopped = continued.go_on(budget, &mut |_, _| {}).err();
        let optimised = continued.result(stopped);
        self.insert(optimised)
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
        if !portfolio::suits(self.board) {
            return Ok(());
        }
        match budget.in_scope(|budget| self.add_random_attempts(settings, may_begin, budget)) {
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
        let spaces = RandomSpaces::default();
        let mut starts = FurtherStarts::new(&context, &spaces);
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

// More solutions for the optimiser to begin with.
//
// What the optimiser can reach depends on the order in which a solution packs the boxes. Random attempts of the
// portfolio find solutions with other orders.

/// Random attempts, one after the other.
pub(super) struct FurtherStarts<'s, 'b> {
    attempts: RandomAttempts<'s, 'b>,
    plans: PlanSearches<'s, 'b>,
}

impl<'s, 'b> FurtherStarts<'s, 'b> {
    pub(super) fn new(context: &'b Context<'b>, spaces: &'s RandomSpaces<'b>) -> Self {
        Self { attempts: RandomAttempts::new(context, spaces), plans: PlanSearches::new(context.analysis, &[]) }
    }

    /// The solution of the next attempt, if it finds one within its turn.
    ///
    /// # Errors
    /// When the budget stops it.
    pub(super) fn next(&mut self, budget: &mut Budget<'_>) -> Result<Option<String>, Stop> {
        // The bounds and plans of an attempt are those of another objective.
        let result = budget.with_own_bounds(|budget| self.attempts.turn(&mut self.plans, budget))?;
        match result {
            TurnResult::Ended(Finished { ending: Ok(Answer { solution, .. }), .. }) => Ok(Some(solution)),
            TurnResult::Ended(_) | TurnResult::Paused | TurnResult::GivenUp => Ok(None),
        }
    }
}
