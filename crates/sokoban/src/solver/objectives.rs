//! The objectives of a level, and ties among optimal answers, which another metric breaks.

use lurd_engine::{
    budget::{Allotment, Budget},
    outcome::{Cost, Outcome, Proof},
    search::{Settings, Stepper},
};
use lurd_puzzle::puzzle::{Objective, Report, Second};

use crate::{
    board::Board,
    deadlock::Rules,
    spaces::{FromStart, MoveSpace, Price},
    state::lurd_from_pushes,
};

/// Any solution, as soon as possible.
pub const ANY: Objective = Objective { name: "any", metric: "pushes", summary: "any solution, the sooner the better" };
/// The fewest pushes.
pub const PUSHES: Objective = Objective { name: "pushes", metric: "pushes", summary: "the fewest pushes" };
/// The fewest moves.
pub const MOVES: Objective = Objective { name: "moves", metric: "moves", summary: "the fewest steps of the player" };

/// All objectives.
pub const OBJECTIVES: &[Objective] = &[ANY, PUSHES, MOVES];

// The fewest moves among answers with the fewest pushes, and the other way round.
//
// A second search, over exact cells of the player, counts both metrics and weights the first one so heavily
// that the second never outweighs it. Its optimum is therefore optimal in both. It gets a small multiple of
// the expansions of the first search; the second metric counts as proved only if it ends.

/// The minimum number of expansions of the second search.
const MIN_EXPANSIONS: u64 = 2_000;
/// Additional expansions for each expansion of the first search.
const EXPANSION_FACTOR: u64 = 2;

/// Improves the second metric of a report, if its answer is proved optimal. `effort`: the expansions of its search, in
/// those of A*.
pub(super) fn break_tie(
    mut report: Report,
    effort: u64,
    board: &Board,
    objective: &Objective,
    settings: &Settings,
    budget: &mut Budget<'_>,
) -> Report {
    let Ok(answer) = &mut report.ending else { return report };
    if answer.proof != Proof::Optimal {
        return report;
    }
    let (price, metric) =
        if *objective == PUSHES { (Price::PushesThenMoves, "moves") } else { (Price::MovesThenPushes, "pushes") };
    let (moves, cost) = (answer.solution.len(), answer.cost);
    let turn = MIN_EXPANSIONS + EXPANSION_FACTOR * effort;
    let mut allotment = Allotment::default();
    // The combined costs must fit, and the second metric must stay below the weight of the first.
    let fits = Cost::try_from(moves).is_ok_and(|moves| moves < Price::FIRST / 2);
    let outcome = fits.then(|| {
        budget.with_own_bounds(|budget| {
            budget.with_allotment(&mut allotment, turn, None, |budget| {
                let rules = Rules::for_moves().except(settings.without);
                let space = MoveSpace::priced(board, rules, price, budget).ok()?;
                let mut search = Stepper::astar(&space, settings).ok()?;
                match budget.in_part("second metric", |budget| search.finish(budget)) {
                    // The first metric is proved already, so its value must not change.
                    Outcome::Solved { plan, proof: Proof::Optimal, .. } if plan.cost / Price::FIRST == cost => {
                        lurd_from_pushes::lurd(board, &space.pushes(&plan.actions))
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
