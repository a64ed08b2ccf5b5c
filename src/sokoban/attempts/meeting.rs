//! Attempts from both sides.
//!
//! One search loosens the position that it begins with, another begins at the other end and aims at
//! the loosest position found, and everything that the first has come to is a goal of the second. Tight
//! starts are best loosened forward, tight goals backward.

use super::{Field, answer};
use crate::budget::{Budget, Share};
use crate::outcome::{Limit, Outcome, Stop};
use crate::puzzle::Ending;
use crate::search::{Stepper, Strategy};
use crate::sokoban::Way;
use crate::sokoban::bounds::Distances;
use crate::sokoban::plan::{Loosen, Looseness, Loosest, Sources, Toward, Yardstick};
use crate::sokoban::solver::EXHAUSTED;
use crate::sokoban::spaces::{Carry, CarrySpace};
use crate::space::Features;

/// What an attempt from both sides is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::sokoban) struct Meeting {
    /// The way of the search that loosens.
    pub(super) first: Way,
    pub(super) looseness: Looseness,
    pub(super) yardstick: Yardstick,
    /// The length of its first turn, in expansions of both searches.
    pub(super) first_turn: u64,
}

/// The first search gets this part of the expansions.
const PART: u64 = 3;

impl Meeting {
    fn in_words(self, seed: Option<u64>) -> String {
        let first = match self.first {
            Way::Push => "forward to loosen, then backward to meet",
            Way::Pull => "backward to loosen, then forward to meet",
        };
        let looseness = match self.looseness {
            Looseness::Links => "links",
            Looseness::Goals => "goals",
            Looseness::Regions => "regions",
            Looseness::Stuck => "stuck boxes",
        };
        let yardstick = match self.yardstick {
            Yardstick::Placed => "boxes in place",
            Yardstick::Open => "open floor and distances",
            Yardstick::Short => "distances",
        };
        let chance = if seed.is_some() { ", ties left to chance" } else { "" };
        format!("{first}, by {looseness} and {yardstick}{chance}")
    }

    /// Gives it a turn, from nothing; the ending, if it came to one.
    pub(super) fn go(
        self,
        field: &Field<'_>,
        name: &str,
        turn: u64,
        seed: Option<u64>,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Ending>, Stop> {
        if field.board.boxes().len() != field.board.goals().len() {
            return Ok(None);
        }
        budget.note(|| format!("attempt {name}: {turn} expansions, {}", self.in_words(seed)));
        budget.note_way(None);
        let sources = match field.sources(budget) {
            Err(Stop::Limit(Limit::Memory)) => return Ok(None),
            sources => sources?,
        };
        let mut share = Share::default();
        let before = budget.statistics().expanded;
        let end = budget.lend(&mut share, turn, None, |budget| self.both(field, sources, turn, seed, budget));
        budget.reclaim(&share);
        if let Some(way) = budget.way() {
            budget.note(|| format!("  {} {} of {} at best", way.name, way.done, way.of));
        }
        match end {
            Err(Stop::Limit(Limit::Memory)) => Ok(None),
            Err(Stop::Paused) if budget.statistics().expanded - before >= turn => Ok(None),
            end => end,
        }
    }

    fn both(
        self,
        field: &Field<'_>,
        sources: &Sources,
        turn: u64,
        seed: Option<u64>,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Ending>, Stop> {
        let second_way = self.first.reversed();
        let loosest = Loosest::default();
        let homes = match self.first {
            Way::Push => sources.distances(),
            Way::Pull => field.distances,
        };
        let style = (self.looseness, seed);
        let loosen = Loosen::new(field.terrain, self.first, style, sources, homes, &loosest, budget);
        let space = field.space(self.first, sources, Box::new(loosen), budget)?;
        let Ok(mut first) = Stepper::new(&space, Strategy::Fess, field.settings) else { return Ok(None) };
        match budget.in_slice(turn / PART, |budget| first.finish(budget)) {
            Outcome::Solved { plan, .. } => {
                let carries = match self.first {
                    Way::Push => plan.actions,
                    Way::Pull => CarrySpace::undone(&plan.actions),
                };
                return Ok(Some(solved(field, &space, &carries, budget)));
            }
            Outcome::Unsolvable => return Ok(Some(exhausted())),
            Outcome::Stopped { stop: Stop::Paused, .. } => {}
            Outcome::Stopped { stop, .. } => return Err(stop),
        }
        let Some((_, aims)) = loosest.borrow_mut().take() else { return Ok(None) };
        let aims = field.board.aiming_at(&aims);
        let distances = Distances::by(second_way, &aims, budget)?;
        let style = (self.yardstick, seed);
        let toward = Toward::new(field.terrain, second_way, style, (&aims, &distances), budget);
        let space = field.space(second_way, sources, Box::new(toward), budget)?;
        let space = space.meeting(|state| first.has_met(state));
        let Ok(mut second) = Stepper::new(&space, Strategy::Fess, field.settings) else { return Ok(None) };
        match second.finish(budget) {
            Outcome::Solved { plan, .. } => {
                let met = first.plan_to(&space.end_of(&plan.actions));
                let met = met.map(|plan| plan.actions).unwrap_or_default();
                let (forward, backward) = match second_way {
                    Way::Push => (plan.actions, met),
                    Way::Pull => (met, plan.actions),
                };
                let carries: Vec<Carry> = forward.into_iter().chain(CarrySpace::undone(&backward)).collect();
                Ok(Some(solved(field, &space, &carries, budget)))
            }
            // It has looked everywhere: what the first search has met is no more than a goal sooner.
            Outcome::Unsolvable => Ok(Some(exhausted())),
            Outcome::Stopped { stop, .. } => Err(stop),
        }
    }
}

fn solved(field: &Field<'_>, space: &CarrySpace<'_>, carries: &[Carry], budget: &Budget<'_>) -> Ending {
    Ending::Solved(answer(field.board, &space.pushes(carries), budget))
}

fn exhausted() -> Ending {
    Ending::Unsolvable { reason: EXHAUSTED.to_owned() }
}

impl<'b> Field<'b> {
    fn sources(&self, budget: &mut Budget<'_>) -> Result<&Sources, Stop> {
        if let Some(sources) = self.sources.get() {
            return Ok(sources);
        }
        let made = Sources::new(self.board, budget)?;
        Ok(self.sources.get_or_init(|| made))
    }

    /// The carries by a way.
    fn space<'s>(
        &'s self,
        way: Way,
        sources: &Sources,
        features: Box<dyn Features<CarrySpace<'s>> + 's>,
        budget: &mut Budget<'_>,
    ) -> Result<CarrySpace<'s>, Stop> {
        match way {
            Way::Push => CarrySpace::new(self.board, self.distances, self.rules, Some(features), budget),
            Way::Pull => {
                CarrySpace::backward(self.board, sources.distances(), self.rules, Some(features), budget)
            }
        }
    }
}
