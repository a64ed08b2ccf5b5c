//! What a search reports while it runs.

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
    /// Processor time of all threads of the search.
    pub cpu_seconds: f64,
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
