//! The course of a search, for those who look at it afterwards: when its bound rose and when it
//! found plans. Both happen seldom, so that noting them costs nothing.

use crate::outcome::Cost;

/// A search whose bound rises more often than this is drawn by its beginning.
const MOST: usize = 10_000;

/// A moment of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TracePoint {
    /// Expansions up to then.
    pub expanded: u64,
    /// The bound, or the cost of the plan.
    pub cost: Cost,
}

/// The course of a search.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trace {
    /// The lower bound (of A\*, the least f) each time that it rose.
    pub bounds: Vec<TracePoint>,
    /// Better and better plans, each when it was found; of anytime strategies.
    pub plans: Vec<TracePoint>,
}

impl Trace {
    pub(super) fn bound(&mut self, expanded: u64, cost: Cost) {
        if self.bounds.len() < MOST {
            self.bounds.push(TracePoint { expanded, cost });
        }
    }

    pub(super) fn plan(&mut self, expanded: u64, cost: Cost) {
        if self.plans.len() < MOST {
            self.plans.push(TracePoint { expanded, cost });
        }
    }
}
