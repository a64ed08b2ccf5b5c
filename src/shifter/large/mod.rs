//! Boards too large to be sure of a shortest way: an answer at once, then from both ends as far as
//! that is likely to lead, then better and better answers until a limit.
//!
//! - `construct`: the answer at once
//! - `tidy`: takes out what undoes itself
//! - `shorten`: shortest ways between boards on the way

mod construct;
mod shorten;
#[cfg(test)]
mod tests;
mod tidy;

use super::board::Shift;
use super::puzzle::ShifterPuzzle;
use super::slide::{Moves, Slide};
use super::turning::turn_each;
use super::wide::Wide;
use crate::budget::{Allotment, Budget};
use crate::outcome::{Cost, Outcome, Plan, Proof, Stop};
use crate::search::{Searched, Settings, Stepper, Strategy, proved_by};

/// Expansions of the search from both ends, and of one turn of the beam.
const FROM_BOTH_ENDS: u64 = 100_000;
const TURN: u64 = 20_000;

/// The best answer so far.
struct Best {
    plan: Option<Plan<Slide>>,
}

impl Best {
    fn improve(&mut self, plan: Option<Plan<Slide>>) -> bool {
        let better = match (&self.plan, &plan) {
            (_, None) => false,
            (None, Some(_)) => true,
            (Some(old), Some(new)) => new.cost < old.cost,
        };
        if better {
            self.plan = plan;
        }
        better
    }

    /// Whether no answer can be better.
    fn is_proved(&self, budget: &Budget<'_>) -> bool {
        self.plan.as_ref().is_some_and(|plan| plan.cost <= budget.lower_bound())
    }

    fn outcome(self, stop: Stop, budget: &Budget<'_>) -> Outcome<Slide> {
        let lower_bound = budget.lower_bound();
        match self.plan {
            None => Outcome::Stopped { stop, lower_bound },
            Some(plan) => {
                let proof = proved_by(lower_bound, plan.cost);
                let stopped = (proof != Proof::Optimal).then_some(stop);
                Outcome::Solved { lower_bound, proof, plan, stopped }
            }
        }
    }
}

/// The best answer that the limits allow; the target can be reached.
pub(super) fn solve(
    puzzle: &ShifterPuzzle,
    moves: Moves,
    budget: &mut Budget<'_>,
) -> (Strategy, Outcome<Slide>) {
    let space = puzzle.wide_by(moves);
    let mut best = Best { plan: None };
    match construct::construct(puzzle.source(), puzzle.target(), budget) {
        Ok(shifts) => _ = best.improve(shifts.map(|shifts| plan(moves, &shifts))),
        Err(stop) => return (Strategy::Auto, best.outcome(stop, budget)),
    }
    if space.backward_is_known() {
        let mut allotment = Allotment::default();
        let memory = budget.memory_left().map(|left| left / 2);
        let (outcome, _) =
            turn(&space, Strategy::Bidirectional, FROM_BOTH_ENDS, memory, &mut allotment, budget);
        budget.reclaim(&allotment);
        match outcome {
            Some(Outcome::Stopped { stop: stop @ (Stop::Cancelled | Stop::Limit(_)), .. })
                if !matches!(stop, Stop::Limit(crate::outcome::Limit::Memory)) =>
            {
                return (Strategy::Auto, best.outcome(stop, budget));
            }
            Some(outcome @ (Outcome::Solved { .. } | Outcome::Unsolvable)) => {
                return (Strategy::Bidirectional, outcome);
            }
            _ => {}
        }
    }
    (Strategy::Auto, improve(puzzle, &space, moves, best, budget))
}

/// An answer at once, however long.
pub(super) fn construct(puzzle: &ShifterPuzzle, budget: &mut Budget<'_>) -> Option<Vec<Shift>> {
    if let Some(plan) = turn_each(puzzle.source(), puzzle.target(), Moves::Single) {
        return Some(plan.actions.iter().map(|slide| slide.shift).collect());
    }
    construct::construct(puzzle.source(), puzzle.target(), budget).ok().flatten()
}

/// One turn of a search that is begun for it: its end, unless it only paused.
fn turn<S: Searched>(
    space: &S,
    strategy: Strategy,
    expansions: u64,
    memory: Option<u64>,
    allotment: &mut Allotment,
    budget: &mut Budget<'_>,
) -> (Option<Outcome<S::Action>>, bool) {
    let Ok(mut search) = Stepper::new(space, strategy, &Settings::default()) else { return (None, true) };
    let outcome = budget.with_allotment(allotment, expansions, memory, |budget| search.finish(budget));
    (search.has_ended().then_some(outcome), search.has_ended())
}

/// Beams that grow, and shortest ways between boards of the best answer, in turns.
fn improve(
    puzzle: &ShifterPuzzle,
    space: &Wide,
    moves: Moves,
    mut best: Best,
    budget: &mut Budget<'_>,
) -> Outcome<Slide> {
    let mut allotment = Allotment::default();
    let Ok(mut beam) = Stepper::new(space, Strategy::Rectangle, &Settings::default()) else {
        return best.outcome(Stop::Cancelled, budget);
    };
    let mut shortening = shorten::Shortening::default();
    let stop = loop {
        if best.is_proved(budget) {
            break Stop::Paused;
        }
        let outcome = budget.with_allotment(&mut allotment, TURN, None, |budget| beam.finish(budget));
        if best.improve(beam.best()) {
            shortening = shorten::Shortening::default();
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
    best.outcome(stop, budget)
}

/// Shifts as a plan; in grouped moves equal ones in a row are one.
pub(super) fn plan(moves: Moves, shifts: &[Shift]) -> Plan<Slide> {
    let slide =
        |shifts: &[Shift]| Slide { shift: shifts[0], times: u16::try_from(shifts.len()).unwrap_or(u16::MAX) };
    let actions: Vec<Slide> = match moves {
        Moves::Single => shifts.chunks(1).map(slide).collect(),
        Moves::Grouped => shifts.chunk_by(|one, next| one == next).map(slide).collect(),
    };
    Plan { cost: Cost::try_from(actions.len()).unwrap_or(Cost::MAX), actions }
}
