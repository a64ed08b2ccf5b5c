//! The plan of `auto` for the fewest shifts: the search that suits the board.

use super::outcomes::{concluded, optimal, stopped};
use super::{anytime, ida_4x4, independent_lines, layered_bidirectional};
use crate::budget::{Budget, Cancel, Limits, Share};
use crate::outcome::{Limit, Outcome, Stop};
use crate::puzzle::{Report, in_words};
use crate::search::Strategy;
use crate::shifter::instance::ShifterPuzzle;
use crate::shifter::rules::goal::Goal;
use crate::shifter::rules::moves::{Moves, Slide};
use crate::shifter::rules::shift::{Shift, join};

/// Boards of 4 x 4 with more arrangements than this are solved by IDA*: the layers of a bidirectional
/// search would not fit into memory.
const MAX_BIDIRECTIONAL: u128 = 1_000_000_000_000;

/// The most cells of a board whose answer without a search takes about a millisecond.
const MAX_CELLS_AT_ONCE: usize = 16;

/// Solves a puzzle by the search that suits its board.
pub(crate) fn solve(puzzle: &ShifterPuzzle, moves: Moves, budget: &mut Budget<'_>) -> Report {
    let Solved { strategy, outcome } = outcome(puzzle, moves, budget);
    let ending = in_words(outcome, |slides: &[Slide]| join(slides), || puzzle.exhausted_reason());
    Report { strategy, ending, statistics: budget.statistics(), second: None }
}

/// An outcome, and the strategy that led to it.
pub(super) struct Solved {
    pub(super) strategy: Strategy,
    pub(super) outcome: Outcome<Slide>,
}

pub(super) fn outcome(puzzle: &ShifterPuzzle, moves: Moves, budget: &mut Budget<'_>) -> Solved {
    let solved = |strategy, outcome| Solved { strategy, outcome };
    let (source, target) = (puzzle.source(), puzzle.target());
    if puzzle.unsolvable_reason().is_some() {
        return solved(Strategy::Auto, Outcome::Unsolvable);
    }
    if let Some(plan) = independent_lines::solve(source, target, moves) {
        return solved(Strategy::Auto, optimal(plan, budget));
    }
    let goal = Goal::new(source, target);
    if ida_4x4::fits(&goal) && goal.boards() > MAX_BIDIRECTIONAL {
        let end = ida_4x4::search(&goal, moves, ida_4x4::TableUse::AsNeeded, budget);
        let outcome = concluded(end, budget);
        return solved(Strategy::Idastar, or_constructed(puzzle, moves, outcome, budget));
    }
    if layered_bidirectional::fits(&goal) {
        let mut share = Share::default();
        let end = budget
            .lend(&mut share, u64::MAX, None, |budget| layered_bidirectional::search(&goal, moves, budget));
        if end != Err(Stop::Limit(Limit::Memory)) {
            let outcome = concluded(end, budget);
            return solved(Strategy::Bidirectional, or_constructed(puzzle, moves, outcome, budget));
        }
        budget.reclaim(&share);
    }
    let (strategy, outcome) = anytime::solve(puzzle, moves, budget);
    solved(strategy, outcome)
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
    let mut no_observer = ();
    let mut budget = Budget::new(Limits::NONE, Cancel::default(), &mut no_observer);
    is_small(puzzle).then(|| anytime::construct(puzzle, &mut budget))?
}

/// Whether an answer without a search takes no noticeable time.
pub(super) fn is_small(puzzle: &ShifterPuzzle) -> bool {
    puzzle.source().cells().len() <= MAX_CELLS_AT_ONCE
}
