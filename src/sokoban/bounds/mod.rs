//! Lower bounds on the pushes still needed.

pub mod distances;
pub mod matching;
pub mod pairing;
pub mod pairs;

pub use distances::{Distances, Stance};
pub use matching::{Matched, Matcher};
pub use pairs::Pairs;

/// A distance that does not exist.
pub const UNREACHABLE: u32 = u32::MAX;
