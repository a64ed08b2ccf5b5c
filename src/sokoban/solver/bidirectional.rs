//! Attempts from both sides.
//!
//! One search loosens the position that it begins with. Another begins at the other end and aims at the
//! loosest position found, and everything that the first has come to is a goal for it; a third begins
//! where the first did and aims at the best position of the second. Tight starts are best loosened
//! forward, tight goals backward.

use crate::budget::{Allotment, Budget};
use crate::outcome::{Limit, Outcome, Stop};
use crate::puzzle::Ending;
use crate::search::{Stepper, Strategy};
use crate::sokoban::bounds::Distances;
use crate::sokoban::fess::{Best, Looseness, TargetFeatures, UnblockFeatures, Yardstick};
use crate::sokoban::search_direction::SearchDirection;
use crate::sokoban::solver::context::{self, Context, SliceResult, exhausted};
use crate::sokoban::spaces::{MacroPush, MacroPushSpace};
use crate::space::Features;

/// What an attempt from both sides is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BidirectionalConfig {
    /// The way of the search that loosens.
    pub first: SearchDirection,
    /// What that search looks for.
    pub looseness: Looseness,
    /// What the others go by.
    pub yardstick: Yardstick,
    /// The length of its first turn: the expansions of the search that loosens.
    pub loosening: u64,
    /// The expansions of each of the searches that aim, in the first turn.
    pub aiming: u64,
}

/// So many searches aim, one after the other and from either side by turns.
const SEARCHES: u32 = 2;

/// The size of a turn and what chance begins with in it.
#[derive(Clone, Copy)]
struct Size {
    round: u32,
    seed: Option<u64>,
}

impl BidirectionalConfig {
    /// What a later round makes of it: the same way, with other tastes.
    fn in_round(self, round: u32) -> Self {
        (0..round).fold(self, |meeting, _| Self {
            looseness: meeting.looseness.next(),
            yardstick: meeting.yardstick.next(),
            ..meeting
        })
    }

    fn describe(self, seed: Option<u64>) -> String {
        let first = match self.first {
            SearchDirection::Push => "forward to loosen, then backward to meet",
            SearchDirection::Pull => "backward to loosen, then forward to meet",
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

    /// Gives it a turn, from nothing.
    pub(super) fn go(
        self,
        field: &Context<'_>,
        name: &str,
        round: u32,
        budget: &mut Budget<'_>,
    ) -> Result<SliceResult, Stop> {
        // Sealed boxes can make the numbers differ in the player's room.
        if field.board.boxes().len() != field.board.goals().len() {
            return Ok(SliceResult::GivenUp);
        }
        let meeting = self.in_round(round);
        let turn = Size { round, seed: (round > 0).then_some(field.settings.seed ^ u64::from(round)) };
        let expansions = (self.loosening + u64::from(SEARCHES) * self.aiming) << round;
        budget.note(|| format!("attempt {name}: {expansions} expansions, {}", meeting.describe(turn.seed)));
        budget.note_milestone(None);
        let mut allotment = Allotment::default();
        let before = budget.statistics().expanded;
        let end = budget
            .with_allotment(&mut allotment, expansions, None, |budget| meeting.loosen(field, turn, budget));
        budget.reclaim(&allotment);
        if let Some(milestone) = budget.milestone() {
            budget.note(|| format!("  {} {} of {} at best", milestone.name, milestone.done, milestone.of));
        }
        match end {
            Ok(Some(ending)) => {
                budget.note_method(Some("bidirectional search of macro pushes"));
                Ok(SliceResult::Ended(ending))
            }
            Ok(None) => Ok(SliceResult::Paused),
            Err(Stop::Paused) if budget.statistics().expanded - before >= expansions => {
                Ok(SliceResult::Paused)
            }
            Err(Stop::Limit(Limit::Memory)) => Ok(SliceResult::GivenUp),
            Err(stop) => Err(stop),
        }
    }

    /// The search that loosens, and then the others.
    fn loosen(
        self,
        field: &Context<'_>,
        turn: Size,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Ending>, Stop> {
        let best = Best::default();
        let style = (self.looseness, turn.seed);
        let loosen = UnblockFeatures::new(field.analysis, self.first, style, &best, budget);
        let space = field.space(self.first, Box::new(loosen), budget)?;
        let Ok(mut search) = Stepper::new(&space, Strategy::Fess, field.settings) else { return Ok(None) };
        match budget.in_slice(self.loosening << turn.round, |budget| search.finish(budget)) {
            Outcome::Solved { plan, .. } => {
                Ok(Some(solved(field, &space, (self.first, plan.actions), &[], budget)))
            }
            Outcome::Unsolvable => Ok(Some(exhausted())),
            Outcome::Stopped { stop: Stop::Paused, .. } => {
                self.aim(field, (self.first, &search, &best), (turn, SEARCHES), budget)
            }
            Outcome::Stopped { stop, .. } => Err(stop),
        }
    }

    /// A search that aims at the best position of another one and meets it wherever that has been; and
    /// the searches after it, of which so many are left with this one.
    fn aim(
        self,
        field: &Context<'_>,
        (other_way, other, aims): (SearchDirection, &Stepper<'_, MacroPushSpace<'_>>, &Best),
        (turn, left): (Size, u32),
        budget: &mut Budget<'_>,
    ) -> Result<Option<Ending>, Stop> {
        let way = other_way.reversed();
        let Some((_, aims)) = aims.borrow_mut().take() else { return Ok(None) };
        let aims = field.board.aiming_at(&aims);
        let distances = Distances::by(way, &aims, budget)?;
        let best = Best::default();
        let style = (self.yardstick, turn.seed);
        let toward = TargetFeatures::new(field.analysis, way, style, (&aims, &distances), &best, budget);
        let space = field.space(way, Box::new(toward), budget)?;
        let space = space.with_goal_states(|state| other.has_met(state));
        let Ok(mut search) = Stepper::new(&space, Strategy::Fess, field.settings) else { return Ok(None) };
        match budget.in_slice(self.aiming << turn.round, |budget| search.finish(budget)) {
            Outcome::Solved { plan, .. } => {
                let met = other.plan_to(&space.end_of(&plan.actions));
                let met = met.map(|plan| plan.actions).unwrap_or_default();
                Ok(Some(solved(field, &space, (way, plan.actions), &met, budget)))
            }
            // It has looked everywhere: what the other search has met is no more than a goal sooner.
            Outcome::Unsolvable => Ok(Some(exhausted())),
            Outcome::Stopped { stop: Stop::Paused, .. } if left > 1 => {
                self.aim(field, (way, &search, &best), (turn, left - 1), budget)
            }
            Outcome::Stopped { stop, .. } => Err(stop),
        }
    }
}

/// The ending when a search by that way has come along `carries` to where another one had been along
/// `met`, or to the end.
fn solved(
    field: &Context<'_>,
    space: &MacroPushSpace<'_>,
    (way, carries): (SearchDirection, Vec<MacroPush>),
    met: &[MacroPush],
    budget: &Budget<'_>,
) -> Ending {
    let (mut forward, backward) = match way {
        SearchDirection::Push => (carries, met.to_vec()),
        SearchDirection::Pull => (met.to_vec(), carries),
    };
    forward.extend(MacroPushSpace::undone(&backward));
    context::solved(field.board, &space.pushes(&forward), budget)
}

impl Context<'_> {
    /// The carries by a way.
    fn space<'s>(
        &'s self,
        way: SearchDirection,
        features: Box<dyn Features<MacroPushSpace<'s>> + 's>,
        budget: &mut Budget<'_>,
    ) -> Result<MacroPushSpace<'s>, Stop> {
        match way {
            SearchDirection::Push => {
                MacroPushSpace::new(self.board, self.distances, self.rules, Some(features), budget)
            }
            SearchDirection::Pull => MacroPushSpace::backward(
                self.board,
                self.analysis.origins(),
                self.rules,
                Some(features),
                budget,
            ),
        }
    }
}
