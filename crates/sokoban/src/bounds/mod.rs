//! Lower bounds of the pushes still needed.

pub(super) mod assignment;
pub(super) mod bipartite_matching;
pub(super) mod child_penalties;
mod distances;
mod matcher;
pub(super) mod max_weight_packing;
pub(super) mod pair_penalties;
pub(super) mod pattern_database;
pub(super) mod potentials;
pub(super) mod set_matching;
#[cfg(test)]
pub(crate) mod tests;

pub use distances::{BoxAndSide, Distances, UNREACHABLE};
pub use matcher::{Matched, Matcher};
pub use pair_penalties::PairPenalties;
