//! Shortest ways between two boards of an answer, wherever they are shorter than the answer's own.

use super::super::board::{Board, Shift};
use super::super::puzzle::ShifterPuzzle;
use super::super::slide::{Moves, Slide};
use super::tidy::tidy;
use super::{plan, turn};
use crate::budget::{Allotment, Budget};
use crate::outcome::{Outcome, Plan, Stop};
use crate::search::Strategy;

/// A stretch of this many moves is replaced if there is a shorter way.
const WINDOW: usize = 8;
/// What a look for a shorter way may cost: a way that takes more is not much shorter.
const EXPANSIONS: u64 = 4_000;
/// So many looks a turn.
const LOOKS: usize = 8;

/// How far along an answer it has come.
#[derive(Default)]
pub(super) struct Shortening {
    at: usize,
}

impl Shortening {
    /// Looks at some stretches of `best`; a shorter answer, if one was found. Does nothing once it has
    /// come to the end, until something changes.
    pub(super) fn turn(
        &mut self,
        puzzle: &ShifterPuzzle,
        moves: Moves,
        best: &Plan<Slide>,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Plan<Slide>>, Stop> {
        let mut shifts: Vec<Shift> = best
            .actions
            .iter()
            .flat_map(|slide| std::iter::repeat_n(slide.shift, usize::from(slide.times)))
            .collect();
        let before = shifts.len();
        for _ in 0..LOOKS {
            if self.at + 2 > shifts.len() {
                break;
            }
            budget.check_now()?;
            let end = (self.at + WINDOW).min(shifts.len());
            match between(puzzle, &shifts[..self.at], &shifts[self.at..end], budget)? {
                Some(shorter) => {
                    shifts.splice(self.at..end, shorter);
                    shifts = tidy(puzzle.source(), &shifts);
                    // What was found may join what stands before.
                    self.at = self.at.saturating_sub(WINDOW - 1).min(shifts.len());
                }
                None => self.at += 1,
            }
        }
        Ok((shifts.len() < before).then(|| plan(moves, &shifts)))
    }
}

/// A shorter way for `stretch`, which follows `lead`.
fn between(
    puzzle: &ShifterPuzzle,
    lead: &[Shift],
    stretch: &[Shift],
    budget: &mut Budget<'_>,
) -> Result<Option<Vec<Shift>>, Stop> {
    let after = |board: &Board, shifts: &[Shift]| {
        let mut board = board.clone();
        for &shift in shifts {
            // They have been carried out before.
            let _ = board.shift(shift);
        }
        board
    };
    let start = after(puzzle.source(), lead);
    let space = super::Wide::new(&start, &after(&start, stretch), false);
    let mut allotment = Allotment::default();
    let (outcome, _) = turn(&space, Strategy::Bidirectional, EXPANSIONS, None, &mut allotment, budget);
    budget.reclaim(&allotment);
    match outcome {
        Some(Outcome::Solved { plan, .. }) if (plan.cost as usize) < stretch.len() => {
            Ok(Some(plan.actions.into_iter().map(|slide| slide.shift).collect()))
        }
        Some(Outcome::Stopped { stop, .. }) => Err(stop),
        _ => Ok(None),
    }
}
