//! The layers of the states of a ranked space, one byte per state.
//!
//! The bytes are atomic, so that threads can share the table. While a layer is expanded, a byte only
//! changes from *unseen* to the mark of the next layer. So races are harmless, and relaxed loads and
//! stores, which cost no more than plain ones, suffice.

use std::sync::atomic::{AtomicU8, Ordering};

use crate::budget::{Budget, available_memory, memory_of_this_machine};
use crate::outcome::{Limit, Stop};

/// Mark of a state that has not been reached.
const UNSEEN: u8 = 0;
/// Number of layers after which marks repeat.
const PERIOD: u32 = 255;

/// The mark of a layer: 1 to 255, then from 1 again. Breadth-first search only needs the marks of
/// neighbouring layers to differ.
#[inline]
fn mark_of(depth: u32) -> u8 {
    (depth % PERIOD) as u8 + 1
}

/// The second byte of a state: how often the marks have repeated before its layer.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "checked by `make_room`")]
fn age_of(depth: u32) -> u8 {
    (depth / PERIOD) as u8
}

/// The bytes from which on a table is refused unless the machine has them to spare.
const LARGE: u64 = 1 << 26;

/// Table from ranks to layers.
pub struct DepthTable {
    marks: Vec<AtomicU8>,
    /// A second byte per state; empty up to layer 254.
    ages: Vec<AtomicU8>,
}

/// Allocates one byte per state.
///
/// # Errors
/// When the memory limit, the memory of the machine or, for a large table, what other programs leave of it forbids it.
fn bytes(size: u64, budget: &mut Budget<'_>) -> Result<Vec<AtomicU8>, Stop> {
    let is_more = |memory: Option<u64>| memory.is_some_and(|memory| size > memory);
    let too_large = is_more(memory_of_this_machine()) || (size >= LARGE && is_more(available_memory()));
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

impl DepthTable {
    /// Creates a table of unseen states.
    pub fn new(size: u64, budget: &mut Budget<'_>) -> Result<Self, Stop> {
        Ok(Self { marks: bytes(size, budget)?, ages: Vec::new() })
    }

    /// Prepares the table for the layer `depth`: allocates the second bytes once marks begin to repeat.
    ///
    /// # Errors
    /// When the memory limit forbids it, or beyond 65,279 layers.
    pub fn make_room(&mut self, depth: u32, budget: &mut Budget<'_>) -> Result<(), Stop> {
        if depth / PERIOD > u32::from(u8::MAX) {
            return Err(Stop::Limit(Limit::Depth));
        }
        if depth >= PERIOD && self.ages.is_empty() {
            self.ages = bytes(self.size(), budget)?;
        }
        Ok(())
    }

    pub fn size(&self) -> u64 {
        self.marks.len() as u64
    }

    /// Whether a state is in the layer `depth`.
    #[inline]
    pub fn is_at(&self, rank: u64, depth: u32) -> bool {
        self.marks[place(rank)].load(Ordering::Relaxed) == mark_of(depth) && self.has_age(rank, depth)
    }

    #[inline]
    fn has_age(&self, rank: u64, depth: u32) -> bool {
        self.ages.is_empty() || self.ages[place(rank)].load(Ordering::Relaxed) == age_of(depth)
    }

    /// The layer of a state; `None` if it is unseen.
    pub fn depth(&self, rank: u64) -> Option<u32> {
        let mark = u32::from(self.marks[place(rank)].load(Ordering::Relaxed)).checked_sub(1)?;
        let age = self.ages.get(place(rank)).map_or(0, |age| age.load(Ordering::Relaxed));
        Some(u32::from(age) * PERIOD + mark)
    }

    /// Puts an unseen state into the layer `depth`.
    pub fn set(&self, rank: u64, depth: u32) {
        if let Some(age) = self.ages.get(place(rank)) {
            age.store(age_of(depth), Ordering::Relaxed);
        }
        self.marks[place(rank)].store(mark_of(depth), Ordering::Relaxed);
    }

    /// Puts the unseen states among `ranks` into the layer `depth` and returns their number. (Threads
    /// that do so at the same time may count a state twice.)
    pub fn reach(&self, ranks: &[u64], depth: u32) -> u64 {
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
            // Without a branch, which would be unpredictable.
            let entry = &self.marks[place(rank)];
            let before = entry.load(Ordering::Relaxed);
            new += u64::from(before == UNSEEN);
            entry.store(if before == UNSEEN { mark } else { before }, Ordering::Relaxed);
        }
        new
    }

    /// Removes the indices from `which` whose neighbour in `neighbours` is in the layer `depth`, and puts
    /// their states, `ranks[index]`, into the next layer.
    pub fn settle(&self, ranks: &[u64], which: &mut Vec<u32>, neighbours: &[u64], depth: u32) {
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

    /// Collects at limit `limit` states of the layer `depth`, or unseen states for `None`, from `from` up
    /// to `to`, and returns where the scan stopped. `dense`: whether many are expected.
    pub fn gather(
        &self,
        from: u64,
        to: u64,
        depth: Option<u32>,
        dense: bool,
        limit: usize,
        found: &mut Vec<u64>,
    ) -> u64 {
        let mark = depth.map_or(UNSEEN, mark_of);
        if dense && self.ages.is_empty() {
            return self.gather_dense(from, to, mark, limit, found);
        }
        found.clear();
        for (rank, entry) in (from..to).zip(&self.marks[place(from)..place(to)]) {
            if entry.load(Ordering::Relaxed) == mark && depth.is_none_or(|depth| self.has_age(rank, depth)) {
                found.push(rank);
                if found.len() == limit {
                    return rank + 1;
                }
            }
        }
        to
    }

    /// [`gather`](Self::gather) without a branch per state: writes every rank, and overwrites those
    /// that do not match.
    fn gather_dense(&self, from: u64, to: u64, mark: u8, limit: usize, found: &mut Vec<u64>) -> u64 {
        found.resize(limit, 0);
        let (mut count, mut from) = (0, from);
        while from < to && count < limit {
            let end = to.min(from + (limit - count) as u64);
            for (rank, entry) in (from..end).zip(&self.marks[place(from)..place(end)]) {
                found[count] = rank;
                count += usize::from(entry.load(Ordering::Relaxed) == mark);
            }
            from = end;
        }
        found.truncate(count);
        from
    }

    /// The number of states of the layer `depth` from `from` up to `to`.
    pub fn count(&self, from: u64, to: u64, depth: u32) -> u64 {
        if !self.ages.is_empty() {
            return (from..to).map(|rank| u64::from(self.is_at(rank, depth))).sum();
        }
        let mark = mark_of(depth);
        let entries = &self.marks[place(from)..place(to)];
        entries.iter().map(|entry| u64::from(entry.load(Ordering::Relaxed) == mark)).sum()
    }
}

/// Converts a rank to an index.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "below the length of a vector")]
fn place(rank: u64) -> usize {
    rank as usize
}
