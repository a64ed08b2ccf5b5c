//! A byte for every state of a ranked space: not seen, or in which layer.
//!
//! The bytes are atomic so that threads can share the table. While a layer is expanded a byte only
//! ever changes from *not seen* to the mark of the next layer, so a lost race loses nothing and
//! relaxed loads and stores, which cost what plain ones cost, are enough.

use std::sync::atomic::{AtomicU8, Ordering};

use crate::budget::{Budget, memory_of_this_machine};
use crate::outcome::{Limit, Stop};

/// The mark of a state that has not been seen.
const UNSEEN: u8 = 0;
/// Marks repeat after this many layers.
const PERIOD: u32 = 255;

/// The mark of a layer: 1 to 255, then from 1 again. Neighbouring layers differ, and that is all
/// a breadth-first search needs.
#[inline]
pub(super) fn mark_of(depth: u32) -> u8 {
    (depth % PERIOD) as u8 + 1
}

/// The second byte of a state: how often the marks have repeated.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "checked when the table is widened")]
fn age_of(depth: u32) -> u8 {
    (depth / PERIOD) as u8
}

pub(super) struct Table {
    marks: Vec<AtomicU8>,
    /// A second byte a state, or nothing while a space is not that deep.
    ages: Vec<AtomicU8>,
}

/// As many bytes as there are states, once `budget` grants them.
fn bytes(size: u64, budget: &mut Budget<'_>) -> Result<Vec<AtomicU8>, Stop> {
    // Without a limit a table beyond the machine is still no table.
    let too_large = memory_of_this_machine().is_some_and(|all| size > all);
    let Some(entries) = usize::try_from(size).ok().filter(|_| !too_large) else {
        return Err(Stop::Limit(Limit::Memory));
    };
    budget.grow(size)?;
    let mut bytes = Vec::new();
    if bytes.try_reserve_exact(entries).is_err() {
        budget.shrink(size);
        return Err(Stop::Limit(Limit::Memory));
    }
    bytes.resize_with(entries, || AtomicU8::new(UNSEEN));
    Ok(bytes)
}

impl Table {
    /// A table in which nothing has been seen, once `budget` grants a byte a state.
    pub(super) fn new(size: u64, budget: &mut Budget<'_>) -> Result<Self, Stop> {
        Ok(Self { marks: bytes(size, budget)?, ages: Vec::new() })
    }

    /// Makes room for the layer `depth`: another byte a state once marks begin to repeat.
    pub(super) fn make_room(&mut self, depth: u32, budget: &mut Budget<'_>) -> Result<(), Stop> {
        if depth / PERIOD > u32::from(u8::MAX) {
            return Err(Stop::Limit(Limit::Depth));
        }
        if depth >= PERIOD && self.ages.is_empty() {
            self.ages = bytes(self.size(), budget)?;
        }
        Ok(())
    }

    pub(super) fn size(&self) -> u64 {
        self.marks.len() as u64
    }

    /// Whether the state is one of layer `depth`.
    #[inline]
    pub(super) fn is_at(&self, rank: u64, depth: u32) -> bool {
        self.marks[place(rank)].load(Ordering::Relaxed) == mark_of(depth) && self.has_age(rank, depth)
    }

    #[inline]
    fn has_age(&self, rank: u64, depth: u32) -> bool {
        self.ages.is_empty() || self.ages[place(rank)].load(Ordering::Relaxed) == age_of(depth)
    }

    /// In which layer a state is; `None` if it has not been seen.
    pub(super) fn depth(&self, rank: u64) -> Option<u32> {
        let mark = u32::from(self.marks[place(rank)].load(Ordering::Relaxed)).checked_sub(1)?;
        let age = self.ages.get(place(rank)).map_or(0, |age| age.load(Ordering::Relaxed));
        Some(u32::from(age) * PERIOD + mark)
    }

    /// Marks a state that has not been seen as one of layer `depth`.
    pub(super) fn set(&self, rank: u64, depth: u32) {
        if let Some(age) = self.ages.get(place(rank)) {
            age.store(age_of(depth), Ordering::Relaxed);
        }
        self.marks[place(rank)].store(mark_of(depth), Ordering::Relaxed);
    }

    /// Marks those of `ranks` that have not been seen as states of layer `depth`; how many they
    /// were. (With another thread at the same work a state may be counted by both.)
    pub(super) fn reach(&self, ranks: &[u64], depth: u32) -> u64 {
        let mut new = 0;
        if !self.ages.is_empty() {
            for &rank in ranks {
                if self.depth(rank).is_none() {
                    self.set(rank, depth);
                    new += 1;
                }
            }
            return new;
        }
        let mark = mark_of(depth);
        for &rank in ranks {
            // Without a branch: which state is new is as good as random.
            let entry = &self.marks[place(rank)];
            let before = entry.load(Ordering::Relaxed);
            new += u64::from(before == UNSEEN);
            entry.store(if before == UNSEEN { mark } else { before }, Ordering::Relaxed);
        }
        new
    }

    /// Keeps those places in `which` whose neighbour in `neighbours` is not of layer `depth`, and
    /// marks the states of the others, `ranks[place]`, as states of the layer after it.
    pub(super) fn settle(&self, ranks: &[u64], which: &mut Vec<u32>, neighbours: &[u64], depth: u32) {
        let mut kept = 0;
        for index in 0..which.len().min(neighbours.len()) {
            let nth = which[index];
            let found = self.is_at(neighbours[index], depth);
            if found {
                self.set(ranks[nth as usize], depth + 1);
            }
            which[kept] = nth;
            kept += usize::from(!found);
        }
        which.truncate(kept);
    }

    /// Collects the states of layer `depth`, or those not seen with `None`, from `from` up to `to`,
    /// until there are `most`; where it stopped. `dense` says that many are expected.
    pub(super) fn gather(
        &self,
        from: u64,
        to: u64,
        depth: Option<u32>,
        dense: bool,
        most: usize,
        found: &mut Vec<u64>,
    ) -> u64 {
        let mark = depth.map_or(UNSEEN, mark_of);
        if dense && self.ages.is_empty() {
            return self.gather_dense(from, to, mark, most, found);
        }
        found.clear();
        for (rank, entry) in (from..to).zip(&self.marks[place(from)..place(to)]) {
            if entry.load(Ordering::Relaxed) == mark && depth.is_none_or(|depth| self.has_age(rank, depth)) {
                found.push(rank);
                if found.len() == most {
                    return rank + 1;
                }
            }
        }
        to
    }

    /// The same without a branch a state: every rank is written, and the next one over it unless it
    /// is wanted.
    fn gather_dense(&self, from: u64, to: u64, mark: u8, most: usize, found: &mut Vec<u64>) -> u64 {
        found.resize(most, 0);
        let (mut count, mut from) = (0, from);
        // As many states as there is room for cannot be too many.
        while from < to && count < most {
            let end = to.min(from + (most - count) as u64);
            for (rank, entry) in (from..end).zip(&self.marks[place(from)..place(end)]) {
                found[count] = rank;
                count += usize::from(entry.load(Ordering::Relaxed) == mark);
            }
            from = end;
        }
        found.truncate(count);
        from
    }

    /// How many states of layer `depth` there are from `from` up to `to`.
    pub(super) fn count(&self, from: u64, to: u64, depth: u32) -> u64 {
        if !self.ages.is_empty() {
            return (from..to).map(|rank| u64::from(self.is_at(rank, depth))).sum();
        }
        let mark = mark_of(depth);
        let entries = &self.marks[place(from)..place(to)];
        entries.iter().map(|entry| u64::from(entry.load(Ordering::Relaxed) == mark)).sum()
    }
}

/// The place of a rank, which is below the size of a table that fits into memory.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "below the length of a vector")]
fn place(rank: u64) -> usize {
    rank as usize
}
