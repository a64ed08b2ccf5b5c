//! The solver of each objective, and the strategies that fit it.
//!
//! | objective | `auto` runs |
//! |---|---|
//! | [`ANY`] | a short greedy search of pushes, then the [portfolio]; then `improve` shortens the answer |
//! | [`PUSHES`] | A* on pushes; if it takes long, `incumbent` looks for any solution meanwhile |
//! | [`MOVES`] | A* on moves, likewise |
//!
//! For the last two, `secondary_metric` then breaks ties by the other metric. A strategy chosen by name runs
//! alone; for [`ANY`], `fess` runs the first configuration of the portfolio. If the numbers of boxes and
//! goals differ, or the level is too large for macro pushes, `auto` searches by single pushes or moves only.
//! Before any search, `unsolvable_at_start` looks for a reason why there is no solution.

mod bidirectional;
mod configurations;
mod context;
mod effort;
mod improve;
mod incumbent;
mod lurd_from_pushes;
mod packing_config;
mod plan_attempts;
pub mod portfolio;
mod push_searches;
mod secondary_metric;
mod unsolvable_at_start;

use crate::budget::{Allotment, Budget};
use crate::outcome::Stop;
use crate::puzzle::{Ending, Fit, Objective, Report, fits, solve_by_search};
use crate::search::{self, Searched, Settings, Strategy};
use crate::sokoban::board::{Balance, Board};
use crate::sokoban::bounds::Distances;
use crate::sokoban::deadlock::{Rule, Rules};
use crate::sokoban::level::Level;
use crate::sokoban::spaces::{MoveSpace, PushSpace};
use crate::sokoban::state::Push;
pub use bidirectional::BidirectionalConfig;
pub use configurations::{CONFIGURATIONS, Configuration};
use portfolio::Conclusion;
use unsolvable_at_start::unsolvable_at_start;

/// Any solution, as soon as possible.
pub const ANY: Objective =
    Objective { name: "any", metric: "pushes", summary: "any solution, the sooner the better" };
/// The fewest pushes.
pub const PUSHES: Objective = Objective { name: "pushes", metric: "pushes", summary: "the fewest pushes" };
/// The fewest moves.
pub const MOVES: Objective =
    Objective { name: "moves", metric: "moves", summary: "the fewest steps of the player" };

/// All objectives.
pub const OBJECTIVES: &[Objective] = &[ANY, PUSHES, MOVES];

/// The largest product of boxes and cells for which macro pushes are used: beyond it, one expansion takes too
/// long.
const MAX_SIZE_FOR_MACRO_PUSHES: usize = 60_000;

/// Whether each strategy fits an objective on this level, and why not.
#[must_use]
pub fn strategies(level: &Level, objective: &Objective, budget: &mut Budget<'_>) -> Vec<Fit> {
    let board = Board::new(level);
    let mut fitting = |rules: Rules| {
        if *objective == MOVES {
            MoveSpace::new(&board, rules, budget).map(|space| fits(&space))
        } else {
            PushSpace::new(&board, rules, budget).map(|space| fits(&space))
        }
    };
    let informed_rules = if *objective == MOVES { Rules::for_moves() } else { Rules::for_pushes() };
    let blind = fitting(Rules::NONE).unwrap_or_else(none_fits);
    let informed = fitting(informed_rules).unwrap_or_else(none_fits);
    // Macro pushes fit where single pushes do, if there is a goal for each box and a box for each goal.
    let plannable = board.balance() == Balance::Even;
    let has_features = *objective == ANY && plannable && informed.iter().any(|fit| fit.verdict.is_ok());
    blind
        .into_iter()
        .zip(informed)
        .map(|(blind, informed)| match informed.strategy {
            Strategy::Fess if has_features => Fit { verdict: Ok(()), ..informed },
            strategy if strategy.takes_pruned_spaces() => informed,
            _ => blind,
        })
        .collect()
}

/// The verdict on all strategies where the space cannot be built.
fn none_fits(stop: Stop) -> Vec<Fit> {
    let why = match stop {
        Stop::Limit(limit) => format!("the level is too large for the {} limit", limit.describe()),
        Stop::Cancelled | Stop::Paused => "interrupted before the level was prepared".to_owned(),
    };
    let row = |row: &search::Row| Fit { strategy: row.strategy, verdict: Err(why.clone()) };
    search::STRATEGIES.iter().map(row).collect()
}

/// Searches for a solution of `level`.
#[must_use]
pub fn solve(
    level: &Level,
    objective: &Objective,
    choice: Strategy,
    settings: &Settings,
    budget: &mut Budget<'_>,
) -> Report {
    let board = Board::new(level);
    let is_large = board.cells() * board.boxes().len() > MAX_SIZE_FOR_MACRO_PUSHES;
    let plannable = board.balance() == Balance::Even;
    if *objective == ANY && plannable && (choice == Strategy::Fess || (choice == Strategy::Auto && !is_large))
    {
        let (report, effort) = any(level, &board, choice, settings, budget);
        let is_enough = settings.first || choice == Strategy::Fess;
        if is_enough {
            return report;
        }
        return improve::improved(report, effort, &board, settings, budget);
    }
    let strategy = match choice {
        Strategy::Auto if *objective == ANY => Strategy::Greedy,
        Strategy::Auto => Strategy::Astar,
        named => named,
    };
    let rules = match (strategy.takes_pruned_spaces(), *objective == MOVES) {
        (false, _) => Rules::NONE,
        (true, true) => Rules::for_moves(),
        (true, false) => Rules::for_pushes(),
    };
    let rules = rules.except(settings.without);
    let used_before = budget.used();
    let with_answer = choice == Strategy::Auto && plannable && !is_large;
    let report = if *objective == MOVES {
        MoveSpace::new(&board, rules, budget).map(|space| {
            let dead = unsolvable_at_start(level, &board, rules, space.distances(), &budget.deadline());
            if with_answer && dead.is_none() {
                return incumbent::prove(&space, level, &board, objective, settings, budget);
            }
            search_in(&space, &board, dead, strategy, settings, budget)
        })
    } else {
        PushSpace::new(&board, rules, budget).map(|space| {
            let dead = unsolvable_at_start(level, &board, rules, space.distances(), &budget.deadline());
            if with_answer && dead.is_none() {
                return incumbent::prove(&space, level, &board, objective, settings, budget);
            }
            search_in(&space, &board, dead, strategy, settings, budget)
        })
    };
    let report = report.unwrap_or_else(|stop| Report {
        strategy,
        ending: Ending::Stopped { stop, lower_bound: None },
        statistics: budget.statistics(),
        second: None,
    });
    // The memory of the space and its search is free again.
    budget.shrink(budget.used() - used_before);
    if choice == Strategy::Auto && *objective != ANY {
        return secondary_metric::break_tie(report, &board, objective, settings, budget);
    }
    report
}

/// Searches for any solution; returns its report and effort. `auto` first runs a short greedy search of
/// single pushes, because its answers to small levels are shorter. `fess` runs the first configuration of the
/// portfolio.
fn any(
    level: &Level,
    board: &Board,
    choice: Strategy,
    settings: &Settings,
    budget: &mut Budget<'_>,
) -> (Report, u64) {
    if choice == Strategy::Auto {
        let mut allotment = Allotment::default();
        let report: Result<Report, Stop> =
            budget.with_allotment(&mut allotment, GREEDY_TURN, None, |budget| {
                // Tables and slow rules do not pay in such a short search.
                let slow = [Rule::Pairs, Rule::FrozenWalls, Rule::Corrals];
                let quick = slow.into_iter().fold(Rules::for_pushes(), Rules::without);
                let rules = quick.except(settings.without);
                let space = PushSpace::new(board, rules, budget)?;
                let dead = unsolvable_at_start(level, board, rules, space.distances(), &budget.deadline());
                Ok(search_in(&space, board, dead, Strategy::Greedy, settings, budget))
            });
        if let Ok(report) = report
            && matches!(report.ending, Ending::Solved(_) | Ending::Unsolvable { .. })
        {
            let effort = report.statistics.expanded;
            return (report, effort);
        }
        budget.reclaim(&allotment);
    }
    let conclusion = Distances::new(board, budget).and_then(|distances| {
        let rules = Rules::for_pushes().except(settings.without);
        if let Some(reason) = unsolvable_at_start(level, board, rules, &distances, &budget.deadline()) {
            let ending = Ending::Unsolvable { reason };
            return Ok(Conclusion { strategy: Strategy::Fess, ending, effort: 0 });
        }
        if choice == Strategy::Auto {
            return portfolio::run_all(board, &distances, settings, budget);
        }
        let ending = portfolio::run(board, &distances, &CONFIGURATIONS[..1], settings, budget)?;
        Ok(Conclusion { strategy: Strategy::Fess, ending, effort: 0 })
    });
    let bound = |stop| Ending::Stopped { stop, lower_bound: Some(budget.lower_bound()) };
    let Conclusion { strategy, ending, effort } = conclusion.unwrap_or_else(|stop| Conclusion {
        strategy: Strategy::Fess,
        ending: bound(stop),
        effort: 0,
    });
    (Report { strategy, ending, statistics: budget.statistics(), second: None }, effort)
}

/// The expansions of the greedy search.
const GREEDY_TURN: u64 = 500;

/// Searches a space, unless there is a reason why the start is `dead`.
fn search_in<S: Searched<Action = Push>>(
    space: &S,
    board: &Board,
    dead: Option<String>,
    strategy: Strategy,
    settings: &Settings,
    budget: &mut Budget<'_>,
) -> Report {
    match dead {
        Some(reason) if search::fits(strategy, space).is_ok() => Report {
            strategy,
            ending: Ending::Unsolvable { reason },
            statistics: budget.statistics(),
            second: None,
        },
        _ => solve_by_search(
            space,
            strategy,
            settings,
            budget,
            // An empty answer to an unsolved puzzle is rejected by the replay.
            |pushes| lurd_from_pushes::lurd(board, pushes).unwrap_or_default(),
            || context::EXHAUSTED.to_owned(),
        ),
    }
}
