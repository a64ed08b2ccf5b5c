//! Features and advisors of feature-space search (Shoham & Schaeffer, *The FESS algorithm*, 2020): rooms and
//! the links between them, packing plans found by a backward search, features of positions.
//!
//! All of this is heuristic. Only the rules of [`deadlock`](crate::sokoban::deadlock) prove anything.

mod access;
mod advisors;
mod best_position;
mod blocking;
mod child_marks;
mod exchange;
mod feature_vector;
mod features;
mod hotspots;
mod level_analysis;
mod novelty;
mod out_of_plan;
mod packing_plan;
mod packing_search;
mod plan_options;
mod random_tie_break;
mod rooms;
mod routes;
mod search_side;
mod sinks;
mod supply;
mod target;
mod unblock;
mod walk_distances;

pub(super) use best_position::BestPosition;
pub use feature_vector::TieBreak;
pub use features::{FeatureOptions, PackingFeatures};
pub use level_analysis::LevelAnalysis;
pub use novelty::NoveltyMeasure;
pub use packing_plan::{PackingPlan, PlanStep};
pub use plan_options::{PlanOptions, RemovalOrder};
pub(super) use target::TargetFeatures;
pub use target::TargetMeasure;
pub(super) use unblock::UnblockFeatures;
pub use unblock::UnblockMeasure;

use crate::budget::{Allotment, Budget};
use crate::outcome::{Limit, Outcome, Stop};
use crate::search::{Settings, Stepper};
use crate::sokoban::board::WALL;
use packing_search::Unpack;

/// Searches backward for a packing plan, in at most `expansions` expansions. The plan is empty if none is
/// found.
///
/// # Errors
/// When the search is cancelled, or a limit of time or expansions is reached.
pub fn find_plan(
    analysis: &LevelAnalysis<'_>,
    plan_options: PlanOptions,
    expansions: u64,
    budget: &mut Budget<'_>,
) -> Result<PackingPlan, Stop> {
    let board = analysis.board;
    if board.boxes().len() != board.goals().len() {
        return Ok(PackingPlan::default());
    }
    let mut allotment = Allotment::default();
    let plan = budget.with_allotment(&mut allotment, expansions, None, |budget| {
        let space = Unpack::new(board, &analysis.sinks, analysis.rooms.clone(), plan_options);
        let search = Stepper::fess(&space, &Settings::default());
        match search.map(|mut search| search.finish(budget)) {
            Ok(Outcome::Solved { plan, .. }) => {
                let pulls = plan.actions.iter().filter(|pull| pull.from != WALL);
                let moves: Vec<_> =
                    pulls.map(|pull| (pull.from, (!pull.removed).then_some(pull.to))).collect();
                Ok(PackingPlan::from_backward(&moves))
            }
            Ok(Outcome::Stopped {
                stop: stop @ (Stop::Cancelled | Stop::Limit(Limit::Time | Limit::Nodes)),
                ..
            }) => Err(stop),
            // Too few expansions, too little memory, or no plan at all.
            _ => Ok(PackingPlan::default()),
        }
    });
    budget.reclaim(&allotment);
    plan
}
