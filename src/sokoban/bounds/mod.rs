//! Lower bounds on the pushes still needed.

pub mod assignment;
pub mod child_penalties;
pub mod distances;
pub mod max_weight_matching;
pub mod pair_penalties;

pub use assignment::{Matched, Matcher};
pub use distances::{BoxAndSide, Distances};
pub use pair_penalties::Pairs;

/// A distance that does not exist.
pub const UNREACHABLE: u32 = u32::MAX;
