//! Lower bounds of the pushes still needed.
//!
//! - `pattern_database`: groups of a few boxes; `pair_penalties`: pairs of boxes
//! - `assignment`: the cheapest assignment of boxes to goals; `optimal_goals`: the goals of each box in all cheapest ones;
//!   `potentials`: a quicker bound, a sum over boxes
//! - `distances`: the pushes of a single box
//! - `max_weight_packing`: the heaviest disjoint groups; `bipartite_matching`: whether there is an assignment at all

pub(super) mod assignment;
pub(super) mod bipartite_matching;
mod distances;
pub(super) mod max_weight_packing;
mod optimal_goals;
pub(super) mod pair_penalties;
pub(super) mod pattern_database;
pub(super) mod potentials;
#[cfg(test)]
pub(crate) mod tests;

pub use assignment::{Matched, Matcher};
pub use distances::{BoxAndSide, Distances, UNREACHABLE};
pub use pair_penalties::PairPenalties;
