//! Making known solutions of a level better, as an ending with what is proved.
//!
//! The known solutions come first, with little effort. Then a part of the time is for solutions of random attempts
//! ([`FurtherStarts`]), with as little effort each. The best few, and the best known one, get more effort each,
//! because the best one after little effort is often overtaken. All effort that is left is for the best of all, which
//! also takes parts of the next best ones.

use std::sync::Arc;
use std::time::Duration;

use lurd_engine::{
    budget::{Budget, Instant},
    outcome::{Cost, Limit, Proof, Stop},
    search::{Settings, Strategy},
};
use lurd_puzzle::puzzle::{Answer, KnownAnswer, Objective, OnBetter, Report, Second, Unanswered};

use super::{
    context::{Context, Finished, SliceResult},
    objectives::MOVES,
    plan_attempts::PlanAttempts,
    portfolio,
};
use crate::{
    board::Board,
    bounds::Distances,
    level::Level,
    notation::metrics::Primary,
    optimise::{self, Effort, Improvement, Optimised, Options, Shorten},
};

/// The name of the search in reports.
const METHOD: &str = "vicinity search";
/// The expansions for the known solutions at first. Small levels end with a proof before that.
const FIRST_EXPANSIONS: u64 = 50_000;
/// The part of the limits of time and expansions for further starts is one in so many.
const STARTS_PART: u64 = 4;
/// The part for each of the candidates is one in so many.
const CANDIDATE_PART: u64 = 12;
/// The most time that is shared out like this.
const MAX_TIME: Duration = Duration::from_secs(240);
/// The solutions, beside the best known one, that are made better one by one after the start.
const CANDIDATES: usize = 3;
/// The solutions that are made better together at the end.
const KEPT: usize = 4;

/// Makes the best of `known` solutions better until the budget ends or it is proved optimal. The settings are those of
/// the random attempts.
#[must_use]
pub fn optimise(
    level: &Arc<Level>,
    objective: &Objective,
    known: &[KnownAnswer],
    settings: &Settings,
    budget: &mut Budget<'_>,
    on_better: &mut OnBetter<'_>,
) -> Report {
    let (primary, second) = if *objective == MOVES { (Primary::Moves, "pushes") } else { (Primary::Pushes, "moves") };
    let board = Board::new(level);
    let solutions: Vec<&str> = known.iter().map(|known| known.solution.as_str()).collect();
    let mut pool = SolutionPool::new(level, &board, primary, settings, Box::new(|better: &str| on_better(better)));
    let stopped = run(&mut pool, &solutions, settings, budget).err();
    let Some(best) = pool.into_best() else {
        let reason = "there is no solution to begin with".to_owned();
        let ending = Err(Unanswered::Unsupported { reason });
        return Report::new(Strategy::Auto, ending, budget).by(Some(METHOD));
    };
    let cost = Cost::try_from(best.cost).unwrap_or(Cost::MAX);
    if best.is_first_optimal {
        budget.raise_bound(cost);
    }
    let lower_bound = budget.lower_bound().min(cost);
    let proof = if lower_bound >= cost { Proof::Optimal } else { Proof::Nothing };
    let answer = Answer {
        solution: best.solution,
        cost,
        proof,
        lower_bound: Some(lower_bound),
        stopped: stopped.filter(|_| !best.is_optimal),
    };
    let second = (proof == Proof::Optimal).then_some(Second { metric: second, proved: best.is_optimal });
    Report { second, ..Report::new(Strategy::Auto, Ok(answer), budget).by(Some(METHOD)) }
}

fn run(pool: &mut SolutionPool<'_>, known: &[&str], settings: &Settings, budget: &mut Budget<'_>) -> Result<(), Stop> {
    let schedule = Schedule::new(budget);
    pool.within(FIRST_EXPANSIONS, budget, |pool, budget| pool.add(known, Effort::Unlimited, budget))?;
    if pool.is_done() {
        return Ok(());
    }
    let known = pool.best(1);
    let expansions = schedule.expansions / STARTS_PART;
    let may_begin = |_| schedule.begun.elapsed() < schedule.time_of_starts();
    pool.within(expansions, budget, |pool, budget| {
        budget.in_part("random attempts", |budget| pool.add_further_starts(settings, may_begin, budget))
    })?;
    let mut candidates = pool.best(CANDIDATES);
    if candidates.len() > 1 || candidates != known {
        let is_new = known.first().is_some_and(|known| !candidates.contains(known));
        candidates.extend(known.into_iter().filter(|_| is_new));
        for candidate in candidates {
            if pool.is_done() {
                return Ok(());
            }
            let expansions = schedule.expansions_of_candidate(budget);
            pool.within(expansions, budget, |pool, budget| pool.add(&[&candidate], Effort::Unlimited, budget))?;
        }
    }
    let best = pool.best(KEPT);
    let best: Vec<&str> = best.iter().map(String::as_str).collect();
    pool.add(&best, Effort::Unlimited, budget)
}

/// How the limits are shared out.
#[derive(Clone, Copy)]
struct Schedule {
    begun: Instant,
    time: Duration,
    expansions: u64,
}

impl Schedule {
    fn new(budget: &Budget<'_>) -> Self {
        Self {
            begun: Instant::now(),
            time: budget.limits().time.map_or(MAX_TIME, |time| time.min(MAX_TIME)),
            expansions: budget.expansions_left().unwrap_or(u64::MAX),
        }
    }

    fn time_of_starts(self) -> Duration {
        self.time / u32::try_from(STARTS_PART).unwrap_or(1)
    }

    /// The expansions for one candidate: about as many as fit into its part of the time, at the rate so far.
    fn expansions_of_candidate(self, budget: &Budget<'_>) -> u64 {
        let milliseconds = self.begun.elapsed().as_millis().max(1);
        let in_time = u128::from(budget.statistics().expanded) * self.time.as_millis() / milliseconds;
        let in_time = u64::try_from(in_time).unwrap_or(u64::MAX);
        (in_time.min(self.expansions) / CANDIDATE_PART).max(1)
    }
}

// The best solutions of a level so far, each made shorter from itself.

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

    /// Makes the best of the solutions better by the primary metric alone, which is faster, and goes on where the last call
    /// was stopped, unless there is a better solution since. `known` is the first one.
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

// More solutions for the optimiser to begin with.
//
// What the optimiser can reach depends on the order in which a solution packs the boxes. Random attempts of the
// portfolio find solutions with other orders.

/// Random attempts, one after the other.
pub(super) struct FurtherStarts<'b> {
    attempts: PlanAttempts<'b, 'b>,
}

impl<'b> FurtherStarts<'b> {
    pub(super) fn new(context: &'b Context<'b>) -> Self {
        Self { attempts: PlanAttempts::new(context, &[], &[], &[]) }
    }

    /// The solution of the next attempt, if it finds one within its turn.
    ///
    /// # Errors
    /// When the budget stops it.
    pub(super) fn next(&mut self, budget: &mut Budget<'_>) -> Result<Option<String>, Stop> {
        // The bounds and plans of an attempt are those of another objective.
        let result = budget.with_own_bounds(|budget| self.attempts.random_turn(budget))?;
        match result {
            SliceResult::Ended(Finished { ending: Ok(Answer { solution, .. }), .. }) => Ok(Some(solution)),
            SliceResult::Ended(_) | SliceResult::Paused | SliceResult::GivenUp => Ok(None),
        }
    }
}
