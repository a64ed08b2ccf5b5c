//! Features and advisors of feature-space search (Shoham & Schaeffer, *The FESS algorithm*, 2020): rooms and
//! the links between them, packing plans found by a backward search, features of positions.
//!
//! All of this is heuristic. Only the rules of [`deadlock`](crate::deadlock) prove anything.

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
mod plan_search;
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
pub use plan_search::find_plan;
pub(super) use plan_search::{PlanResult, PlanSearch, PlanSpace};
pub(super) use target::TargetFeatures;
pub use target::TargetMeasure;
pub(super) use unblock::UnblockFeatures;
pub use unblock::UnblockMeasure;
