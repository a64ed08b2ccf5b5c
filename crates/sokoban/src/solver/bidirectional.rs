//! Attempts from both sides.
//!
//! The first search unblocks the position at its end of the level. The second one starts at the other end,
//! and its target is the least blocked position that the first has expanded; every state that the first has
//! reached is a goal for it. The third one starts where the first did, and its target is the best position of
//! the second. Crowded starts are best unblocked forward, crowded goals backward.

use lurd_engine::program::{
    budget::{Allotment, Budget},
    outcome::{Limit, Outcome, Stop},
    search::Stepper,
    space::Features,
};
use lurd_puzzle::puzzle::{Answer, Ending};

use crate::{
    bounds::Distances,
    direction::SearchDirection,
    fess::{BestPosition, TargetFeatures, TargetMeasure, UnblockFeatures, UnblockMeasure},
    solver::context::{self, Context, Finished, TurnResult, exhausted},
    spaces::{MacroPush, MacroPushSpace},
};

/// The configuration of an attempt from both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BidirectionalConfig {
    /// The direction of the unblocking search.
    pub first: SearchDirection,
    /// The measure of the unblocking search.
    pub unblock_measure: UnblockMeasure,
    /// The measure of the searches for a target.
    pub target_measure: TargetMeasure,
    /// The expansions of the unblocking search in the first turn.
    pub unblock_expansions: u64,
    /// The expansions of each search for a target in the first turn.
    pub target_expansions: u64,
}

/// The number of searches for a target, from alternate sides.
const TARGET_SEARCHES: u32 = 2;

/// A turn of a configuration.
#[derive(Clone, Copy)]
struct Turn {
    /// The number of turns before it. Each doubles the expansions.
    round: u32,
    /// The seed of random tie-breaking; `None` in the first round.
    seed: Option<u64>,
}

/// A paused search, as seen by the search from the other side.
struct OtherSide<'a, 's> {
    direction: SearchDirection,
    search: &'a Stepper<'a, MacroPushSpace<'s>>,
    /// The target: the best position that the search has expanded.
    best: &'a BestPosition,
}

impl BidirectionalConfig {
    /// The configuration in a later round: the same direction with other measures.
    fn in_round(self, round: u32) -> Self {
        (0..round).fold(self, |config, _| Self {
            unblock_measure: config.unblock_measure.next(),
            target_measure: config.target_measure.next(),
            ..config
        })
    }

    fn describe(self, seed: Option<u64>) -> String {
        let first = match self.first {
            SearchDirection::Push => "forward to unblock, then backward to meet",
            SearchDirection::Pull => "backward to unblock, then forward to meet",
        };
        let unblock_measure = match self.unblock_measure {
            UnblockMeasure::Links => "links",
            UnblockMeasure::Goals => "goals",
            UnblockMeasure::Regions => "regions",
            UnblockMeasure::StuckBoxes => "stuck boxes",
        };
        let target_measure = match self.target_measure {
            TargetMeasure::BoxesInPlace => "boxes in place",
            TargetMeasure::OpenFloor => "open floor and distances",
            TargetMeasure::Distance => "distances",
        };
        let ties = if seed.is_some() { ", random ties" } else { "" };
        format!("{first}, by {unblock_measure} and {target_measure}{ties}")
    }

    /// Runs a turn, without states of earlier ones.
    pub(super) fn run_turn(
        self,
        context: &Context<'_>,
        name: &str,
        round: u32,
        budget: &mut Budget<'_>,
    ) -> Result<TurnResult, Stop> {
        // Boxes that the player cannot reach can make the numbers differ.
        if context.board.boxes().len() != context.board.goals().len() {
            return Ok(TurnResult::GivenUp);
        }
        let config = self.in_round(round);
        let turn = Turn { round, seed: (round > 0).then_some(context.settings.seed ^ u64::from(round)) };
        let expansions = (self.unblock_expansions + u64::from(TARGET_SEARCHES) * self.target_expansions) << round;
        budget.note(|| format!("attempt {name}: {expansions} expansions, {}", config.describe(turn.seed)));
        budget.note_milestone(None);
        let mut allotment = Allotment::default();
        let before = budget.statistics().expanded;
        let end = budget.with_allotment(&mut allotment, expansions, None, |budget| {
            budget.in_part("plan attempts from both sides", |budget| config.unblock(context, turn, budget))
        });
        budget.reclaim(&allotment);
        if let Some(milestone) = budget.milestone() {
            budget.note(|| format!("  {} {} of {} at best", milestone.name, milestone.done, milestone.of));
        }
        match end {
            Ok(Some(ending)) => {
                let method = Some("bidirectional search of macro pushes");
                Ok(TurnResult::Ended(Finished { ending, method }))
            }
            Ok(None) => Ok(TurnResult::Paused),
            Err(Stop::Paused) if budget.statistics().expanded - before >= expansions => Ok(TurnResult::Paused),
            Err(Stop::Limit(Limit::Memory)) => Ok(TurnResult::GivenUp),
            Err(stop) => Err(stop),
        }
    }

    /// Runs the unblocking search, and then the others.
    fn unblock(self, context: &Context<'_>, turn: Turn, budget: &mut Budget<'_>) -> Result<Option<Ending>, Stop> {
        let best = BestPosition::default();
        let options = (self.unblock_measure, turn.seed);
        let features = UnblockFeatures::new(context.analysis, self.first, options, &best, budget);
        let space = context.space(self.first, Box::new(features), budget)?;
        let Ok(mut search) = Stepper::fess(&space, context.settings) else { return Ok(None) };
        match budget.in_slice(self.unblock_expansions << turn.round, |budget| search.finish(budget)) {
            Outcome::Solved { plan, .. } => {
                Ok(Some(Ok(solved(context, &space, (self.first, plan.actions), &[], budget))))
            }
            Outcome::Unsolvable => Ok(Some(exhausted())),
            Outcome::Stopped { stop: Stop::Paused, .. } => {
                let other = OtherSide { direction: self.first, search: &search, best: &best };
                self.search_for_target(context, &other, (turn, TARGET_SEARCHES), budget)
            }
            Outcome::Stopped { stop, .. } => Err(stop),
        }
    }

    /// Runs a search whose target is the best position of the search `other`, and whose goals include all
    /// states that `other` has reached; then the remaining ones. `left` counts this one too.
    fn search_for_target(
        self,
        context: &Context<'_>,
        other: &OtherSide<'_, '_>,
        (turn, left): (Turn, u32),
        budget: &mut Budget<'_>,
    ) -> Result<Option<Ending>, Stop> {
        let direction = other.direction.reversed();
        let Some(target) = other.best.take() else { return Ok(None) };
        let target = context.board.aiming_at(&target);
        let distances = Distances::by(direction, &target, budget)?;
        let best = BestPosition::default();
        let options = (self.target_measure, turn.seed);
        let features = TargetFeatures::new(context.analysis, direction, options, (&target, &distances), &best, budget);
        let space = context.space(direction, Box::new(features), budget)?;
        let space = space.with_goal_states(|state| other.search.has_met(state));
        let Ok(mut search) = Stepper::fess(&space, context.settings) else { return Ok(None) };
        let expansions = self.target_expansions << turn.round;
        // A path to a state of the other search may cost less than a solution.
        let outcome = budget.with_own_bounds(|budget| budget.in_slice(expansions, |budget| search.finish(budget)));
        match outcome {
            Outcome::Solved { plan, .. } => {
                let met = other.search.plan_to(&space.end_of(&plan.actions));
                let met = met.map(|plan| plan.actions).unwrap_or_default();
                Ok(Some(Ok(solved(context, &space, (direction, plan.actions), &met, budget))))
            }
            // Soundness: the states of the other search are only additional goals, so the space is exhausted.
            Outcome::Unsolvable => Ok(Some(exhausted())),
            Outcome::Stopped { stop: Stop::Paused, .. } if left > 1 => {
                let other = OtherSide { direction, search: &search, best: &best };
                self.search_for_target(context, &other, (turn, left - 1), budget)
            }
            Outcome::Stopped { stop, .. } => Err(stop),
        }
    }
}

/// The answer of a search that has come by `macro_pushes` to a state that the other one has reached by
/// `met`, or to its own goal.
fn solved(
    context: &Context<'_>,
    space: &MacroPushSpace<'_>,
    (direction, macro_pushes): (SearchDirection, Vec<MacroPush>),
    met: &[MacroPush],
    budget: &Budget<'_>,
) -> Answer {
    let (mut forward, backward) = match direction {
        SearchDirection::Push => (macro_pushes, met.to_vec()),
        SearchDirection::Pull => (met.to_vec(), macro_pushes),
    };
    forward.extend(MacroPushSpace::undone(&backward));
    context::solved(context.board, &space.pushes(&forward), budget)
}

impl Context<'_> {
    /// The space of macro pushes in a direction.
    fn space<'s>(
        &'s self,
        direction: SearchDirection,
        features: Box<dyn Features<MacroPushSpace<'s>> + 's>,
        budget: &mut Budget<'_>,
    ) -> Result<MacroPushSpace<'s>, Stop> {
        match direction {
            SearchDirection::Push => {
                MacroPushSpace::new(self.board, self.distances, self.rules, Some(features), budget)
            }
            SearchDirection::Pull => {
                MacroPushSpace::backward(self.board, self.analysis.origins(), self.rules, Some(features), budget)
            }
        }
    }
}
