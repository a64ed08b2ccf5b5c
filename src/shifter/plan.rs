//! The plan of `auto`: which search suits which board.

use super::board::Shift;
use super::goal::Goal;
use super::puzzle::{ShifterPuzzle, join, written};
use super::sixteen::Tables;
use super::slide::{Moves, Slide};
use super::{large, meet, sixteen, turning};
use crate::budget::{Allotment, Budget, Cancel, Limits};
use crate::outcome::{Conclusion, Cost, Limit, Outcome, Plan, Proof, Stop};
use crate::puzzle::{Answer, Ending, Report, in_words};
use crate::search::{Settings, Stepper, Strategy, proved_by};

/// Boards of 4 x 4 with more arrangements than this are too far apart to meet in the middle.
const MOST_TO_MEET: u128 = 1_000_000_000_000;

/// The most cells of a board whose answer without a search takes about a millisecond.
const MOST_AT_ONCE: usize = 16;

/// A shortest way, by the search that suits the board.
pub(super) fn solve(puzzle: &ShifterPuzzle, moves: Moves, budget: &mut Budget<'_>) -> Report {
    let (strategy, outcome) = outcome(puzzle, moves, budget);
    let write = |slides: &[Slide]| join(slides.iter().map(ToString::to_string));
    let ending = in_words(outcome, write, || puzzle.why());
    Report { strategy, ending, statistics: budget.statistics(), second: None }
}

fn outcome(puzzle: &ShifterPuzzle, moves: Moves, budget: &mut Budget<'_>) -> (Strategy, Outcome<Slide>) {
    let (source, target) = (puzzle.source(), puzzle.target());
    if puzzle.obstacle().is_some() {
        return (Strategy::Auto, Outcome::Unsolvable);
    }
    if let Some(plan) = turning::turn_each(source, target, moves) {
        return (Strategy::Auto, optimal(plan, budget));
    }
    let goal = Goal::new(source, target);
    if sixteen::fits(&goal) && goal.boards() > MOST_TO_MEET {
        let end = sixteen::search(&goal, moves, Tables::AsNeeded, budget);
        return (Strategy::Idastar, or_any(puzzle, moves, concluded(end, budget)));
    }
    if meet::fits(&goal) {
        let mut allotment = Allotment::default();
        let end = budget
            .with_allotment(&mut allotment, u64::MAX, None, |budget| meet::search(&goal, moves, budget));
        if end != Err(Stop::Limit(Limit::Memory)) {
            return (Strategy::Bidirectional, or_any(puzzle, moves, concluded(end, budget)));
        }
        budget.reclaim(&allotment);
    }
    large::solve(puzzle, moves, budget)
}

/// The outcome; where a limit came before an answer, one that takes no search (and, on so small a
/// board, no time), with what the bound proves of it.
fn or_any(puzzle: &ShifterPuzzle, moves: Moves, outcome: Outcome<Slide>) -> Outcome<Slide> {
    let Outcome::Stopped { stop, lower_bound } = outcome else { return outcome };
    match at_once(puzzle).map(|shifts| large::plan(moves, &shifts)) {
        None => outcome,
        Some(plan) => {
            let proof = proved_by(lower_bound, plan.cost);
            let stopped = (proof != Proof::Optimal).then_some(stop);
            Outcome::Solved { plan, proof, lower_bound, stopped }
        }
    }
}

/// An answer without a search, on a board so small that it takes no time.
fn at_once(puzzle: &ShifterPuzzle) -> Option<Vec<Shift>> {
    if puzzle.source().cells().len() > MOST_AT_ONCE {
        return None;
    }
    let mut no_observer = ();
    let mut budget = Budget::new(Limits::NONE, Cancel::default(), &mut no_observer);
    large::construct(puzzle, &mut budget)
}

/// What a search that proves its answers optimal gives.
fn concluded(end: Result<Conclusion<Slide>, Stop>, budget: &mut Budget<'_>) -> Outcome<Slide> {
    match end {
        Ok(Conclusion::Found(plan)) => optimal(plan, budget),
        Ok(Conclusion::Exhausted) => Outcome::Unsolvable,
        Err(stop) => Outcome::Stopped { stop, lower_bound: budget.lower_bound() },
    }
}

fn optimal(plan: Plan<Slide>, budget: &mut Budget<'_>) -> Outcome<Slide> {
    budget.raise_bound(plan.cost);
    Outcome::Solved { proof: Proof::Optimal, lower_bound: plan.cost, plan, stopped: None }
}

/// Expansions for presses before an answer with fewest shifts is put by.
const AT_FIRST: u64 = 200_000;
/// Expansions for that answer.
const FOR_ANY: u64 = 1_000_000;

/// The fewest presses; at a limit those of an answer with few shifts, and the bound.
pub(super) fn solve_for_presses(
    puzzle: &ShifterPuzzle,
    settings: &Settings,
    budget: &mut Budget<'_>,
) -> Report {
    let report = |strategy, ending, budget: &mut Budget<'_>| Report {
        strategy,
        ending,
        statistics: budget.statistics(),
        second: None,
    };
    if puzzle.obstacle().is_some() {
        return report(Strategy::Auto, Ending::Unsolvable { reason: puzzle.why() }, budget);
    }
    let space = puzzle.pressed();
    let mut search = match Stepper::new(&space, Strategy::Auto, settings) {
        Ok(search) => search,
        Err(unmet) => {
            return report(Strategy::Auto, Ending::Unsupported { reason: unmet.to_string() }, budget);
        }
    };
    let mut allotment = Allotment::default();
    // On a large board even this takes a moment, which must not come after the limit.
    let is_large = puzzle.source().cells().len() > MOST_AT_ONCE;
    let mut put_by = if is_large { large::construct(puzzle, budget) } else { None };
    let mut outcome = budget.with_allotment(&mut allotment, AT_FIRST, None, |budget| search.finish(budget));
    if !search.has_ended() {
        put_by = any_answer(puzzle, budget).or(put_by);
        outcome = budget.with_allotment(&mut allotment, u64::MAX, None, |budget| search.finish(budget));
    }
    if put_by.is_none() && matches!(outcome, Outcome::Stopped { .. }) {
        put_by = at_once(puzzle);
    }
    let ending = match (&outcome, put_by) {
        (Outcome::Stopped { stop, lower_bound }, Some(shifts)) => {
            let cost = Cost::try_from(puzzle.price(&shifts)).unwrap_or(Cost::MAX);
            Ending::Solved(Answer {
                solution: join(shifts.iter().map(ToString::to_string)),
                cost,
                proof: proved_by(*lower_bound, cost),
                lower_bound: Some(*lower_bound),
                stopped: Some(*stop),
            })
        }
        _ => in_words(outcome, written, || puzzle.why()),
    };
    report(search.strategy(), ending, budget)
}

/// An answer with few shifts, soon.
fn any_answer(puzzle: &ShifterPuzzle, budget: &mut Budget<'_>) -> Option<Vec<Shift>> {
    let bound = budget.lower_bound();
    let mut allotment = Allotment::default();
    let half = budget.memory_left().map(|left| left / 2);
    let found =
        budget.with_allotment(&mut allotment, FOR_ANY, half, |budget| outcome(puzzle, Moves::Single, budget));
    budget.reclaim(&allotment);
    debug_assert!(budget.lower_bound() >= bound, "a bound of shifts is one of presses too");
    match found {
        (_, Outcome::Solved { plan, .. }) => Some(plan.actions.iter().map(|slide| slide.shift).collect()),
        _ => large::construct(puzzle, budget),
    }
}
