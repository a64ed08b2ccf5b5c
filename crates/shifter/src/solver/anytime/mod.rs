//! Boards that are probably too large for an optimal answer: a first answer at once, then a bidirectional
//! search while it is promising, then better answers until a limit.
//!
//! This file has the course of the search, shorter paths between boards of an answer, the joining of shifts that
//! commute, and one search with limited effort; `three_cycles` has the first answer.

use std::collections::BTreeMap;

use lurd_engine::{
    budget::{Allotment, Budget},
    outcome::{Limit, Outcome, Plan, Stop},
    search::{Searched, Settings, Stepper, Strategy},
    space::Space,
};

use crate::{
    instance::ShifterPuzzle,
    rules::{Board, Moves, Shift, Slide, first_shift, shifts_of, shortest},
    solver::{self, Solved, stopped},
    spaces::byte_space::ByteSpace,
};

#[cfg(test)]
mod tests;
mod three_cycles;

// The best answer that the limits allow.

/// Expansions of the bidirectional search.
const BIDIRECTIONAL_EXPANSIONS: u64 = 100_000;
/// Expansions of the beam per turn.
const BEAM_EXPANSIONS: u64 = 20_000;

struct Best {
    plan: Option<Plan<Slide>>,
}

impl Best {
    /// Keeps `plan` if it is better. Returns whether it is.
    fn improve(&mut self, plan: Option<Plan<Slide>>) -> bool {
        let cost = |plan: &Option<Plan<Slide>>| plan.as_ref().map_or(u64::MAX, |plan| plan.cost);
        let is_better = cost(&plan) < cost(&self.plan);
        if is_better {
            self.plan = plan;
        }
        is_better
    }

    /// Whether the lower bound proves it optimal.
    fn is_proved(&self, budget: &Budget<'_>) -> bool {
        self.plan.as_ref().is_some_and(|plan| plan.cost <= budget.lower_bound())
    }
}

/// Finds the best answer within the limits; the target can be reached.
pub(in crate::solver) fn solve(puzzle: &ShifterPuzzle, moves: Moves, budget: &mut Budget<'_>) -> Solved {
    let space = puzzle.byte_space(moves);
    let mut best = Best { plan: None };
    match three_cycles::construct(puzzle.source(), puzzle.target(), budget) {
        Ok(shifts) => _ = best.improve(shifts.map(|shifts| moves.plan(&shifts))),
        Err(stop) => return Solved::by(Strategy::Auto, stopped(best.plan, stop, budget)),
    }
    if space.backward().is_some() {
        let memory = budget.memory_left().map(|left| left / 2);
        let slice = Slice { strategy: Strategy::Bidirectional, expansions: BIDIRECTIONAL_EXPANSIONS, memory };
        let outcome = search_for(&slice, &space, budget);
        match outcome {
            Some(Outcome::Stopped {
                stop: stop @ (Stop::Cancelled | Stop::Limit(_) | Stop::Contradiction(_)), ..
            }) if !matches!(stop, Stop::Limit(Limit::Memory)) => {
                return Solved::by(Strategy::Auto, stopped(best.plan, stop, budget));
            }
            Some(outcome @ (Outcome::Solved { .. } | Outcome::Unsolvable)) => {
                return Solved::by(Strategy::Bidirectional, outcome);
            }
            _ => {}
        }
    }
    Solved::by(Strategy::Auto, improve(puzzle, &space, moves, best, budget))
}

/// An answer without a search, however long.
pub(in crate::solver) fn construct(puzzle: &ShifterPuzzle, budget: &mut Budget<'_>) -> Option<Vec<Shift>> {
    if let Some(plan) = solver::solve_lines(puzzle.source(), puzzle.target(), Moves::Single) {
        return Some(shifts_of(&plan.actions));
    }
    three_cycles::construct(puzzle.source(), puzzle.target(), budget).ok().flatten()
}

/// The answer of a beam within `expansions`, if it finds one, and what stopped it otherwise. Its memory is given back.
pub(in crate::solver) fn by_beam(
    puzzle: &ShifterPuzzle,
    moves: Moves,
    expansions: u64,
    budget: &mut Budget<'_>,
) -> (Option<Vec<Shift>>, Option<Stop>) {
    match puzzle.packed(moves) {
        Some(space) => beam_in(&space, expansions, budget),
        None => beam_in(&puzzle.byte_space(moves), expansions, budget),
    }
}

fn beam_in<S: Searched<Action = Slide>>(
    space: &S,
    expansions: u64,
    budget: &mut Budget<'_>,
) -> (Option<Vec<Shift>>, Option<Stop>) {
    let Ok(mut beam) = Stepper::new(space, Strategy::Beam, &Settings::default()) else { return (None, None) };
    let mut allotment = Allotment::default();
    let memory = budget.memory_left().map(|left| left / 2);
    let outcome = budget.with_allotment(&mut allotment, expansions, memory, |budget| beam.finish(budget));
    let best = beam.best().map(|plan| shifts_of(&plan.actions));
    drop(beam);
    budget.reclaim(&allotment);
    let stop = match outcome {
        Outcome::Stopped { stop: stop @ (Stop::Cancelled | Stop::Limit(Limit::Time | Limit::Nodes)), .. } => Some(stop),
        _ => None,
    };
    (best, stop)
}

/// Improves `best` by beams of growing width and by local improvement, in turns.
fn improve(
    puzzle: &ShifterPuzzle,
    space: &ByteSpace,
    moves: Moves,
    mut best: Best,
    budget: &mut Budget<'_>,
) -> Outcome<Slide> {
    let mut allotment = Allotment::default();
    let Ok(mut beam) = Stepper::new(space, Strategy::Rectangle, &Settings::default()) else {
        return stopped(best.plan, Stop::Cancelled, budget);
    };
    let mut shortening = Shortening::default();
    let stop = loop {
        if best.is_proved(budget) {
            break Stop::Paused;
        }
        let outcome = budget.with_allotment(&mut allotment, BEAM_EXPANSIONS, None, |budget| beam.finish(budget));
        if best.improve(beam.best()) {
            shortening = Shortening::default();
        }
        if beam.has_ended() {
            match outcome {
                Outcome::Unsolvable => return Outcome::Unsolvable,
                Outcome::Solved { stopped: None, .. } => break Stop::Paused,
                Outcome::Solved { stopped: Some(stop), .. } | Outcome::Stopped { stop, .. } => break stop,
            }
        }
        if let Some(plan) = &best.plan {
            match shortening.turn(puzzle, moves, plan, budget) {
                Ok(shorter) => _ = best.improve(shorter),
                Err(stop) => break stop,
            }
        }
    };
    stopped(best.plan, stop, budget)
}

// Local improvement of an answer: a window of its shifts is replaced by a shorter path between the same boards.

const WINDOW: usize = 8;
/// Expansions per window; a path that takes more is hardly shorter.
const EXPANSIONS: u64 = 4_000;
const WINDOWS: usize = 8;

/// The start of the next window.
#[derive(Default)]
struct Shortening {
    at: usize,
}

impl Shortening {
    /// Tries some windows of `best`; returns a shorter answer, if one was found. Does nothing once it has
    /// reached the end of `best`.
    fn turn(
        &mut self,
        puzzle: &ShifterPuzzle,
        moves: Moves,
        best: &Plan<Slide>,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Plan<Slide>>, Stop> {
        let mut shifts = shifts_of(&best.actions);
        let before = shifts.len();
        for _ in 0..WINDOWS {
            if self.at + 2 > shifts.len() {
                break;
            }
            budget.check_now()?;
            let end = (self.at + WINDOW).min(shifts.len());
            match between(puzzle, &shifts[..self.at], &shifts[self.at..end], budget)? {
                Some(shorter) => {
                    shifts.splice(self.at..end, shorter);
                    shifts = simplify(puzzle.source(), &shifts);
                    // It may join the shifts before it.
                    self.at = self.at.saturating_sub(WINDOW - 1).min(shifts.len());
                }
                None => self.at += 1,
            }
        }
        Ok((shifts.len() < before).then(|| moves.plan(&shifts)))
    }
}

/// Makes an answer shorter by local improvement from its start to its end. The second value is what stopped
/// it, if anything did.
pub(in crate::solver) fn shortened(
    puzzle: &ShifterPuzzle,
    moves: Moves,
    shifts: &[Shift],
    budget: &mut Budget<'_>,
) -> (Plan<Slide>, Option<Stop>) {
    let mut best = moves.plan(&simplify(puzzle.source(), shifts));
    let mut shortening = Shortening::default();
    while shortening.at + 2 <= shifts_of(&best.actions).len() {
        match shortening.turn(puzzle, moves, &best, budget) {
            // Fewer shifts may be as many moves of several cells.
            Ok(Some(shorter)) if shorter.cost <= best.cost => best = shorter,
            Ok(_) => {}
            Err(stop) => return (best, Some(stop)),
        }
    }
    (best, None)
}

/// A shorter path with the effect of `stretch`, which follows `lead`.
fn between(
    puzzle: &ShifterPuzzle,
    lead: &[Shift],
    stretch: &[Shift],
    budget: &mut Budget<'_>,
) -> Result<Option<Vec<Shift>>, Stop> {
    let start = puzzle.source().after(lead);
    let space = ByteSpace::new(Moves::Single, &start, &start.after(stretch), false);
    let slice = Slice { strategy: Strategy::Bidirectional, expansions: EXPANSIONS, memory: None };
    // Its bounds are those of this stretch, which may be longer than the shortest answer.
    let outcome = budget.with_own_bounds(|budget| search_for(&slice, &space, budget));
    match outcome {
        Some(Outcome::Solved { plan, .. }) if plan.cost < stretch.len() as u64 => Ok(Some(shifts_of(&plan.actions))),
        Some(Outcome::Stopped { stop, .. }) => Err(stop),
        _ => Ok(None),
    }
}

// Shorter answers with the same effect, by joining shifts that commute.

/// Simplifies an answer: within each stretch of row shifts only (or column shifts only), every line turns
/// once, the shorter way. Stretches without effect are removed.
fn simplify(board: &Board, shifts: &[Shift]) -> Vec<Shift> {
    // Stretches: whether of rows, and the cells by which each line has moved towards its first one.
    let mut stretches: Vec<(bool, BTreeMap<u16, usize>)> = Vec::new();
    for shift in shifts {
        let is_row = shift.direction.is_row();
        if stretches.last().is_none_or(|(rows, _)| *rows != is_row) {
            stretches.push((is_row, BTreeMap::new()));
        }
        let Some((_, turns)) = stretches.last_mut() else { continue };
        let length = board.line_length(shift.direction);
        let turn = turns.entry(shift.line).or_insert(0);
        *turn = (*turn + if shift.direction.is_first() { 1 } else { length - 1 }) % length;
        turns.retain(|_, turn| *turn != 0);
        if turns.is_empty() {
            // The stretches around it join.
            stretches.pop();
        }
    }
    let mut simplified = Vec::new();
    for (is_row, turns) in stretches {
        for (line, by) in turns {
            let first = first_shift(is_row, line.into());
            simplified.extend(shortest(first, by, board.line_length(first.direction)).shifts());
        }
    }
    simplified
}

// One search with limited effort.

/// A strategy, and the limits of its effort.
struct Slice {
    strategy: Strategy,
    expansions: u64,
    memory: Option<u64>,
}

/// Searches `space` and gives its memory back; `None` if the search only paused at its limit.
fn search_for<S: Searched>(slice: &Slice, space: &S, budget: &mut Budget<'_>) -> Option<Outcome<S::Action>> {
    let mut search = Stepper::new(space, slice.strategy, &Settings::default()).ok()?;
    let mut allotment = Allotment::default();
    let outcome = budget.with_allotment(&mut allotment, slice.expansions, slice.memory, |budget| search.finish(budget));
    budget.reclaim(&allotment);
    search.has_ended().then_some(outcome)
}

#[cfg(test)]
mod simplify_tests {
    use super::*;

    #[test]
    fn shifts_that_cancel_are_removed() {
        let board = Board::new(4, vec![0; 16]);
        let shifts = |text: &str| -> Vec<Shift> {
            text.split(", ").filter(|word| !word.is_empty()).map(|word| word.parse().expect("a shift")).collect()
        };
        for (long, short) in [
            ("left 0, right 0", ""),
            ("left 0, left 1, right 0", "left 1"),
            ("left 0, up 1, down 1, right 0, up 2", "up 2"),
            ("left 3, left 3, left 3, up 0", "right 3, up 0"),
            ("left 1, left 0", "left 0, left 1"),
        ] {
            assert_eq!(simplify(&board, &shifts(long)), shifts(short), "{long}");
        }
    }
}
