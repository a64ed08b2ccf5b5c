//! Optimal search with an incumbent: if it takes long, any answer is searched for in between.
//!
//! A* expands no position before all those with a smaller f, so the incumbent is proved optimal once the
//! lower bound reaches its cost. If a limit is reached first, there is an answer nevertheless, and the bound
//! says how much better another could be.

use crate::budget::{Allotment, Budget};
use crate::outcome::{Cost, Outcome, Proof, Stop};
use crate::puzzle::{Answer, Ending, Objective, Report};
use crate::search::{Searched, Settings, Stepper, Strategy, proved_by};
use crate::sokoban::board::Board;
use crate::sokoban::level::Level;
use crate::sokoban::solver::any_solution::any;
use crate::sokoban::solver::objectives::PUSHES;
use crate::sokoban::state::Push;
use crate::sokoban::state::lurd_from_pushes;

/// The expansions before the search for an incumbent.
const FIRST_TURN: u64 = 20_000;
/// The most expansions of the search for an incumbent.
const MAX_INCUMBENT_EXPANSIONS: u64 = 6_000;

/// Searches `space` by A*, with an incumbent from the second turn on.
pub(super) fn prove<S: Searched<Action = Push>>(
    space: &S,
    level: &Level,
    board: &Board,
    objective: &Objective,
    settings: &Settings,
    budget: &mut Budget<'_>,
) -> Report {
    let strategy = Strategy::Astar;
    let report = |ending, budget: &Budget<'_>| Report {
        strategy,
        ending,
        statistics: budget.statistics(),
        second: None,
    };
    let mut search = match Stepper::new(space, strategy, settings) {
        Ok(search) => search,
        Err(reason) => return report(Ending::Unsupported { reason: reason.to_string() }, budget),
    };
    let mut allotment = Allotment::default();
    let mut incumbent = None;
    let mut turn = FIRST_TURN;
    let outcome = loop {
        let before = budget.statistics().expanded;
        let outcome = budget.with_allotment(&mut allotment, turn, None, |budget| search.finish(budget));
        let had_its_turn = budget.statistics().expanded - before >= turn;
        if search.has_ended() || !had_its_turn {
            break outcome;
        }
        if turn == FIRST_TURN {
            incumbent = match find_incumbent(level, board, objective, settings, budget) {
                Ok(found) => found,
                Err(unsolvable) => return report(unsolvable, budget),
            };
        }
        if let Some((solution, cost)) = &incumbent {
            budget.found(*cost);
            let answer = answer(solution, *cost, budget.lower_bound(), None);
            if answer.proof == Proof::Optimal {
                return report(Ending::Solved(answer), budget);
            }
        }
        turn *= 2;
    };
    let ending = match (outcome, incumbent) {
        (Outcome::Stopped { stop, lower_bound }, Some((solution, cost))) => {
            Ending::Solved(answer(&solution, cost, lower_bound, Some(stop)))
        }
        (outcome, _) => Ending::of_outcome(
            outcome,
            // An empty answer to an unsolved puzzle is rejected by the replay.
            |pushes| lurd_from_pushes::lurd(board, pushes).unwrap_or_default(),
            || super::context::EXHAUSTED.to_owned(),
        ),
    };
    report(ending, budget)
}

fn answer(solution: &str, cost: Cost, lower_bound: Cost, stopped: Option<Stop>) -> Answer {
    let proof = if lower_bound >= cost { Proof::Optimal } else { proved_by(lower_bound, cost) };
    let stopped = stopped.filter(|_| proof != Proof::Optimal);
    Answer { solution: solution.to_owned(), cost, proof, lower_bound: Some(lower_bound.min(cost)), stopped }
}

/// Finds any answer and its cost, if that succeeds soon.
///
/// # Errors
/// The ending, if there is proved to be no answer.
fn find_incumbent(
    level: &Level,
    board: &Board,
    objective: &Objective,
    settings: &Settings,
    budget: &mut Budget<'_>,
) -> Result<Option<(String, Cost)>, Ending> {
    let mut allotment = Allotment::default();
    let memory = budget.memory_left().map(|left| left / 4);
    let found = budget.with_allotment(&mut allotment, MAX_INCUMBENT_EXPANSIONS, memory, |budget| {
        any(level, board, Strategy::Auto, settings, budget).0.ending
    });
    budget.reclaim(&allotment);
    match found {
        Ending::Solved(Answer { solution, cost: pushes, .. }) => {
            let moves = Cost::try_from(solution.len()).unwrap_or(Cost::MAX);
            let cost = if *objective == PUSHES { pushes } else { moves };
            Ok(Some((solution, cost)))
        }
        Ending::Unsolvable { .. } => Err(found),
        Ending::Stopped { .. } | Ending::Unsupported { .. } => Ok(None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcome::Limit;

    /// A cost is optimal if nothing costs less, and not one push before that.
    #[test]
    fn an_incumbent_is_optimal_at_its_own_cost_only() {
        let stop = Some(Stop::Limit(Limit::Nodes));
        for (bound, is_optimal) in [(0, false), (8, false), (9, false), (10, true), (11, true)] {
            let answer = answer("rR", 10, bound, stop);
            assert_eq!(answer.proof == Proof::Optimal, is_optimal, "{bound}");
            assert_eq!(answer.stopped, stop.filter(|_| !is_optimal), "{bound}");
            assert_eq!(answer.lower_bound, Some(bound.min(10)));
        }
        assert_eq!(answer("rR", 10, 0, stop).proof, Proof::Nothing);
    }
}
