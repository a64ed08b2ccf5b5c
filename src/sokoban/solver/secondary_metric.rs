//! Among the answers with the fewest pushes one with the fewest moves, and the other way round.
//!
//! The second search goes by exact cells of the player and counts both, the first metric so high that
//! the second never outweighs it. Its optimum is that of both. It is given a few times what the first
//! search took: the answer is good already. What it has not proved by then is not claimed.

use crate::budget::{Allotment, Budget};
use crate::outcome::{Cost, Outcome, Proof};
use crate::puzzle::{Ending, Objective, Report, Second};
use crate::search::{Settings, Stepper, Strategy};
use crate::sokoban::board::Board;
use crate::sokoban::deadlock::Rules;
use crate::sokoban::solver::PUSHES;
use crate::sokoban::solver::lurd_from_pushes;
use crate::sokoban::spaces::{MoveSpace, Price};

/// Expansions that the second search is given in any case.
const MIN_EXPANSIONS: u64 = 2_000;
/// And so many for each expansion of the first.
const EXPANSION_FACTOR: u64 = 2;

/// The report of an answer that is proved optimal, with its ties broken as far as that is worth it.
pub(super) fn break_tie(
    mut report: Report,
    board: &Board,
    objective: &Objective,
    settings: &Settings,
    budget: &mut Budget<'_>,
) -> Report {
    let Ending::Solved(answer) = &mut report.ending else { return report };
    if answer.proof != Proof::Optimal {
        return report;
    }
    let (price, metric) = if *objective == PUSHES {
        (Price::PushesThenMoves, "moves")
    } else {
        (Price::MovesThenPushes, "pushes")
    };
    let (moves, cost) = (answer.solution.len(), answer.cost);
    let turn = MIN_EXPANSIONS + EXPANSION_FACTOR * budget.statistics().expanded;
    let mut allotment = Allotment::default();
    // Costs of the second search must fit, and weigh as they should.
    let fits = Cost::try_from(moves).is_ok_and(|moves| moves < Price::FIRST / 2);
    let outcome = fits.then(|| {
        budget.with_own_bounds(|budget| {
            budget.with_allotment(&mut allotment, turn, None, |budget| {
                let rules = Rules::for_moves().except(settings.without);
                let space = MoveSpace::priced(board, rules, price, budget).ok()?;
                let mut search = Stepper::new(&space, Strategy::Astar, settings).ok()?;
                match search.finish(budget) {
                    // The first metric is proved already; an answer that costs another is none.
                    Outcome::Solved { plan, proof: Proof::Optimal, .. }
                        if plan.cost / Price::FIRST == cost =>
                    {
                        lurd_from_pushes::lurd(board, &plan.actions)
                    }
                    _ => None,
                }
            })
        })
    });
    budget.reclaim(&allotment);
    let better = outcome.flatten();
    let proved = better.is_some() || answer.solution.is_empty();
    if let Some(solution) = better {
        answer.solution = solution;
    }
    report.second = Some(Second { metric, proved });
    report.statistics = budget.statistics();
    report
}
