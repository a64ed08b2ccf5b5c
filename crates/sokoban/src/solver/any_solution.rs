//! Any solution: a short greedy search, then the portfolio.

use crate::board::Board;
use crate::bounds::Distances;
use crate::deadlock::{Rule, Rules};
use crate::level::Level;
use crate::solver::configurations::CONFIGURATIONS;
use crate::solver::portfolio::{self, Conclusion, Part};
use crate::solver::side_by_side;
use crate::solver::single_search::search_in;
use crate::solver::unsolvable_at_start::unsolvable_at_start;
use crate::spaces::PushSpace;
use lurd_engine::budget::{Allotment, Budget};
use lurd_engine::outcome::{Limit, Stop};
use lurd_engine::search::{Settings, Strategy};
use lurd_puzzle::puzzle::{Ending, Report};

/// The expansions of the greedy search that comes first.
const GREEDY_TURN: u64 = 500;

/// Searches for any solution; returns its report and effort. `auto` first runs a short greedy search of
/// single pushes, because its answers to small levels are shorter. `fess` runs the first configuration of the
/// portfolio.
pub(super) fn any(
    level: &Level,
    board: &Board,
    choice: Strategy,
    settings: &Settings,
    budget: &mut Budget<'_>,
) -> (Report, u64) {
    if choice == Strategy::Auto
        && let Some(report) = greedy_turn(level, board, settings, budget)
    {
        let effort = report.statistics.expanded;
        return (report, effort);
    }
    let used_before = budget.used();
    let conclusion = Distances::new(board, budget).and_then(|distances| {
        let rules = Rules::for_pushes().except(settings.without);
        if let Some(reason) = unsolvable_at_start(level, board, rules, &distances, &budget.deadline()) {
            let ending = Ending::Unsolvable { reason };
            return Ok(Conclusion { strategy: Strategy::Fess, ending, effort: 0 });
        }
        if choice == Strategy::Auto {
            if settings.threads > 1
                && !budget.counts_expansions()
                && let Some(end) = side_by_side::run(board, settings, budget)
            {
                return end;
            }
            return portfolio::run_part(Part::All, board, &distances, settings, budget);
        }
        let ending = portfolio::run(board, &distances, &CONFIGURATIONS[..1], settings, budget)?;
        Ok(Conclusion { strategy: Strategy::Fess, ending, effort: 0 })
    });
    // The memory of these searches is free again.
    budget.shrink(budget.used() - used_before);
    if choice == Strategy::Auto && matches!(conclusion, Err(Stop::Limit(Limit::Memory))) {
        // All of it for the search that needs least.
        budget.note(|| "too little memory for plans: greedy search of pushes".to_owned());
        if let Ok(report) = greedy(level, board, settings, budget) {
            let effort = report.statistics.expanded;
            return (report, effort);
        }
    }
    let bound = |stop| Ending::Stopped { stop, lower_bound: Some(budget.lower_bound()) };
    let Conclusion { strategy, ending, effort } = conclusion.unwrap_or_else(|stop| Conclusion {
        strategy: Strategy::Fess,
        ending: bound(stop),
        effort: 0,
    });
    (Report { strategy, ending, statistics: budget.statistics(), second: None }, effort)
}

/// The report of a short greedy search, if it is decided.
pub(super) fn greedy_turn(
    level: &Level,
    board: &Board,
    settings: &Settings,
    budget: &mut Budget<'_>,
) -> Option<Report> {
    let mut allotment = Allotment::default();
    let report = budget
        .with_allotment(&mut allotment, GREEDY_TURN, None, |budget| greedy(level, board, settings, budget));
    budget.reclaim(&allotment);
    report.ok().filter(|report| matches!(report.ending, Ending::Solved(_) | Ending::Unsolvable { .. }))
}

/// Searches greedily by single pushes, without tables and slow rules: they take memory, and do not pay in a short
/// search.
fn greedy(
    level: &Level,
    board: &Board,
    settings: &Settings,
    budget: &mut Budget<'_>,
) -> Result<Report, Stop> {
    let slow = [Rule::Pairs, Rule::FrozenWalls, Rule::Corrals];
    let quick = slow.into_iter().fold(Rules::for_pushes(), Rules::without);
    let rules = quick.except(settings.without);
    let space = PushSpace::new(board, rules, budget)?;
    let dead = unsolvable_at_start(level, board, rules, space.distances(), &budget.deadline());
    Ok(search_in(&space, board, dead, Strategy::Greedy, settings, budget))
}
