//! Limits of a search, and requests to stop it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::machine::memory_of_this_machine;

/// Limits of a search; `None` means unlimited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Expansions.
    pub nodes: Option<u64>,
    /// Wall time.
    pub time: Option<Duration>,
    /// Bytes, as the search accounts for them.
    pub memory: Option<u64>,
}

impl Limits {
    /// No limits: for tests and for searches that are known to be small.
    pub const NONE: Self = Self { nodes: None, time: None, memory: None };
}

impl Default for Limits {
    /// 60 seconds, and half of the memory of the machine or its cgroup, at most 2 GiB.
    fn default() -> Self {
        let half = memory_of_this_machine().map_or(u64::MAX, |all| all / 2);
        Self { nodes: None, time: Some(Duration::from_secs(60)), memory: Some(half.min(2 << 30)) }
    }
}

/// A flag that cancels searches. Clones share it, and a signal handler may set it.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Requests cancellation.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Withdraws the request, before the next search.
    pub fn reset(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    /// Whether cancellation was requested.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The time limit and the cancel flag of a budget, for long computations inside a space (a matching, a
/// table): once the deadline is over they return early with a weaker but valid result, and the search
/// stops at its next check of the budget.
#[derive(Clone, Debug, Default)]
pub struct Deadline {
    /// The end of the time limit.
    pub(super) at: Option<Instant>,
    pub(super) cancel: Cancel,
}

impl Deadline {
    /// Whether the time limit is reached or the search cancelled. Reads the clock: about 30 ns.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.cancel.is_cancelled() || self.at.is_some_and(|end| Instant::now() >= end)
    }
}
