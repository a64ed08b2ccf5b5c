//! The hash table of the packed stores: lines of a cache line each, filled from the front; an entry
//! whose line is full goes into the next.
//!
//! A look-up compares all keys of a line at once, so it costs one line of memory and hardly a branch,
//! and the next line is rarely needed before the table is three quarters full.
//!
//! A large table is cut, by the top bits of the hash, into segments that grow one at a time. A
//! segment fits into the caches, so moving its entries is cheap; no second copy of the whole table
//! ever exists, memory grows smoothly, and no single step takes long.

use std::mem::size_of;

use super::prefetch::prefetch;
use crate::budget::Budget;
use crate::outcome::Stop;

/// Some entries that are looked at together. What is 64 bytes long should be aligned to 64.
pub(super) trait Line: Copy {
    /// What an entry is known by.
    type Key: Copy;
    /// What a place holds.
    type Entry: Copy;
    /// All places are free.
    const EMPTY: Self;
    /// How many entries there is room for.
    const PLACES: usize;

    /// The places whose entries may be known by `key`, as bits. Free places never match.
    fn matches(&self, key: Self::Key) -> u32;
    /// How many entries there are; they come first.
    fn filled(&self) -> usize;
    /// Whether no place is free.
    fn is_full(&self) -> bool;
    /// The entry at a place that is not free.
    fn entry(&self, place: usize) -> Self::Entry;
    /// Fills or refills a place.
    fn put(&mut self, place: usize, entry: Self::Entry);
}

/// A set of entries, found by hash and key.
pub(super) struct Table<L> {
    /// How many top bits of a hash choose the segment.
    bits: u32,
    segments: Vec<Segment<L>>,
    entries: usize,
}

struct Segment<L> {
    lines: Box<[L]>,
    entries: usize,
    one_of_many: bool,
}

/// Where an entry is: to be used before the table changes.
#[derive(Clone, Copy)]
pub(super) struct Place {
    segment: usize,
    line: usize,
    nth: usize,
}

/// A line of a segment.
#[derive(Clone, Copy)]
pub(super) struct At {
    segment: usize,
    line: usize,
}

/// What a look-up found.
#[derive(Clone, Copy)]
pub(super) enum Found {
    /// The entry.
    At(Place),
    /// It is not there; this is where it belongs.
    Free(Place),
}

/// Segments of a large table, as a power of two.
const SEGMENT_BITS: u32 = 11;
/// A small table is one segment until it holds this many entries.
const SINGLE: usize = 1 << 16;
/// Bytes of a new table, which grows fourfold at first, and of the smallest of many segments.
const SMALLEST: usize = 1 << 14;
const SMALLEST_OF_MANY: usize = 256;

impl<L: Line> Default for Table<L> {
    fn default() -> Self {
        Self { bits: 0, segments: vec![Segment::of(0, false)], entries: 0 }
    }
}

impl<L: Line> Segment<L> {
    fn of(lines: usize, one_of_many: bool) -> Self {
        Self { lines: vec![L::EMPTY; lines].into(), entries: 0, one_of_many }
    }

    /// What a segment costs: its lines, and an eighth for the gaps that outgrown segments leave in
    /// the allocator, which are not all filled again (measured as growth of the process).
    fn bytes(lines: usize) -> u64 {
        (lines * size_of::<L>()) as u64 * 9 / 8
    }

    /// The line at which the search for a hash begins: its low half, scaled to the lines there are.
    #[inline]
    fn home(&self, hash: u64) -> usize {
        (((hash & 0xFFFF_FFFF) * self.lines.len() as u64) >> 32) as usize
    }

    /// The line from the home of `hash` on and the place in it that has the entry, or where it
    /// belongs. There must be a free place.
    #[inline]
    fn look_up(&self, hash: u64, key: L::Key, is: impl Fn(L::Entry) -> bool) -> (usize, usize, bool) {
        let mut line = self.home(hash);
        loop {
            let here = &self.lines[line];
            let mut matches = here.matches(key);
            while matches != 0 {
                let place = matches.trailing_zeros() as usize;
                if is(here.entry(place)) {
                    return (line, place, true);
                }
                matches &= matches - 1;
            }
            if !here.is_full() {
                return (line, here.filled(), false);
            }
            line = if line + 1 == self.lines.len() { 0 } else { line + 1 };
        }
    }

    /// Puts entries into it that are not there yet. Counts what the lines hold beside them: to ask a
    /// line right after it was written would wait for the write.
    fn put_all(&mut self, entries: impl Iterator<Item = L::Entry>, hash_of: impl Fn(L::Entry) -> u64) {
        let mut filled: Vec<u8> = vec![0; self.lines.len()];
        for entry in entries {
            let mut line = self.home(hash_of(entry));
            while usize::from(filled[line]) == L::PLACES {
                line = if line + 1 == self.lines.len() { 0 } else { line + 1 };
            }
            self.lines[line].put(usize::from(filled[line]), entry);
            filled[line] += 1;
            self.entries += 1;
        }
    }

    /// Puts an entry that is not there yet into the next free place.
    fn put(&mut self, hash: u64, entry: L::Entry) {
        let mut line = self.home(hash);
        while self.lines[line].is_full() {
            line = if line + 1 == self.lines.len() { 0 } else { line + 1 };
        }
        let line = &mut self.lines[line];
        line.put(line.filled(), entry);
        self.entries += 1;
    }

    fn each(&self) -> impl Iterator<Item = L::Entry> {
        self.lines.iter().flat_map(|line| (0..line.filled()).map(|place| line.entry(place)))
    }

    /// Whether it should grow before the next entry: three quarters are filled.
    #[inline]
    fn is_full(&self) -> bool {
        self.entries * 4 >= self.lines.len() * L::PLACES * 3
    }

    /// Makes the segment larger. `rehash` gives at least the low half of the hash.
    #[cold]
    fn grow(&mut self, rehash: impl Fn(L::Entry) -> u64, budget: &mut Budget<'_>) -> Result<(), Stop> {
        let lines = match self.lines.len() {
            0 => SMALLEST.div_ceil(size_of::<L>()),
            few if few * size_of::<L>() == SMALLEST && !self.one_of_many => 4 * few,
            many => 2 * many,
        };
        budget.grow(Self::bytes(lines))?;
        let old = std::mem::replace(self, Self::of(lines, self.one_of_many));
        self.put_all(old.each(), rehash);
        budget.shrink(Self::bytes(old.lines.len()));
        Ok(())
    }
}

impl<L: Line> Table<L> {
    #[inline]
    fn segment(&self, hash: u64) -> usize {
        (hash >> 1 >> (63 - self.bits)) as usize
    }

    /// Whether it is too large for the near caches, so that it pays to look ahead.
    #[inline]
    pub(super) fn is_large(&self) -> bool {
        self.bits > 0
    }

    /// Has the line of memory fetched that a look-up of `hash` will need.
    #[inline]
    pub(super) fn prefetch(&self, hash: u64) {
        if let Some(line) = self.home(hash) {
            prefetch(line);
        }
    }

    /// The line in which the search for a hash begins, if there is any.
    #[inline]
    pub(super) fn home(&self, hash: u64) -> Option<&L> {
        let segment = &self.segments[self.segment(hash)];
        segment.lines.get(segment.home(hash))
    }

    /// The entry with this hash and key that `is` the one looked for.
    #[inline]
    pub(super) fn find(&self, hash: u64, key: L::Key, is: impl Fn(L::Entry) -> bool) -> Option<L::Entry> {
        let segment = &self.segments[self.segment(hash)];
        if segment.lines.is_empty() {
            return None;
        }
        match segment.look_up(hash, key, is) {
            (line, place, true) => Some(segment.lines[line].entry(place)),
            _ => None,
        }
    }

    /// Where the entry with this hash and key is that `is` the one looked for, or where it belongs.
    /// Makes room for it first: `rehash` gives at least the low half of the hash of an entry.
    #[inline]
    pub(super) fn look_up(
        &mut self,
        hash: u64,
        key: L::Key,
        is: impl Fn(L::Entry) -> bool,
        rehash: impl Fn(L::Entry) -> u64,
        budget: &mut Budget<'_>,
    ) -> Result<Found, Stop> {
        let number = self.segment(hash);
        let segment = &mut self.segments[number];
        if segment.lines.is_empty() {
            segment.grow(&rehash, budget)?;
        }
        let (line, nth, found) = segment.look_up(hash, key, &is);
        if found {
            return Ok(Found::At(Place { segment: number, line, nth }));
        }
        if segment.is_full() {
            segment.grow(&rehash, budget)?;
            let (line, nth, _) = segment.look_up(hash, key, is);
            return Ok(Found::Free(Place { segment: number, line, nth }));
        }
        Ok(Found::Free(Place { segment: number, line, nth }))
    }

    /// The line in which the search for a hash begins, in a segment that has room for one more entry.
    #[inline]
    pub(super) fn home_with_room(
        &mut self,
        hash: u64,
        rehash: impl Fn(L::Entry) -> u64,
        budget: &mut Budget<'_>,
    ) -> Result<At, Stop> {
        let number = self.segment(hash);
        let segment = &mut self.segments[number];
        if segment.is_full() {
            segment.grow(rehash, budget)?;
        }
        Ok(At { segment: number, line: segment.home(hash) })
    }

    /// A line.
    #[inline]
    pub(super) fn line(&mut self, at: At) -> &mut L {
        &mut self.segments[at.segment].lines[at.line]
    }

    /// The line in which a search goes on that found this one full.
    #[inline]
    pub(super) fn after(&self, at: At) -> At {
        let next = at.line + 1;
        At { line: if next == self.segments[at.segment].lines.len() { 0 } else { next }, ..at }
    }

    /// Takes note of entries that were put into a line.
    #[inline]
    pub(super) fn count(&mut self, at: At, entries: usize) {
        self.segments[at.segment].entries += entries;
        self.entries += entries;
    }

    /// The entry at a place that is not free.
    #[inline]
    pub(super) fn entry(&self, at: Place) -> L::Entry {
        self.segments[at.segment].lines[at.line].entry(at.nth)
    }

    /// Replaces the entry at a place by one of the same key.
    #[inline]
    pub(super) fn replace(&mut self, at: Place, entry: L::Entry) {
        self.segments[at.segment].lines[at.line].put(at.nth, entry);
    }

    /// Fills a free place.
    #[inline]
    pub(super) fn fill(&mut self, at: Place, entry: L::Entry) {
        self.replace(at, entry);
        self.segments[at.segment].entries += 1;
        self.entries += 1;
    }

    /// Cuts the table into segments if it has become large. `hash_of` gives the whole hash.
    #[inline]
    pub(super) fn cut_if_large(
        &mut self,
        hash_of: impl Fn(L::Entry) -> u64,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop> {
        if self.bits == 0 && self.entries >= SINGLE { self.cut(hash_of, budget) } else { Ok(()) }
    }

    #[cold]
    fn cut(&mut self, hash_of: impl Fn(L::Entry) -> u64, budget: &mut Budget<'_>) -> Result<(), Stop> {
        let count = 1 << SEGMENT_BITS;
        let lines = (self.entries * 2 / count / L::PLACES).max(SMALLEST_OF_MANY / size_of::<L>());
        budget.grow(count as u64 * (Segment::<L>::bytes(lines) + size_of::<Segment<L>>() as u64))?;
        let fine = Self {
            bits: SEGMENT_BITS,
            segments: (0..count).map(|_| Segment::of(lines, true)).collect(),
            entries: self.entries,
        };
        let whole = std::mem::replace(self, fine);
        for segment in whole.segments {
            for entry in segment.each() {
                let hash = hash_of(entry);
                let home = self.segment(hash);
                let home = &mut self.segments[home];
                if home.is_full() {
                    home.grow(&hash_of, budget)?;
                }
                home.put(hash, entry);
            }
            budget.shrink(Segment::<L>::bytes(segment.lines.len()));
        }
        Ok(())
    }
}
