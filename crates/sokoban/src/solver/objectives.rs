//! The objectives of a level, and ties among optimal answers, which another metric breaks.

use lurd_engine::program::{
    budget::{Allotment, Budget},
    outcome::{Cost, Outcome, Proof},
    search::{Settings, Stepper, Strategy},
};
use lurd_puzzle::puzzle::{Answer, Objective, Report, SecondaryMetric};

use super::{configurations::expansions_per_unit, improve::shortened_in_second};
use crate::{
    board::Board,
    deadlock::Rules,
    level::Level,
    notation::metrics::Primary,
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
// the expansions of the first search; the second metric counts as proved only if it ends. If it does not, the
// optimiser makes the answer shorter in the second metric, without a proof.

/// The minimum number of expansions of the second search.
const MIN_EXPANSIONS: u64 = 2_000;
/// Additional expansions for each expansion of the first search.
const EXPANSION_FACTOR: u64 = 2;
/// The optimiser takes 1/`PART` of the time of the first search.
const PART: u64 = 3;

/// Improves the second metric of a report, if its answer is proved optimal. `effort`: the expansions of its search, in
/// those of A*.
pub(super) fn break_tie(
    mut report: Report,
    effort: u64,
    (level, board, objective): (&Level, &Board, &Objective),
    settings: &Settings,
    budget: &mut Budget<'_>,
) -> Report {
    let Ok(answer) = &mut report.ending else { return report };
    if answer.proof != Proof::Optimal {
        return report;
    }
    let (primary, metric) = metrics(objective);
    if answer.solution.is_empty() {
        report.secondary = Some(SecondaryMetric { metric, proved: true });
        return report;
    }
    let turn = MIN_EXPANSIONS + EXPANSION_FACTOR * effort;
    let mut proved = true;
    if let Some(solution) = cheapest_in_both(answer, turn, board, objective, settings, budget) {
        answer.solution = solution;
    } else {
        let effort = effort / PART / expansions_per_unit(Strategy::Astar);
        let optimised = shortened_in_second(answer, effort, level, board, primary, budget);
        proved = optimised.as_ref().is_some_and(|optimised| optimised.is_optimal);
        if let Some(optimised) = optimised {
            answer.solution = optimised.solution;
        }
    }
    report.secondary = Some(SecondaryMetric { metric, proved });
    report.statistics = budget.statistics();
    report
}

/// The metric of an objective, and the name of the other one.
fn metrics(objective: &Objective) -> (Primary, &'static str) {
    if *objective == PUSHES { (Primary::Pushes, "moves") } else { (Primary::Moves, "pushes") }
}

/// The solution that is optimal in both metrics, if a search of at most `turn` expansions finds it. The answer is optimal in
/// the first one.
fn cheapest_in_both(
    answer: &Answer,
    turn: u64,
    board: &Board,
    objective: &Objective,
    settings: &Settings,
    budget: &mut Budget<'_>,
) -> Option<String> {
    let price = if *objective == PUSHES { Price::PushesThenMoves } else { Price::MovesThenPushes };
    // The combined costs must fit, and the second metric must stay below the weight of the first.
    if !Cost::try_from(answer.solution.len()).is_ok_and(|moves| moves < Price::FIRST / 2) {
        return None;
    }
    let mut allotment = Allotment::default();
    let solution = budget.with_own_bounds(|budget| {
        budget.with_allotment(&mut allotment, turn, None, |budget| {
            let rules = Rules::for_moves().except(settings.without);
            let space = MoveSpace::priced(board, rules, price, budget).ok()?;
            let mut search = Stepper::astar(&space, settings).ok()?;
            match budget.in_part("second metric", |budget| search.finish(budget)) {
                // The first metric is proved already, so its value must not change.
                Outcome::Solved { plan, proof: Proof::Optimal, .. } if plan.cost / Price::FIRST == answer.cost => {
                    lurd_from_pushes::lurd(board, &space.pushes(&plan.actions))
                }
                _ => None,
            }
        })
    });
    budget.reclaim(&allotment);
    solution
}
