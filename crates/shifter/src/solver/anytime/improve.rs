//! The best answer that the limits allow.

use super::shorten::Shortening;
use super::slice::{Slice, search_for};
use super::three_cycles;
use crate::instance::ShifterPuzzle;
use crate::rules::{Moves, Shift, Slide, shifts_of};
use crate::solver::independent_lines;
use crate::solver::outcomes::{Solved, stopped};
use crate::spaces::byte_space::ByteSpace;
use lurd_engine::budget::{Allotment, Budget};
use lurd_engine::outcome::{Limit, Outcome, Plan, Stop};
use lurd_engine::search::{Settings, Stepper, Strategy};
use lurd_engine::space::Space;

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
        let cost = |plan: &Option<Plan<Slide>>| plan.as_ref().map_or(u64::MAX, |plan| plan.cost.into());
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
        Err(stop) => return Solved { strategy: Strategy::Auto, outcome: stopped(best.plan, stop, budget) },
    }
    if space.backward().is_some() {
        let memory = budget.memory_left().map(|left| left / 2);
        let slice = Slice { strategy: Strategy::Bidirectional, expansions: BIDIRECTIONAL_EXPANSIONS, memory };
        let outcome = search_for(&slice, &space, budget);
        match outcome {
            Some(Outcome::Stopped { stop: stop @ (Stop::Cancelled | Stop::Limit(_)), .. })
                if !matches!(stop, Stop::Limit(Limit::Memory)) =>
            {
                return Solved { strategy: Strategy::Auto, outcome: stopped(best.plan, stop, budget) };
            }
            Some(outcome @ (Outcome::Solved { .. } | Outcome::Unsolvable)) => {
                return Solved { strategy: Strategy::Bidirectional, outcome };
            }
            _ => {}
        }
    }
    Solved { strategy: Strategy::Auto, outcome: improve(puzzle, &space, moves, best, budget) }
}

/// An answer without a search, however long.
pub(in crate::solver) fn construct(puzzle: &ShifterPuzzle, budget: &mut Budget<'_>) -> Option<Vec<Shift>> {
    if let Some(plan) = independent_lines::solve(puzzle.source(), puzzle.target(), Moves::Single) {
        return Some(shifts_of(&plan.actions));
    }
    three_cycles::construct(puzzle.source(), puzzle.target(), budget).ok().flatten()
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
        let outcome =
            budget.with_allotment(&mut allotment, BEAM_EXPANSIONS, None, |budget| beam.finish(budget));
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
