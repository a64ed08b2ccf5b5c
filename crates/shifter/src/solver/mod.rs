//! The searches of `auto`, and which board gets which.
//!
//! - `presses`: for the fewest presses
//! - `auto`: for the fewest shifts, by the search that suits the board; known answers made shorter
//! - `equal_plans`: among plans of equal length, one with few presses
//! - `anytime`: an answer at once, then better ones, for boards too large to search
//! - `ida_4x4`: IDA* for boards of 4 x 4 with many colours
//! - `layered_bidirectional`: breadth-first search from both ends for boards of up to 16 cells; hash sets of boards
//! - in this file: boards where only rows or only columns can be shifted (`solve_lines`), and from the end of a search
//!   to its outcome

use lurd_engine::program::{
    budget::Budget,
    outcome::{Conclusion, Outcome, Plan, Proof, Stop},
    search::{Strategy, proved_by},
};

use crate::rules::{Board, Direction, Moves, Slide, first_shift, matches_rotated, shortest};

mod anytime;
pub(crate) mod auto;
mod equal_plans;
mod ida_4x4;
mod layered_bidirectional;
pub(crate) mod presses;

// Boards where only rows, or only columns, can be shifted: each line turns by itself, so an optimal plan is
// the shortest turn of each line, without a search.

/// An optimal plan, if only rows or only columns are free and the target can be reached.
fn solve_lines(source: &Board, target: &Board, moves: Moves) -> Option<Plan<Slide>> {
    let direction = match (source.any_free(Direction::Left), source.any_free(Direction::Up)) {
        (true, true) => return None,
        (_, true) => Direction::Up,
        _ => Direction::Left,
    };
    let mut shifts = Vec::new();
    for line in source.free_lines(direction) {
        let first = first_shift(direction.is_row(), line);
        let cells = source.line(first);
        let turns = (0..cells.length).filter(|&by| matches_rotated(source, target, cells, by));
        let slide = turns.map(|by| shortest(first, by, cells.length)).min_by_key(|slide| slide.times)?;
        shifts.extend(slide.shifts());
    }
    Some(moves.plan(&shifts))
}

// From the end of a search to its outcome.

/// An outcome, and the search that led to it.
struct Solved {
    strategy: Strategy,
    /// Its name, if it is not a strategy of the registry.
    method: Option<&'static str>,
    outcome: Outcome<Slide>,
}

impl Solved {
    /// The outcome of a strategy of the registry.
    fn by(strategy: Strategy, outcome: Outcome<Slide>) -> Self {
        Self { strategy, method: None, outcome }
    }
}

/// The outcome of a search whose answers are optimal.
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

/// The outcome of a search that a limit has stopped, with its best plan.
fn stopped(plan: Option<Plan<Slide>>, stop: Stop, budget: &Budget<'_>) -> Outcome<Slide> {
    let lower_bound = budget.lower_bound();
    let Some(plan) = plan else { return Outcome::Stopped { stop, lower_bound } };
    let proof = proved_by(lower_bound, plan.cost);
    let stopped = (proof != Proof::Optimal).then_some(stop);
    Outcome::Solved { plan, proof, lower_bound, stopped }
}
