//! Local improvement of an answer: a window of its shifts is replaced by a shorter path between the same
//! boards.

use super::simplify::simplify;
use super::slice::{Slice, search_for};
use crate::instance::ShifterPuzzle;
use crate::rules::{Moves, Shift, Slide, shifts_of};
use crate::spaces::byte_space::ByteSpace;
use lurd_engine::budget::Budget;
use lurd_engine::outcome::{Outcome, Plan, Stop};
use lurd_engine::search::Strategy;

const WINDOW: usize = 8;
/// Expansions per window; a path that takes more is hardly shorter.
const EXPANSIONS: u64 = 4_000;
const WINDOWS: usize = 8;

/// The start of the next window.
#[derive(Default)]
pub(super) struct Shortening {
    at: usize,
}

impl Shortening {
    /// Tries some windows of `best`; returns a shorter answer, if one was found. Does nothing once it has
    /// reached the end of `best`.
    pub(super) fn turn(
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
    let outcome = search_for(&slice, &space, budget);
    match outcome {
        Some(Outcome::Solved { plan, .. }) if (plan.cost as usize) < stretch.len() => {
            Ok(Some(shifts_of(&plan.actions)))
        }
        Some(Outcome::Stopped { stop, .. }) => Err(stop),
        _ => Ok(None),
    }
}
