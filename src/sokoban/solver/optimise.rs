//! Making known solutions of a level better, as an ending with what is proved.
//!
//! The known solutions come first, with little effort. Then a part of the time is for solutions of random
//! attempts ([`further_starts`](super::further_starts)), with as little effort each. The best few, and the best known
//! one, get more effort each, because the best one after little effort is often overtaken. All effort that is left is
//! for the best of all, which also takes parts of the next best ones.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::budget::Budget;
use crate::outcome::{Cost, Limit, Proof, Stop};
use crate::puzzle::{Answer, Ending, KnownAnswer, Objective, OnBetter, Report, Second};
use crate::search::{Settings, Strategy};
use crate::sokoban::board::{Balance, Board};
use crate::sokoban::bounds::Distances;
use crate::sokoban::level::Level;
use crate::sokoban::notation::metrics::Primary;
use crate::sokoban::optimise::{self, Effort, Optimised, Options};
use crate::sokoban::solver::further_starts::FurtherStarts;
use crate::sokoban::solver::objectives::MOVES;
use crate::sokoban::solver::portfolio::{self, is_too_large_for_macro_pushes};

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
/// The most random attempts.
const MAX_STARTS: usize = 200;
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
    let (primary, second) =
        if *objective == MOVES { (Primary::Moves, "pushes") } else { (Primary::Pushes, "moves") };
    let board = Board::new(level);
    let solutions: Vec<&str> = known.iter().map(|known| known.solution.as_str()).collect();
    budget.note_method(Some(METHOD));
    let mut pool = Pool { level, board: &board, primary, settings, on_better, solutions: Vec::new() };
    let stopped = pool.run(&solutions, budget).err();
    let Some(best) = pool.solutions.into_iter().next() else {
        let reason = "there is no solution to begin with".to_owned();
        let ending = Ending::Unsupported { reason };
        return Report { strategy: Strategy::Auto, ending, statistics: budget.statistics(), second: None };
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
    Report {
        strategy: Strategy::Auto,
        ending: Ending::Solved(answer),
        statistics: budget.statistics(),
        second,
    }
}

/// The solutions so far, the best one first.
struct Pool<'s> {
    level: &'s Arc<Level>,
    board: &'s Board,
    primary: Primary,
    settings: &'s Settings,
    on_better: &'s mut OnBetter<'s>,
    solutions: Vec<Optimised>,
}

impl Pool<'_> {
    fn run(&mut self, known: &[&str], budget: &mut Budget<'_>) -> Result<(), Stop> {
        let schedule = Schedule::new(budget);
        self.within(FIRST_EXPANSIONS, budget, |pool, budget| pool.add(known, Effort::Unlimited, budget))?;
        if self.is_done() {
            return Ok(());
        }
        let known = self.best(1);
        // Attempts along a packing plan need a goal for each box.
        if self.board.balance() == Balance::Even && !is_too_large_for_macro_pushes(self.board) {
            self.add_further_starts(schedule, budget)?;
        }
        let mut candidates = self.best(CANDIDATES);
        if candidates.len() > 1 || candidates != known {
            let is_new = known.first().is_some_and(|known| !candidates.contains(known));
            candidates.extend(known.into_iter().filter(|_| is_new));
            for candidate in candidates {
                if self.is_done() {
                    return Ok(());
                }
                let expansions = schedule.expansions_of_candidate(budget);
                self.within(expansions, budget, |pool, budget| {
                    pool.add(&[&candidate], Effort::Unlimited, budget)
                })?;
            }
        }
        let best = self.best(KEPT);
        let best: Vec<&str> = best.iter().map(String::as_str).collect();
        self.add(&best, Effort::Unlimited, budget)
    }

    /// The best solutions.
    fn best(&self, count: usize) -> Vec<String> {
        self.solutions.iter().take(count).map(|it| it.solution.clone()).collect()
    }

    /// Does work that may use so many expansions.
    fn within(
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
    fn is_done(&self) -> bool {
        self.solutions.first().is_none_or(|best| best.is_optimal)
    }

    /// Makes the best of `solutions` better and adds it.
    fn add(&mut self, solutions: &[&str], effort: Effort, budget: &mut Budget<'_>) -> Result<(), Stop> {
        let mut best = self.solutions.first().map(|best| best.rank);
        let on_better = &mut *self.on_better;
        let mut report = |solution: &str, rank| {
            if best.is_none_or(|best| rank < best) {
                best = Some(rank);
                on_better(solution);
            }
        };
        // A limit of expansions is for results that can be reproduced.
        let threads = if budget.limits().nodes.is_some() { 1 } else { self.settings.threads };
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

    /// Adds solutions of random attempts. A search that lacks memory leaves this out.
    fn add_further_starts(&mut self, schedule: Schedule, budget: &mut Budget<'_>) -> Result<(), Stop> {
        let used = budget.used();
        let expansions = schedule.expansions / STARTS_PART;
        let result =
            self.within(expansions, budget, |pool, budget| pool.add_random_attempts(schedule, budget));
        budget.shrink(budget.used().saturating_sub(used));
        match result {
            Err(Stop::Limit(Limit::Memory)) => Ok(()),
            result => result,
        }
    }

    fn add_random_attempts(&mut self, schedule: Schedule, budget: &mut Budget<'_>) -> Result<(), Stop> {
        let distances = Distances::new(self.board, budget)?;
        let analysis = portfolio::analysis(self.board, &distances, self.settings, budget)?;
        let context = portfolio::context(self.board, &distances, self.settings, &analysis);
        let mut starts = FurtherStarts::new(&context);
        for _ in 0..MAX_STARTS {
            if schedule.begun.elapsed() >= schedule.time_of_starts() || self.is_done() {
                break;
            }
            if let Some(solution) = starts.next(budget)? {
                budget.note(|| format!("another solution to begin with: {} moves", solution.len()));
                self.add(&[&solution], Effort::Rough, budget)?;
            }
        }
        Ok(())
    }
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
