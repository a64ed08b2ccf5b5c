//! Lower bounds of the pushes still needed.

pub mod assignment;
pub(super) mod bipartite_matching;
pub mod child_penalties;
pub mod distances;
pub mod max_weight_matching;
pub mod pair_penalties;

pub use assignment::{Matched, Matcher};
pub use distances::{BoxAndSide, Distances, UNREACHABLE};
pub use pair_penalties::PairPenalties;
