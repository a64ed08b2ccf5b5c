//! Making known solutions of a level better, as an ending with what is proved.
//!
//! The known solutions come first, with little effort. Then a part of the time is for solutions of random attempts
//! (`solution_pool`), with as little effort each. The best few, and the best known one, get more effort each,
//! because the best one after little effort is often overtaken. All effort that is left is for the best of all, which
//! also takes parts of the next best ones.
//!
//! The optimiser searches for ways to the known final places of the boxes. With unequal numbers of boxes and goals, a better
//! solution may leave them elsewhere, so what is left of the time is for a search of the whole level.

use std::sync::Arc;
use std::time::Duration;

use lurd_engine::program::{
    budget::{Budget, Instant},
    outcome::{Cost, Proof, Stop},
    search::{Settings, Strategy},
};
use lurd_puzzle::puzzle::{Answer, KnownAnswer, Objective, OnBetter, Report, SecondaryMetric, Unanswered};

use super::{
    improve,
    objectives::{MOVES, PUSHES},
    solution_pool::{KEPT, SolutionPool},
    solve::solve,
};
use crate::{
    board::{Balance, Board},
    level::Level,
    notation::metrics::Primary,
    optimise::Effort,
};

/// The name of the search in reports.
const METHOD: &str = "vicinity search";
/// The expansions for the known solutions at first. Small levels end with a proof before that.
const FIRST_EXPANSIONS: u64 = 50_000;
/// Further starts have 1/`STARTS_PART` of the limits of time and expansions.
const STARTS_PART: u64 = 4;
/// Each of the candidates has 1/`CANDIDATE_PART` of them.
const CANDIDATE_PART: u64 = 12;
/// Maximum time that is divided like this.
const MAX_TIME: Duration = Duration::from_secs(240);
/// The solutions, beside the best known one, that are made better one by one after the start.
const CANDIDATES: usize = 3;

/// Improves the best of the `known` solutions until the budget ends or the solution is proved optimal. `settings` are used
/// for the random attempts.
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
        return Report { method: Some(METHOD), ..Report::new(Strategy::Auto, ending, budget) };
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
    let secondary = (proof == Proof::Optimal).then_some(SecondaryMetric { metric: second, proved: best.is_optimal });
    let report = Report { secondary, method: Some(METHOD), ..Report::new(Strategy::Auto, Ok(answer), budget) };
    let found = report.ending.as_ref().ok().map(|answer| answer.solution.clone());
    let report = improve::with_shorter_walks(report, (level, &board, primary), budget);
    if let Ok(answer) = &report.ending
        && found.as_deref() != Some(&answer.solution)
    {
        on_better(&answer.solution);
    }
    if board.balance() == Balance::Even {
        report
    } else {
        searched(report, level, objective, settings, budget, on_better)
    }
}

/// The report of a search of the whole level, if its answer is better than that of `report`, which nothing has stopped;
/// otherwise `report` with what the search has proved.
fn searched(
    mut report: Report,
    level: &Level,
    objective: &Objective,
    settings: &Settings,
    budget: &mut Budget<'_>,
    on_better: &mut OnBetter<'_>,
) -> Report {
    let Ok(best) = &mut report.ending else { return report };
    if best.proof == Proof::Optimal || best.stopped.is_some() {
        return report;
    }
    let objective = if *objective == MOVES { &MOVES } else { &PUSHES };
    let searched = solve(level, objective, Strategy::Auto, settings, budget);
    let rank = |answer: &Answer| (answer.cost, answer.solution.len());
    match &searched.ending {
        Ok(found) if rank(found) < rank(best) => {
            on_better(&found.solution);
            return searched;
        }
        Ok(found) => {
            let bound = found.lower_bound.unwrap_or(0).min(best.cost);
            best.lower_bound = Some(bound);
            best.proof = if bound >= best.cost { Proof::Optimal } else { Proof::Nothing };
            best.stopped = found.stopped.filter(|_| best.proof != Proof::Optimal);
        }
        Err(Unanswered::Stopped { stop, .. }) => best.stopped = Some(*stop),
        // A bug, which is that of the search.
        Err(_) => {}
    }
    report.statistics = budget.statistics();
    report
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

#[cfg(test)]
mod tests {
    use lurd_engine::program::budget::{Cancel, Limits};
    use lurd_puzzle::puzzle::ReadOptions;

    use super::*;
    use crate::formats::read_with;

    /// The box on the right is on the goal at the end of the known solution, the other one in the better one.
    #[test]
    fn boxes_may_end_elsewhere() {
        let options = ReadOptions { allow_unequal: true, ..ReadOptions::default() };
        let text = "##########|#        #|# @$. $  #|#        #|##########";
        let level = read_with(text, &options).expect("a level").remove(0).level.expect("legal");
        let known = [KnownAnswer { solution: "drrrrruLL".to_owned(), cost: 2 }];
        let mut no_observer = ();
        for (limit, cost, proof) in [(None, 1, Proof::Optimal), (Some(1), 2, Proof::Nothing)] {
            let limits = Limits { nodes: limit, ..Limits::NONE };
            let mut budget = Budget::new(limits, Cancel::default(), &mut no_observer);
            let mut better = Vec::new();
            let settings = Settings::default();
            let report = optimise(&Arc::new(level.clone()), &PUSHES, &known, &settings, &mut budget, &mut |solution| {
                better.push(solution.to_owned());
            });
            let answer = report.ending.expect("a solution stays one");
            assert_eq!((answer.cost, answer.proof), (cost, proof), "{limit:?}");
            assert_eq!(better.last().is_some_and(|better| better == "R"), cost == 1, "{better:?}");
        }
    }
}
