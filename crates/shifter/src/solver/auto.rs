//! Which search a board gets, how it ends, and known answers made shorter.

use lurd_engine::{
    budget::{Allotment, Budget},
    outcome::{Limit, Outcome, Stop},
    search::Strategy,
};
use lurd_puzzle::puzzle::{KnownAnswer, OnBetter, Report, Unanswered, ending_of_outcome};

use super::{Solved, anytime, concluded, ida_4x4, layered_bidirectional, optimal, stopped};
use crate::{
    instance::ShifterPuzzle,
    rules::{Goal, Moves, Shift, Slide, join},
    solver,
};

/// Boards of 4 x 4 with more arrangements than this are solved by IDA*: the layers of a bidirectional
/// search would not fit into memory.
const MAX_BIDIRECTIONAL: u128 = 1_000_000_000_000;

/// The most cells of a board whose answer without a search takes about a millisecond.
const MAX_CELLS_AT_ONCE: usize = 16;

/// Solves a puzzle by the search that suits its board.
pub(crate) fn solve(puzzle: &ShifterPuzzle, moves: Moves, budget: &mut Budget<'_>) -> Report {
    let Solved { strategy, outcome } = outcome(puzzle, moves, budget);
    let ending = ending_of_outcome(outcome, |slides: &[Slide]| join(slides), || puzzle.exhausted_reason());
    Report { strategy, ending, statistics: budget.statistics(), second: None }
}

/// Searches for a plan; the puzzle need not be solvable.
pub(super) fn outcome(puzzle: &ShifterPuzzle, moves: Moves, budget: &mut Budget<'_>) -> Solved {
    let (source, target) = (puzzle.source(), puzzle.target());
    if puzzle.unsolvable_reason().is_some() {
        return Solved { strategy: Strategy::Auto, outcome: Outcome::Unsolvable };
    }
    if let Some(plan) = solver::solve_lines(source, target, moves) {
        budget.note_method(Some("each line by itself"));
        return Solved { strategy: Strategy::Auto, outcome: optimal(plan, budget) };
    }
    let goal = Goal::new(source, target);
    if ida_4x4::fits(&goal) && goal.boards() > MAX_BIDIRECTIONAL {
        budget.note_method(Some("IDA* with walking distance"));
        let end = ida_4x4::search(&goal, moves, ida_4x4::TableUse::AsNeeded, budget);
        let outcome = or_constructed(puzzle, moves, concluded(end, budget), budget);
        return Solved { strategy: Strategy::Idastar, outcome };
    }
    if layered_bidirectional::fits(&goal) {
        budget.note_method(Some("layered bidirectional search"));
        let mut allotment = Allotment::default();
        let end = budget.with_allotment(&mut allotment, u64::MAX, None, |budget| {
            layered_bidirectional::search(&goal, moves, budget)
        });
        if end != Err(Stop::Limit(Limit::Memory)) {
            let outcome = or_constructed(puzzle, moves, concluded(end, budget), budget);
            return Solved { strategy: Strategy::Bidirectional, outcome };
        }
        budget.note_method(None);
        budget.reclaim(&allotment);
    }
    anytime::solve(puzzle, moves, budget)
}

/// The outcome; if a limit came before an answer, an answer without a search, where that takes no time.
fn or_constructed(
    puzzle: &ShifterPuzzle,
    moves: Moves,
    outcome: Outcome<Slide>,
    budget: &Budget<'_>,
) -> Outcome<Slide> {
    match outcome {
        Outcome::Stopped { stop, .. } => {
            stopped(construct_at_once(puzzle).map(|shifts| moves.plan(&shifts)), stop, budget)
        }
        outcome => outcome,
    }
}

/// An answer without a search, if the board is small enough.
pub(super) fn construct_at_once(puzzle: &ShifterPuzzle) -> Option<Vec<Shift>> {
    let mut budget = Budget::unlimited();
    is_small(puzzle).then(|| anytime::construct(puzzle, &mut budget))?
}

/// Whether an answer without a search takes no noticeable time.
pub(super) fn is_small(puzzle: &ShifterPuzzle) -> bool {
    puzzle.source().cells().len() <= MAX_CELLS_AT_ONCE
}

// Making known answers shorter: by local improvement, and then by the search of `auto`, which also proves
// what it can.

/// The best of `known` answers, or a better one. `shifts`: those of the first known answer. `solve` solves the puzzle
/// anew. `moves`: what counts as a move; `None` if presses count, for which there is no local improvement.
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
            ending: Err(Unanswered::Stopped { stop, lower_bound: None }),
            statistics: budget.statistics(),
            second: None,
        },
    };
    report.not_worse_than(&[best], on_better)
}
