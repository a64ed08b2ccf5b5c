//! The progress of a search: statistics, the tasks of long work, what its parts and rules did, and how bounds and costs
//! changed over time.

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use super::clock::Instant;
use super::expansions::Expansion;
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
    /// The time since the search began at which the work began, if its steps take about the same time each, so that the time
    /// left can be estimated.
    pub began: Option<Duration>,
}

/// Receives the progress of a search, about ten times a second.
pub trait Observer {
    /// Reports progress.
    fn progress(&mut self, progress: &Progress);

    /// Whether [`note`](Self::note) should be called, which costs the search some time.
    fn wants_notes(&self) -> bool {
        false
    }

    /// Reports that a table of all `states` is about to be allocated, of this number of bytes.
    fn table(&mut self, states: u64, bytes: u64) {
        let _ = (states, bytes);
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

/// What a search has used and done, at its end.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Record {
    /// Counts and times.
    pub statistics: Statistics,
    /// The bounds and plans by the number of expansions.
    pub trace: Trace,
    /// What each part of the solver and each rule did.
    pub works: Vec<Work>,
    /// The estimate of the start and the memory of tables, of searches that [began](super::Budget::search_begins).
    pub start: Option<Start>,
    /// The expansions, if they were [recorded](super::Budget::record_expansions).
    pub expansions: Option<Vec<Expansion>>,
}

/// What was known before the first expansion of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Start {
    /// The estimate of the start; `None` if the strategy does not use estimates.
    pub estimate: Option<Cost>,
    /// Bytes of the tables that were built for the search: what the budget was charged before.
    pub table_bytes: u64,
}

// What the parts of a solver and its rules did.

/// Kind of a [`Work`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WorkKind {
    /// A part of a solver, such as one of several searches that take turns.
    Part,
    /// A rule that leaves out states or actions.
    Rule,
}

/// What a part of a solver or a rule did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Work {
    /// Whether a part or a rule did it.
    pub kind: WorkKind,
    /// The name of the part or of the rule.
    pub name: &'static str,
    /// Expansions of a part; states and actions that a rule left out.
    pub count: u64,
    /// The time it took, of all threads together. Zero for rules if times are not measured.
    pub time: Duration,
}

/// Collects what the parts of a solver and its rules do. Copies share the sums, also those in other threads.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    is_timed: bool,
    works: Arc<Mutex<Vec<Work>>>,
}

impl Tally {
    /// A new tally. `is_timed`: whether the time of rules is measured, which costs time itself.
    pub(super) fn new(is_timed: bool) -> Self {
        Self { is_timed, works: Arc::default() }
    }

    /// Whether the time of rules is measured.
    #[must_use]
    pub fn is_timed(&self) -> bool {
        self.is_timed
    }

    /// Adds to what a part or a rule did.
    pub fn add(&self, kind: WorkKind, name: &'static str, count: u64, time: Duration) {
        if count == 0 && time.is_zero() {
            return;
        }
        let mut works = self.lock();
        match works.iter_mut().find(|work| (work.kind, work.name) == (kind, name)) {
            Some(work) => {
                work.count += count;
                work.time += time;
            }
            None => works.push(Work { kind, name, count, time }),
        }
    }

    /// What each part and each rule did: first the parts, each kind in the order in which they began.
    #[must_use]
    pub fn works(&self) -> Vec<Work> {
        let mut works = self.lock().clone();
        works.sort_by_key(|work| work.kind == WorkKind::Rule);
        works
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Work>> {
        self.works.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The part of a solver that runs, and since when.
#[derive(Clone, Copy, Debug)]
pub(super) struct PresentPart {
    pub(super) name: &'static str,
    pub(super) expanded: u64,
    pub(super) since: Instant,
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
