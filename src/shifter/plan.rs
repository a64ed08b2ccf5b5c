//! The plan of `auto`: which search suits which board.

use super::goal::Goal;
use super::puzzle::ShifterPuzzle;
use super::slide::{Moves, Slide};
use super::sixteen::Tables;
use super::{large, meet, sixteen, turning};
use crate::budget::{Budget, Share};
use crate::outcome::{Conclusion, Limit, Outcome, Plan, Proof, Stop};
use crate::puzzle::{Report, in_words};
use crate::search::Strategy;

/// Boards of 4 x 4 with more arrangements than this are too far apart to meet in the middle.
const MOST_TO_MEET: u128 = 1_000_000_000_000;

/// A shortest way, by the search that suits the board.
pub(super) fn solve(puzzle: &ShifterPuzzle, moves: Moves, budget: &mut Budget<'_>) -> Report {
    let (strategy, outcome) = outcome(puzzle, moves, budget);
    let write = |slides: &[Slide]| super::puzzle::join(slides.iter().map(ToString::to_string));
    let ending = in_words(outcome, write, || puzzle.why());
    Report { strategy, ending, statistics: budget.statistics() }
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
        return (Strategy::Idastar, concluded(end, budget));
    }
    if meet::fits(&goal) {
        let mut share = Share::default();
        let end = budget.lend(&mut share, u64::MAX, None, |budget| meet::search(&goal, moves, budget));
        budget.reclaim(&share);
        if end != Err(Stop::Limit(Limit::Memory)) {
            return (Strategy::Bidirectional, concluded(end, budget));
        }
    }
    large::solve(puzzle, moves, budget)
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
