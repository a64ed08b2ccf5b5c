//! Several searches that take turns under one budget, and a budget for searches that need no limits.
//!
//! Searches under one budget share the statistics, the limits of expansions and time, and the lower bound: a bound proved by one
//! of them holds for all. Only memory is divided.

use super::limits::{Cancel, Limits};
use super::search_budget::Budget;

/// Memory and states of one of several searches that share a budget.
#[derive(Debug, Default)]
pub struct Allotment {
    /// Bytes in use.
    used: u64,
    /// States stored.
    stored: u64,
}

impl Allotment {
    /// Bytes in use by the search.
    #[must_use]
    pub fn used(&self) -> u64 {
        self.used
    }
}

impl Budget<'static> {
    /// A budget without limits and without an observer.
    #[must_use]
    pub fn unlimited() -> Self {
        // An observer of no size takes no memory.
        Self::new(Limits::NONE, Cancel::default(), Box::leak(Box::new(())))
    }
}

impl Budget<'_> {
    /// Makes the search pause ([`Stop::Paused`](crate::outcome::Stop::Paused)) after `expansions` more expansions.
    pub fn pause_after(&mut self, expansions: u64) {
        self.pause_at = Some(self.statistics.expanded.saturating_add(expansions));
    }

    /// Runs `work` with a pause after `expansions` expansions. An earlier pause that was already requested
    /// comes first.
    pub fn in_slice<T>(&mut self, expansions: u64, work: impl FnOnce(&mut Self) -> T) -> T {
        let outer = self.pause_at;
        let end = self.statistics.expanded.saturating_add(expansions);
        self.pause_at = Some(outer.map_or(end, |at| at.min(end)));
        let result = work(self);
        self.pause_at = outer;
        result
    }

    /// Runs `work` for the search that owns `allotment`, with a pause after `expansions` expansions and at
    /// most `memory` bytes in use, including those already in use.
    pub fn with_allotment<T>(
        &mut self,
        allotment: &mut Allotment,
        expansions: u64,
        memory: Option<u64>,
        work: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let (cap, elsewhere) = (self.memory_cap, self.stored_elsewhere);
        let others = self.memory.saturating_sub(allotment.used);
        if let Some(memory) = memory {
            let most = others.saturating_add(memory);
            self.memory_cap = Some(cap.map_or(most, |cap| cap.min(most)));
        }
        self.stored_elsewhere = self.statistics.stored.saturating_sub(allotment.stored);
        let result = self.in_slice(expansions, work);
        allotment.used = self.memory.saturating_sub(others);
        allotment.stored = self.statistics.stored.saturating_sub(self.stored_elsewhere);
        (self.memory_cap, self.stored_elsewhere) = (cap, elsewhere);
        result
    }

    /// Runs a search with other costs: its bounds and plans are discarded, its expansions, time and memory
    /// are counted.
    pub fn with_own_bounds<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let (bound, best, trace) = (self.lower_bound, self.best, std::mem::take(&mut self.trace));
        (self.lower_bound, self.best) = (0, None);
        let result = work(self);
        (self.lower_bound, self.best, self.trace) = (bound, best, trace);
        result
    }

    /// Releases the memory of a search that was dropped.
    pub fn reclaim(&mut self, allotment: &Allotment) {
        self.shrink(allotment.used);
        self.statistics.stored = self.statistics.stored.saturating_sub(allotment.stored);
    }
}
