//! When the lower bound of a search rose and when it found plans. Both are rare, so that recording them
//! costs nothing.

use crate::outcome::Cost;

/// Maximum number of recorded points of each kind.
const MAX_POINTS: usize = 10_000;

/// A rise of the bound, or a plan found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TracePoint {
    /// Number of expansions before it.
    pub expanded: u64,
    /// The bound, or the cost of the plan.
    pub cost: Cost,
}

/// Bounds and plans of a search over its expansions.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Trace {
    /// The lower bound (in A\*, the lowest f) after each rise.
    pub bounds: Vec<TracePoint>,
    /// The plans of an anytime strategy, each better than the one before.
    pub plans: Vec<TracePoint>,
}

impl Trace {
    pub(super) fn bound(&mut self, expanded: u64, cost: Cost) {
        if self.bounds.len() < MAX_POINTS {
            self.bounds.push(TracePoint { expanded, cost });
        }
    }

    pub(super) fn plan(&mut self, expanded: u64, cost: Cost) {
        if self.plans.len() < MAX_POINTS {
            self.plans.push(TracePoint { expanded, cost });
        }
    }
}
