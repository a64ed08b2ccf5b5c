//! Lower bounds on the pushes still needed.

pub mod distances;
pub mod matching;

pub use distances::Distances;
pub use matching::Matcher;

/// A distance that does not exist.
pub const UNREACHABLE: u32 = u32::MAX;
