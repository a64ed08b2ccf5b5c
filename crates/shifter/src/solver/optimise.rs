//! Making known answers shorter: by local improvement, and then by the search of `auto`, which also proves
//! what it can.

use super::anytime;
use crate::instance::ShifterPuzzle;
use crate::rules::{Moves, Shift, join};
use lurd_engine::budget::Budget;
use lurd_engine::search::Strategy;
use lurd_puzzle::puzzle::{Ending, KnownAnswer, OnBetter, Report};

/// The best of `known` answers, or a better one. `shifts`: those of the first known answer. `solve` solves the
/// puzzle anew. `moves`: what counts as a move; `None` if presses count, for which there is no local
/// improvement.
pub(crate) fn optimise(
    puzzle: &ShifterPuzzle,
    moves: Option<Moves>,
    shifts: &[Shift],
    known: &[KnownAnswer],
    budget: &mut Budget<'_>,
    on_better: &mut OnBetter<'_>,
    solve: impl FnOnce(&mut Budget<'_>) -> Report,
) -> Report {
    let (Some(best), Some(moves)) = (known.first(), moves) else {
        return solve(budget).not_worse_than(known, on_better);
    };
    let (plan, stopped) = anytime::shortened(puzzle, moves, shifts, budget);
    let mut best = best.clone();
    if plan.cost < best.cost {
        best = KnownAnswer { solution: join(&plan.actions), cost: plan.cost };
        on_better(&best.solution);
    }
    budget.found(best.cost);
    let report = match stopped {
        None => solve(budget),
        Some(stop) => Report {
            strategy: Strategy::Auto,
            ending: Ending::Stopped { stop, lower_bound: None },
            statistics: budget.statistics(),
            second: None,
        },
    };
    report.not_worse_than(&[best], on_better)
}
