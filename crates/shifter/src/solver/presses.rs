//! The plan of `auto` for the fewest presses: A* on presses, and meanwhile an answer with few shifts.

use lurd_engine::program::{
    budget::{Allotment, Budget},
    outcome::{Cost, Outcome},
    search::{Settings, Stepper, Strategy, proved_by},
};
use lurd_puzzle::puzzle::{Answer, Report, Unanswered, ending_of_outcome};

use super::auto::{self, construct_at_once, is_small};
use super::{Solved, anytime};
use crate::{
    instance::ShifterPuzzle,
    rules::{Moves, Shift, join, shifts_of},
    spaces::button_space::{Press, shifts_among},
};

/// Expansions of the search for presses before an answer with few shifts is looked for.
const FIRST_EXPANSIONS: u64 = 200_000;
/// Expansions for that answer.
const EXPANSIONS_FOR_ANY: u64 = 1_000_000;

/// Solves a puzzle with the fewest presses; at a limit, the presses of an answer with few shifts.
pub(crate) fn solve(puzzle: &ShifterPuzzle, settings: &Settings, budget: &mut Budget<'_>) -> Report {
    if puzzle.unsolvable_reason().is_some() {
        let reason = puzzle.exhausted_reason();
        return Report::new(Strategy::Auto, Err(Unanswered::unsolvable(reason)), budget);
    }
    let space = puzzle.button_space();
    let search = Stepper::bidirectional(&space, settings).or_else(|_| Stepper::astar(&space, settings));
    let mut search = match search {
        Ok(search) => search,
        Err(reason) => {
            return Report::new(Strategy::Auto, Err(Unanswered::unsupported(reason.to_string())), budget);
        }
    };
    let mut allotment = Allotment::default();
    // On a large board even this takes time, which must not come after the limit.
    let mut fallback = if is_small(puzzle) { None } else { anytime::construct(puzzle, budget) };
    let mut outcome = budget.with_allotment(&mut allotment, FIRST_EXPANSIONS, None, |budget| search.finish(budget));
    if !search.has_ended() {
        fallback = any_answer(puzzle, budget).or(fallback);
        outcome = budget.with_allotment(&mut allotment, u64::MAX, None, |budget| search.finish(budget));
    }
    if fallback.is_none() && matches!(outcome, Outcome::Stopped { .. }) {
        fallback = construct_at_once(puzzle);
    }
    let ending = if let (Outcome::Stopped { stop, lower_bound }, Some(shifts)) = (&outcome, fallback) {
        let cost = Cost::try_from(puzzle.press_cost(&shifts)).unwrap_or(Cost::MAX);
        Ok(Answer {
            solution: join(shifts),
            cost,
            proof: proved_by(*lower_bound, cost),
            lower_bound: Some(*lower_bound),
            stopped: Some(*stop),
        })
    } else {
        let write = |presses: &[Press]| join(shifts_among(presses));
        ending_of_outcome(outcome, write, || puzzle.exhausted_reason())
    };
    Report::new(search.strategy(), ending, budget)
}

/// An answer with few shifts, after limited effort.
fn any_answer(puzzle: &ShifterPuzzle, budget: &mut Budget<'_>) -> Option<Vec<Shift>> {
    let bound = budget.lower_bound();
    let mut allotment = Allotment::default();
    let half = budget.memory_left().map(|left| left / 2);
    let found = budget.with_allotment(&mut allotment, EXPANSIONS_FOR_ANY, half, |budget| {
        auto::outcome(puzzle, Moves::Single, budget)
    });
    budget.reclaim(&allotment);
    debug_assert!(budget.lower_bound() >= bound, "a lower bound of shifts is one of presses too");
    match found {
        Solved { outcome: Outcome::Solved { plan, .. }, .. } => Some(shifts_of(&plan.actions)),
        _ => anytime::construct(puzzle, budget),
    }
}
