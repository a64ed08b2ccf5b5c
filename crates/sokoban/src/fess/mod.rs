//! Features and advisors of feature-space search (Shoham & Schaeffer, *The FESS algorithm*, 2020): rooms and
//! the links between them, packing plans found by a backward search, features of positions.
//!
//! All of this is heuristic. Only the rules of [`deadlock`](crate::deadlock) prove anything.
//!
//! - `child_marks`: the marks of successors, and the advisors; `target`: features of searches for a target position
//! - `features`: the features of a position along a plan; `novelty`: how new a position is; `supply`: boxes for the
//!   remaining steps; `blocking`: boxes in the way
//! - `plan_search`: packing plans, and searches for them; `packing_search`: the backward search
//! - `level_analysis`: static analysis of a level; `rooms`: its rooms; `random_ties`: random tie-breaking

mod blocking;
mod child_marks;
mod features;
mod level_analysis;
mod novelty;
mod packing_search;
mod plan_search;
mod random_ties;
mod rooms;
mod supply;
mod target;

pub use features::{FeatureOptions, PackingFeatures, TieBreak};
pub use level_analysis::LevelAnalysis;
pub use novelty::NoveltyMeasure;
pub use packing_search::{PlanOptions, RemovalOrder};
pub use plan_search::{PackingPlan, PlanStep, find_plan};
pub use target::{TargetMeasure, UnblockMeasure};

pub(super) use plan_search::{PlanResult, PlanSearch, PlanSpace};
pub(super) use target::{BestPosition, TargetFeatures, UnblockFeatures};
