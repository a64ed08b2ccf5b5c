//! The progress of a search: statistics, the tasks of long work, and how bounds and costs changed over time.

use super::limits::Limits;
use crate::outcome::Cost;

/// Counts and times of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Statistics {
    /// States whose successors were generated.
    pub expanded: u64,
    /// Generated successors.
    pub generated: u64,
    /// States stored at the end.
    pub stored: u64,
    /// Maximum number of bytes in use, as the search accounts for them.
    pub peak_bytes: u64,
    /// Wall time.
    pub seconds: f64,
    /// Processor time of all threads of the search. `None` if the system has no clock for it, or if the crate was built
    /// without its feature `system`, which brings the crate that reads this clock.
    pub cpu_seconds: Option<f64>,
}

impl Statistics {
    /// Adds the processor time of another thread; the sum is unknown if one of them is.
    pub(crate) fn add_cpu_seconds(&mut self, more: Option<f64>) {
        self.cpu_seconds = self.cpu_seconds.zip(more).map(|(seconds, more)| seconds + more);
    }
}

/// State of a running search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// Counts and times so far.
    pub statistics: Statistics,
    /// A lower bound of the cost of every plan.
    pub lower_bound: Cost,
    /// The cost of the best plan so far, of anytime searches.
    pub best: Option<Cost>,
    /// Bytes in use.
    pub memory: u64,
    /// The limits of the search.
    pub limits: Limits,
    /// The table that is being built, if any.
    pub task: Option<Task>,
    /// How far the best state has come, of searches that can tell.
    pub milestone: Option<Task>,
}

/// Work of a known size: a table being built, a plan being followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Task {
    /// Description of the work.
    pub name: &'static str,
    /// Steps done.
    pub done: u64,
    /// Steps in total.
    pub of: u64,
}

/// Receives the progress of a search, about ten times a second.
pub trait Observer {
    /// Reports progress.
    fn progress(&mut self, progress: &Progress);

    /// Whether [`note`](Self::note) should be called, which costs the search some time.
    fn wants_notes(&self) -> bool {
        false
    }

    /// Reports what the search is doing.
    fn note(&mut self, text: &str) {
        let _ = text;
    }
}

/// Ignores all reports.
impl Observer for () {
    fn progress(&mut self, _: &Progress) {}
}

// When the lower bound of a search rose and when it found plans. Both are rare, so that recording them costs nothing.

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
