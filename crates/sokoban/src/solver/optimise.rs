//! Making known solutions of a level better, as an ending with what is proved.
//!
//! The known solutions come first, with little effort. Then a part of the time is for solutions of random
//! attempts ([`further_starts`](super::further_starts)), with as little effort each. The best few, and the best known
//! one, get more effort each, because the best one after little effort is often overtaken. All effort that is left is
//! for the best of all, which also takes parts of the next best ones.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::board::Board;
use crate::level::Level;
use crate::notation::metrics::Primary;
use crate::optimise::Effort;
use crate::solver::objectives::MOVES;
use crate::solver::solution_pool::SolutionPool;
use lurd_engine::budget::Budget;
use lurd_engine::outcome::{Cost, Proof, Stop};
use lurd_engine::search::{Settings, Strategy};
use lurd_puzzle::puzzle::{Answer, Ending, KnownAnswer, Objective, OnBetter, Report, Second};

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
    let (primary, second) =
        if *objective == MOVES { (Primary::Moves, "pushes") } else { (Primary::Pushes, "moves") };
    let board = Board::new(level);
    let solutions: Vec<&str> = known.iter().map(|known| known.solution.as_str()).collect();
    budget.note_method(Some(METHOD));
    let mut pool =
        SolutionPool::new(level, &board, primary, settings, Box::new(|better: &str| on_better(better)));
    let stopped = run(&mut pool, &solutions, settings, budget).err();
    let Some(best) = pool.into_best() else {
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

fn run(
    pool: &mut SolutionPool<'_>,
    known: &[&str],
    settings: &Settings,
    budget: &mut Budget<'_>,
) -> Result<(), Stop> {
    let schedule = Schedule::new(budget);
    pool.within(FIRST_EXPANSIONS, budget, |pool, budget| pool.add(known, Effort::Unlimited, budget))?;
    if pool.is_done() {
        return Ok(());
    }
    let known = pool.best(1);
    let expansions = schedule.expansions / STARTS_PART;
    let may_begin = |_| schedule.begun.elapsed() < schedule.time_of_starts();
    pool.within(expansions, budget, |pool, budget| pool.add_further_starts(settings, may_begin, budget))?;
    let mut candidates = pool.best(CANDIDATES);
    if candidates.len() > 1 || candidates != known {
        let is_new = known.first().is_some_and(|known| !candidates.contains(known));
        candidates.extend(known.into_iter().filter(|_| is_new));
        for candidate in candidates {
            if pool.is_done() {
                return Ok(());
            }
            let expansions = schedule.expansions_of_candidate(budget);
            pool.within(expansions, budget, |pool, budget| {
                pool.add(&[&candidate], Effort::Unlimited, budget)
            })?;
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
