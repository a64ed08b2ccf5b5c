//! The hash table of the packed stores.
//!
//! A slot lies in a line of 64 bytes, the unit in which memory comes to the processor. A look-up
//! compares all entries of one line at once, without a branch for each; three lines in four have room,
//! so it seldom needs a second one. Lines fill from the left and nothing is ever removed, so a line
//! has room if its last slot is free.
//!
//! A large table is cut, by the top bits of the hash, into segments that grow one at a time. A
//! segment fits into the caches, so moving its entries is cheap; no second copy of the whole table
//! ever exists, memory grows smoothly, and no single step takes long.

use std::mem::size_of;

use super::prefetch::prefetch;
use crate::budget::Budget;
use crate::outcome::Stop;

/// What a slot holds.
pub(super) trait Entry: Copy {
    /// Marks a free slot.
    const EMPTY: Self;
    /// Whether the slot is free.
    fn is_empty(self) -> bool;
}

/// `N` slots that share a line of memory.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Line<E, const N: usize>([E; N]);

/// Open addressing over lines of `N` slots.
pub(super) struct Table<E, const N: usize> {
    /// How many top bits of a hash choose the segment.
    bits: u32,
    segments: Vec<Segment<E, N>>,
    entries: usize,
}

struct Segment<E, const N: usize> {
    lines: Box<[Line<E, N>]>,
    entries: usize,
}

/// Segments of a large table, as a power of two.
const SEGMENT_BITS: u32 = 11;
/// A small table is one segment until it holds this many entries.
const SINGLE: usize = 1 << 13;
/// Lines of the smallest segment.
const SMALLEST: usize = 4;

impl<E: Entry, const N: usize> Default for Table<E, N> {
    fn default() -> Self {
        Self { bits: 0, segments: vec![Segment { lines: Box::default(), entries: 0 }], entries: 0 }
    }
}

impl<E: Entry, const N: usize> Segment<E, N> {
    fn of(lines: usize) -> Self {
        Self { lines: vec![Line([E::EMPTY; N]); lines].into(), entries: 0 }
    }

    fn bytes(lines: usize) -> u64 {
        (lines * size_of::<Line<E, N>>()) as u64
    }

    /// The line at which the search for a hash begins: its low half, scaled to the lines there are.
    #[inline]
    fn home(&self, hash: u64) -> usize {
        (((hash & 0xFFFF_FFFF) * self.lines.len() as u64) >> 32) as usize
    }

    #[inline]
    fn after(&self, line: usize) -> usize {
        if line + 1 == self.lines.len() { 0 } else { line + 1 }
    }

    /// Whether one more entry makes the lines too full: more than three quarters of the slots.
    #[inline]
    fn is_full(&self) -> bool {
        (self.entries + 1) * 4 > self.lines.len() * N * 3
    }

    /// Puts an entry that is not there yet into the next free slot. There must be one.
    fn put(&mut self, hash: u64, entry: E) {
        let mut line = self.home(hash);
        loop {
            if let Some(slot) = self.lines[line].0.iter_mut().find(|slot| slot.is_empty()) {
                *slot = entry;
                self.entries += 1;
                return;
            }
            line = self.after(line);
        }
    }

    /// Makes the segment half as large again. `rehash` gives at least the low half of the hash.
    #[cold]
    fn grow(&mut self, rehash: impl Fn(E) -> u64, budget: &mut Budget<'_>) -> Result<(), Stop> {
        let lines = (self.lines.len() + self.lines.len() / 2).max(SMALLEST);
        budget.grow(Self::bytes(lines))?;
        let old = std::mem::replace(self, Self::of(lines));
        for entry in old.lines.iter().flat_map(|line| line.0).filter(|entry| !entry.is_empty()) {
            self.put(rehash(entry), entry);
        }
        budget.shrink(Self::bytes(old.lines.len()));
        Ok(())
    }
}

impl<E: Entry, const N: usize> Table<E, N> {
    #[inline]
    fn segment(&self, hash: u64) -> usize {
        (hash >> 1 >> (63 - self.bits)) as usize
    }

    /// Has the line fetched that a look-up of `hash` will need.
    #[inline]
    pub(super) fn prefetch(&self, hash: u64) {
        let segment = &self.segments[self.segment(hash)];
        if let Some(line) = segment.lines.get(segment.home(hash)) {
            prefetch(line);
        }
    }

    /// The entry with this hash that `is` the one looked for.
    #[inline]
    pub(super) fn find(&self, hash: u64, is: impl Fn(E) -> bool) -> Option<E> {
        let segment = &self.segments[self.segment(hash)];
        if segment.lines.is_empty() {
            return None;
        }
        let mut line = segment.home(hash);
        loop {
            let slots = &segment.lines[line].0;
            if let Some(found) = hit(slots, &is) {
                return Some(slots[found]);
            }
            if slots[N - 1].is_empty() {
                return None;
            }
            line = segment.after(line);
        }
    }

    /// The entry with this hash that `is` the one looked for; if there is none, `None`, after the
    /// entry that `make` gives has been put in its place. `rehash` gives at least the low half of the
    /// hash of an entry.
    #[inline]
    pub(super) fn find_or_insert(
        &mut self,
        hash: u64,
        is: impl Fn(E) -> bool,
        make: impl FnOnce(&mut Budget<'_>) -> Result<E, Stop>,
        rehash: impl Fn(E) -> u64,
        budget: &mut Budget<'_>,
    ) -> Result<Option<E>, Stop> {
        let segment = self.segment(hash);
        let segment = &mut self.segments[segment];
        if segment.is_full() {
            segment.grow(rehash, budget)?;
        }
        let mut line = segment.home(hash);
        loop {
            let slots = &segment.lines[line].0;
            if let Some(found) = hit(slots, &is) {
                return Ok(Some(slots[found]));
            }
            if slots[N - 1].is_empty() {
                break;
            }
            line = segment.after(line);
        }
        let entry = make(budget)?;
        let slots = &mut segment.lines[line].0;
        let taken = slots.iter().filter(|slot| !slot.is_empty()).count();
        slots[taken] = entry;
        segment.entries += 1;
        self.entries += 1;
        Ok(None)
    }

    /// Cuts the table into segments if it has become large. `hash_of` gives the whole hash.
    #[inline]
    pub(super) fn cut_if_large(
        &mut self,
        hash_of: impl Fn(E) -> u64,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop> {
        if self.bits == 0 && self.entries >= SINGLE { self.cut(hash_of, budget) } else { Ok(()) }
    }

    #[cold]
    fn cut(&mut self, hash_of: impl Fn(E) -> u64, budget: &mut Budget<'_>) -> Result<(), Stop> {
        let count = 1 << SEGMENT_BITS;
        let lines = (self.entries * 2 / count / N).max(SMALLEST);
        budget.grow(count as u64 * (Segment::<E, N>::bytes(lines) + size_of::<Segment<E, N>>() as u64))?;
        let fine = Self {
            bits: SEGMENT_BITS,
            segments: (0..count).map(|_| Segment::of(lines)).collect(),
            entries: self.entries,
        };
        let whole = std::mem::replace(self, fine);
        for segment in whole.segments {
            for entry in segment.lines.iter().flat_map(|line| line.0).filter(|entry| !entry.is_empty()) {
                let hash = hash_of(entry);
                let home = self.segment(hash);
                let home = &mut self.segments[home];
                if home.is_full() {
                    home.grow(&hash_of, budget)?;
                }
                home.put(hash, entry);
            }
            budget.shrink(Segment::<E, N>::bytes(segment.lines.len()));
        }
        Ok(())
    }
}

/// The slot whose entry `is` the one. Looks at all, so that there is one branch instead of `N`.
#[inline]
fn hit<E: Entry, const N: usize>(slots: &[E; N], is: impl Fn(E) -> bool) -> Option<usize> {
    let mut found = N;
    for (index, &entry) in slots.iter().enumerate() {
        if is(entry) {
            found = index;
        }
    }
    (found < N).then_some(found)
}
