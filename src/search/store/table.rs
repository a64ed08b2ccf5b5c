//! The hash table of the packed stores: open addressing with linear probing.
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

/// A set of entries, found by their hashes.
pub(super) struct Table<E> {
    /// How many top bits of a hash choose the segment.
    bits: u32,
    segments: Vec<Segment<E>>,
    entries: usize,
}

struct Segment<E> {
    slots: Box<[E]>,
    entries: usize,
}

/// Segments of a large table, as a power of two.
const SEGMENT_BITS: u32 = 11;
/// A small table is one segment until it holds this many entries.
const SINGLE: usize = 1 << 16;
/// Slots of a new table, and of the smallest of many segments.
const SMALLEST: usize = 512;
const SMALLEST_OF_MANY: usize = 16;

impl<E: Entry> Default for Table<E> {
    fn default() -> Self {
        Self { bits: 0, segments: vec![Segment { slots: Box::default(), entries: 0 }], entries: 0 }
    }
}

impl<E: Entry> Segment<E> {
    fn of(slots: usize) -> Self {
        Self { slots: vec![E::EMPTY; slots].into(), entries: 0 }
    }

    /// What a segment costs: its slots, and an eighth for the gaps that outgrown segments leave in
    /// the allocator, which are not all filled again (measured as growth of the process).
    fn bytes(slots: usize) -> u64 {
        (slots * size_of::<E>()) as u64 * 9 / 8
    }

    /// The slot at which the search for a hash begins: its low half, scaled to the slots there are.
    #[inline]
    fn home(&self, hash: u64) -> usize {
        (((hash & 0xFFFF_FFFF) * self.slots.len() as u64) >> 32) as usize
    }

    #[inline]
    fn after(&self, slot: usize) -> usize {
        if slot + 1 == self.slots.len() { 0 } else { slot + 1 }
    }

    /// Whether one more entry makes it too full: more than two thirds of the slots.
    #[inline]
    fn is_full(&self) -> bool {
        (self.entries + 1) * 3 > self.slots.len() * 2
    }

    /// The slot from the home of `hash` on whose entry `is` the one looked for, or the free one that
    /// ends the search. There must be a free one.
    #[inline]
    fn slot(&self, hash: u64, is: impl Fn(E) -> bool) -> usize {
        let mut slot = self.home(hash);
        loop {
            let entry = self.slots[slot];
            if is(entry) || entry.is_empty() {
                return slot;
            }
            slot = self.after(slot);
        }
    }

    /// Puts an entry that is not there yet into the next free slot.
    fn put(&mut self, hash: u64, entry: E) {
        let slot = self.slot(hash, |_| false);
        self.slots[slot] = entry;
        self.entries += 1;
    }

    /// Makes the segment twice as large. `rehash` gives at least the low half of the hash.
    #[cold]
    fn grow(&mut self, rehash: impl Fn(E) -> u64, budget: &mut Budget<'_>) -> Result<(), Stop> {
        let slots = if self.slots.is_empty() { SMALLEST } else { self.slots.len() * 2 };
        budget.grow(Self::bytes(slots))?;
        let old = std::mem::replace(self, Self::of(slots));
        for &entry in old.slots.iter().filter(|entry| !entry.is_empty()) {
            self.put(rehash(entry), entry);
        }
        budget.shrink(Self::bytes(old.slots.len()));
        Ok(())
    }
}

impl<E: Entry> Table<E> {
    #[inline]
    fn segment(&self, hash: u64) -> usize {
        (hash >> 1 >> (63 - self.bits)) as usize
    }

    /// Has the line of memory fetched that a look-up of `hash` will need.
    #[inline]
    pub(super) fn prefetch(&self, hash: u64) {
        let segment = &self.segments[self.segment(hash)];
        if let Some(slot) = segment.slots.get(segment.home(hash)) {
            prefetch(slot);
        }
    }

    /// The entry with this hash that `is` the one looked for.
    #[inline]
    pub(super) fn find(&self, hash: u64, is: impl Fn(E) -> bool) -> Option<E> {
        let segment = &self.segments[self.segment(hash)];
        if segment.slots.is_empty() {
            return None;
        }
        let entry = segment.slots[segment.slot(hash, is)];
        (!entry.is_empty()).then_some(entry)
    }

    /// The entry with this hash that `is` the one looked for (it may be changed in what is not
    /// looked for); if there is none, `None`, after the entry that `make` gives has been put in its
    /// place. `rehash` gives at least the low half of the
    /// hash of an entry.
    #[inline]
    pub(super) fn find_or_insert(
        &mut self,
        hash: u64,
        is: impl Fn(E) -> bool,
        make: impl FnOnce(&mut Budget<'_>) -> Result<E, Stop>,
        rehash: impl Fn(E) -> u64,
        budget: &mut Budget<'_>,
    ) -> Result<Option<&mut E>, Stop> {
        let segment = self.segment(hash);
        let segment = &mut self.segments[segment];
        if segment.slots.is_empty() {
            segment.grow(&rehash, budget)?;
        }
        let slot = segment.slot(hash, is);
        if segment.slots[slot].is_empty() {
            segment.slots[slot] = make(budget)?;
            segment.entries += 1;
            self.entries += 1;
            if segment.is_full() {
                segment.grow(rehash, budget)?;
            }
            return Ok(None);
        }
        Ok(Some(&mut segment.slots[slot]))
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
        let slots = (self.entries * 3 / count).max(SMALLEST_OF_MANY);
        budget.grow(count as u64 * (Segment::<E>::bytes(slots) + size_of::<Segment<E>>() as u64))?;
        let fine = Self {
            bits: SEGMENT_BITS,
            segments: (0..count).map(|_| Segment::of(slots)).collect(),
            entries: self.entries,
        };
        let whole = std::mem::replace(self, fine);
        for segment in whole.segments {
            for &entry in segment.slots.iter().filter(|entry| !entry.is_empty()) {
                let hash = hash_of(entry);
                let home = self.segment(hash);
                let home = &mut self.segments[home];
                home.put(hash, entry);
                if home.is_full() {
                    home.grow(&hash_of, budget)?;
                }
            }
            budget.shrink(Segment::<E>::bytes(segment.slots.len()));
        }
        Ok(())
    }
}
