//! What leads a search to a solution, and proves nothing: rooms and the links between them, a packing
//! plan from a search backward, the features of positions and the advisors (Shoham & Schaeffer, *The
//! FESS algorithm*, 2020).

mod access;
mod advisors;
mod best;
mod exchange;
mod feature_vector;
mod features;
mod hotspots;
mod level_analysis;
mod novelty;
mod out_of_plan;
mod packing_plan;
mod packing_search;
mod random_tie_break;
mod rooms;
mod routes;
mod side;
mod sinks;
mod supply;
mod target;
mod unblock;
mod walks;

pub(super) use best::Best;
pub use feature_vector::Tie;
pub use features::{FeatureOptions, PackingFeatures};
pub use level_analysis::LevelAnalysis;
pub use novelty::Novel;
pub use packing_plan::{PackingPlan, Step};
pub use packing_search::{First, PlanOptions};
pub(super) use target::TargetFeatures;
pub use target::Yardstick;
pub use unblock::Looseness;
pub(super) use unblock::UnblockFeatures;

use crate::budget::{Allotment, Budget};
use crate::outcome::{Limit, Outcome, Stop};
use crate::search::{Settings, Stepper, Strategy};
use crate::sokoban::board::WALL;
use packing_search::Unpack;

/// Looks for a packing plan, in at most `expansions` expansions. An empty plan says that none was
/// found.
///
/// # Errors
/// When the budget ends the search.
pub fn find_plan(
    terrain: &LevelAnalysis<'_>,
    taste: PlanOptions,
    expansions: u64,
    budget: &mut Budget<'_>,
) -> Result<PackingPlan, Stop> {
    let board = terrain.board;
    if board.boxes().len() != board.goals().len() {
        return Ok(PackingPlan::default());
    }
    let mut allotment = Allotment::default();
    let plan = budget.with_allotment(&mut allotment, expansions, None, |budget| {
        let space = Unpack::new(board, &terrain.sources, terrain.rooms.clone(), taste);
        let search = Stepper::new(&space, Strategy::Fess, &Settings::default());
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
            // Too few expansions, too little memory, or no way: it has to do without.
            _ => Ok(PackingPlan::default()),
        }
    });
    budget.reclaim(&allotment);
    plan
}
