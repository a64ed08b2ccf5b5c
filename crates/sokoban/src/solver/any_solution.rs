//! The solver of the objective `any`.

use lurd_engine::program::{
    budget::{Budget, MAX_THREADS},
    outcome::{Limit, Stop},
    search::{Settings, Strategy},
};
use lurd_puzzle::puzzle::{Report, Unanswered};

use super::{
    configurations::CONFIGURATIONS,
    context::Finished,
    incumbent::with_incumbent_search,
    objectives::ANY,
    portfolio::{self, Part, PortfolioEnd},
    single_search::{greedy, greedy_turn, unsolvable_at_start},
};
use crate::{board::Board, bounds::Distances, deadlock::Rules, level::Level};

/// Searches for any solution; returns its report and effort. `auto` first runs a short greedy search of single
/// pushes, because its answers to small levels are shorter. `fess` runs the first configuration of the portfolio.
pub(super) fn any(
    level: &Level,
    board: &Board,
    choice: Strategy,
    settings: &Settings,
    budget: &mut Budget<'_>,
) -> (Report, u64) {
    // On levels too large for macro pushes, the searches of pushes begin with a longer greedy search.
    if choice == Strategy::Auto
        && !portfolio::is_too_large_for_macro_pushes(board)
        && let Some(report) = greedy_turn(level, board, settings, budget)
    {
        let effort = report.statistics.expanded;
        return (report, effort);
    }
    let conclusion = budget.in_scope(|budget| {
        if choice == Strategy::Auto && !portfolio::suits(board) {
            let level = (level, board, &ANY);
            #[expect(clippy::redundant_closure_for_method_calls, reason = "the method is not one for all lifetimes")]
            let conclusion =
                with_incumbent_search(level, settings, u64::MAX, budget, |search, budget| search.finish(budget));
            return conclusion;
        }
        let distances = Distances::new(board, budget)?;
        let rules = Rules::for_pushes().except(settings.without);
        if let Some(dead) = unsolvable_at_start(level, board, rules, &distances, &budget.deadline()) {
            return Ok(PortfolioEnd { strategy: Strategy::Fess, end: Err(dead).into(), effort: 0 });
        }
        if choice == Strategy::Auto {
            if settings.threads.min(MAX_THREADS) > 1
                && !budget.counts_expansions()
                && let Some(end) = portfolio::run_side_by_side(board, settings, budget)
            {
                return end;
            }
            return portfolio::run_part(Part::ALL, board, &distances, settings, budget);
        }
        let ending = portfolio::run(board, &distances, &CONFIGURATIONS[..1], settings, budget)?;
        Ok(PortfolioEnd { strategy: Strategy::Fess, end: ending.into(), effort: 0 })
    });
    if choice == Strategy::Auto && matches!(conclusion, Err(Stop::Limit(Limit::Memory))) {
        // All memory goes to the search that needs the least.
        budget.note(|| "too little memory for several searches: greedy search of pushes".to_owned());
        if let Ok(report) = greedy(level, board, settings, budget) {
            let effort = report.statistics.expanded;
            return (report, effort);
        }
    }
    let bound = |stop| Err(Unanswered::stopped(stop, Some(budget.lower_bound())));
    let undecided =
        if choice == Strategy::Auto && !portfolio::suits(board) { Strategy::WeightedAstar } else { Strategy::Fess };
    let PortfolioEnd { strategy, end: Finished { ending, method }, effort } =
        conclusion.unwrap_or_else(|stop| PortfolioEnd { strategy: undecided, end: bound(stop).into(), effort: 0 });
    (Report { method, ..Report::new(strategy, ending, budget) }, effort)
}
