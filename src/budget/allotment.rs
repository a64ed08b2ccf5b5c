//! Several searches that take turns under one budget.
//!
//! They share the statistics, the limits of expansions and time, and the lower bound: a bound proved by one
//! of them holds for all. Only memory is divided.

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

impl Budget<'_> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::{Cancel, Limits};
    use crate::outcome::{Limit, Stop};

    #[test]
    fn an_allotment_limits_its_owner_only() {
        let mut no_observer = ();
        let limits = Limits { memory: Some(100), ..Limits::NONE };
        let mut budget = Budget::new(limits, Cancel::default(), &mut no_observer);
        let (mut one, mut two) = (Allotment::default(), Allotment::default());
        let memory = Stop::Limit(Limit::Memory);
        assert_eq!(budget.with_allotment(&mut one, 9, Some(50), |budget| budget.grow(40)), Ok(()));
        assert_eq!(budget.with_allotment(&mut one, 9, Some(50), |budget| budget.grow(20)), Err(memory));
        assert_eq!(budget.with_allotment(&mut two, 9, Some(50), |budget| budget.grow(50)), Ok(()));
        assert_eq!((one.used(), two.used(), budget.memory_left()), (40, 50, Some(10)));
        budget.reclaim(&one);
        // The limit of the whole budget holds too.
        assert_eq!(budget.with_allotment(&mut two, 9, Some(1_000), |budget| budget.grow(60)), Err(memory));
        assert_eq!(budget.with_allotment(&mut two, 9, Some(100), |budget| budget.grow(50)), Ok(()));
        assert_eq!(budget.statistics().peak_bytes, 100);
    }

    #[test]
    fn stored_states_are_added_up() {
        let mut no_observer = ();
        let mut budget = Budget::new(Limits::NONE, Cancel::default(), &mut no_observer);
        let (mut one, mut two) = (Allotment::default(), Allotment::default());
        budget.with_allotment(&mut one, 9, None, |budget| budget.stored(5));
        budget.with_allotment(&mut two, 9, None, |budget| budget.stored(3));
        budget.with_allotment(&mut one, 9, None, |budget| budget.stored(7));
        assert_eq!(budget.statistics().stored, 10);
        budget.reclaim(&one);
        assert_eq!(budget.statistics().stored, 3);
    }

    #[test]
    fn a_search_with_own_bounds_raises_no_bound() {
        let mut no_observer = ();
        let mut budget = Budget::new(Limits::NONE, Cancel::default(), &mut no_observer);
        budget.raise_bound(3);
        budget.with_own_bounds(|budget| {
            budget.raise_bound(500);
            budget.found(700);
            assert_eq!((budget.expand(), budget.lower_bound()), (Ok(()), 500));
        });
        assert_eq!((budget.lower_bound(), budget.statistics().expanded), (3, 1));
        assert_eq!(budget.take_trace().bounds.len(), 1);
    }

    #[test]
    fn the_earlier_pause_comes_first() {
        let mut no_observer = ();
        let mut budget = Budget::new(Limits::NONE, Cancel::default(), &mut no_observer);
        let most = |budget: &mut Budget<'_>| (0..100).take_while(|_| budget.expand().is_ok()).count();
        assert_eq!(budget.in_slice(3, most), 3);
        assert_eq!(budget.in_slice(5, |budget| budget.in_slice(9, most)), 5);
        assert_eq!(budget.in_slice(9, |budget| budget.in_slice(5, most)), 5);
        assert!(budget.expand().is_ok(), "a slice leaves no pause behind");
    }
}
