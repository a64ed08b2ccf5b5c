//! Whole state spaces and complete lists of optimal answers.

use std::fmt;

use lurd_engine::outcome::{Cost, Stop};

/// How a listing of all optimal answers ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Listing {
    /// All answers are listed.
    Complete,
    /// It was stopped; there may be more answers.
    Stopped(Stop),
    /// This puzzle does not support it.
    Unsupported(String),
}

/// The state that distances in a state space are measured from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DistanceOrigin {
    /// The target: distances to it.
    Target,
    /// The source: distances from it.
    Source,
}

/// Statistics of a whole state space.
#[derive(Clone, Debug, PartialEq)]
pub struct StateSpaceStats {
    /// The plural noun for a state: `boards`.
    pub of: &'static str,
    /// The number of states, including unreachable ones, if known.
    pub size: Option<u64>,
    /// The number of states at each distance, from 0.
    pub layers: Vec<u64>,
    /// The mean distance.
    pub mean: f64,
    /// Some of the farthest states, as text.
    pub examples: Vec<String>,
    /// The distance between source and target; `None` if one cannot be reached from the other.
    pub other_end: Option<Cost>,
}

/// Why there are no statistics of a state space.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoStateSpaceStats {
    /// This puzzle or objective does not support it.
    Unsupported(String),
    /// A limit or the user stopped the count.
    Stopped(Stop),
}

impl fmt::Display for NoStateSpaceStats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unsupported(reason) => f.write_str(reason),
            Self::Stopped(stop) => stop.fmt(f),
        }
    }
}

impl std::error::Error for NoStateSpaceStats {}
