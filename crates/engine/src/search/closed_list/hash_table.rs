//! The hash table of the packed stores: buckets of one cache line, with linear probing from bucket to
//! bucket.
//!
//! A look-up compares all keys of a bucket at once, so it costs one cache line and hardly a branch; the
//! next bucket is rarely needed before the table is three quarters full.
//!
//! The top bits of the hash split a large table into segments that grow one at a time. A segment fits
//! into the caches, so moving its entries is cheap; the table is never copied as a whole, memory grows
//! smoothly, and no single insertion takes long.

use std::mem::size_of;

use super::processor::prefetch;
use crate::budget::Budget;
use crate::outcome::Stop;

/// A bucket of entries. A type of 64 bytes should be aligned to 64.
pub(super) trait HashBucket: Copy {
    /// Identifies an entry, with its hash.
    type Key: Copy;
    /// The contents of a place.
    type Entry: Copy;
    const EMPTY: Self;
    const PLACES: usize;

    /// Bit set of the places whose entries may have the key. It may contain free places if the caller
    /// recognizes their entries.
    fn matches(&self, key: Self::Key) -> u32;
    /// The number of entries; they occupy the first places.
    fn filled(&self) -> usize;
    fn is_full(&self) -> bool;
    /// The entry at a place in use.
    fn entry(&self, place: usize) -> Self::Entry;
    /// Writes an entry to a place in use or to the first free one.
    fn put(&mut self, place: usize, entry: Self::Entry);
}

/// A set of entries, found by hash and key.
pub(super) struct HashTable<B> {
    /// Number of top bits of the hash that select the segment.
    bits: u32,
    segments: Vec<Segment<B>>,
    entries: usize,
}

struct Segment<B> {
    buckets: Box<[B]>,
    entries: usize,
    one_of_many: bool,
}

/// Position of an entry; valid until the table changes.
#[derive(Clone, Copy)]
pub(super) struct EntryAt {
    bucket: BucketAt,
    place: usize,
}

/// Position of a bucket; valid until the table changes.
#[derive(Clone, Copy)]
pub(super) struct BucketAt {
    segment: usize,
    bucket: usize,
}

/// Result of a look-up.
#[derive(Clone, Copy)]
pub(super) enum Found {
    /// The entry is here.
    Present(EntryAt),
    /// There is no such entry; it belongs here.
    Absent(EntryAt),
}

/// Number of segments of a large table, as a power of two.
const SEGMENT_BITS: u32 = 11;
/// A table is a single segment up to this many entries.
const SINGLE: usize = 1 << 16;
/// Initial bytes of a single segment, which first grows fourfold, and of one of many.
const SMALLEST: usize = 1 << 15;
const SMALLEST_OF_MANY: usize = 256;

impl<B: HashBucket> Default for HashTable<B> {
    fn default() -> Self {
        Self { bits: 0, segments: vec![Segment::of(0, false)], entries: 0 }
    }
}

impl<B: HashBucket> Segment<B> {
    fn of(buckets: usize, one_of_many: bool) -> Self {
        Self { buckets: vec![B::EMPTY; buckets].into(), entries: 0, one_of_many }
    }

    /// Bytes charged for a segment: its buckets, and an eighth for the gaps that replaced segments
    /// leave in the allocator (measured as growth of the process).
    fn bytes(buckets: usize) -> u64 {
        (buckets * size_of::<B>()) as u64 * 9 / 8
    }

    /// The home bucket of a hash: its low half, scaled to the number of buckets.
    #[inline]
    fn home(&self, hash: u64) -> usize {
        (((hash & 0xFFFF_FFFF) * self.buckets.len() as u64) >> 32) as usize
    }

    /// The index of the bucket to probe after `bucket`.
    #[inline]
    fn following(&self, bucket: usize) -> usize {
        if bucket + 1 == self.buckets.len() { 0 } else { bucket + 1 }
    }

    /// Finds the bucket and the place of an entry, or the place where it belongs, and whether it is
    /// present. There must be a free place.
    #[inline]
    fn look_up(&self, hash: u64, key: B::Key, is: impl Fn(B::Entry) -> bool) -> (usize, usize, bool) {
        let mut bucket = self.home(hash);
        loop {
            let here = &self.buckets[bucket];
            let mut matches = here.matches(key);
            while matches != 0 {
                let place = matches.trailing_zeros() as usize;
                if is(here.entry(place)) {
                    return (bucket, place, true);
                }
                matches &= matches - 1;
            }
            if !here.is_full() {
                return (bucket, here.filled(), false);
            }
            bucket = self.following(bucket);
        }
    }

    /// Inserts entries that are not present into an empty segment. Counts the entries of each bucket in
    /// a separate array: reading a bucket right after writing it would stall.
    fn put_all(&mut self, entries: impl Iterator<Item = B::Entry>, hash_of: impl Fn(B::Entry) -> u64) {
        let mut filled: Vec<u8> = vec![0; self.buckets.len()];
        for entry in entries {
            let mut bucket = self.home(hash_of(entry));
            while usize::from(filled[bucket]) == B::PLACES {
                bucket = self.following(bucket);
            }
            self.buckets[bucket].put(usize::from(filled[bucket]), entry);
            filled[bucket] += 1;
            self.entries += 1;
        }
    }

    fn put(&mut self, hash: u64, entry: B::Entry) {
        let mut bucket = self.home(hash);
        while self.buckets[bucket].is_full() {
            bucket = self.following(bucket);
        }
        let bucket = &mut self.buckets[bucket];
        bucket.put(bucket.filled(), entry);
        self.entries += 1;
    }

    fn each(&self) -> impl Iterator<Item = B::Entry> {
        self.buckets.iter().flat_map(|bucket| (0..bucket.filled()).map(|place| bucket.entry(place)))
    }

    /// Whether the segment must grow before the next insertion: it is three quarters full.
    #[inline]
    fn is_full(&self) -> bool {
        self.entries * 4 >= self.buckets.len() * B::PLACES * 3
    }

    /// Enlarges the segment. `rehash` returns at least the low half of the hash of an entry.
    #[cold]
    fn grow(&mut self, rehash: impl Fn(B::Entry) -> u64, budget: &mut Budget<'_>) -> Result<(), Stop> {
        let buckets = match self.buckets.len() {
            0 => SMALLEST.div_ceil(size_of::<B>()),
            few if few * size_of::<B>() == SMALLEST && !self.one_of_many => 4 * few,
            many => 2 * many,
        };
        budget.grow(Self::bytes(buckets))?;
        let old = std::mem::replace(self, Self::of(buckets, self.one_of_many));
        self.put_all(old.each(), rehash);
        budget.shrink(Self::bytes(old.buckets.len()));
        Ok(())
    }
}

impl<B: HashBucket> HashTable<B> {
    #[inline]
    fn segment(&self, hash: u64) -> usize {
        (hash >> 1 >> (63 - self.bits)) as usize
    }

    #[inline]
    pub(super) fn is_large(&self) -> bool {
        self.bits > 0
    }

    #[inline]
    pub(super) fn prefetch(&self, hash: u64) {
        if let Some(bucket) = self.home(hash) {
            prefetch(bucket);
        }
    }

    /// The home bucket of a hash; `None` if its segment is empty.
    #[inline]
    pub(super) fn home(&self, hash: u64) -> Option<&B> {
        let segment = &self.segments[self.segment(hash)];
        segment.buckets.get(segment.home(hash))
    }

    /// Finds the entry with this hash and key for which `is` returns true.
    #[inline]
    pub(super) fn find(&self, hash: u64, key: B::Key, is: impl Fn(B::Entry) -> bool) -> Option<B::Entry> {
        let segment = &self.segments[self.segment(hash)];
        if segment.buckets.is_empty() {
            return None;
        }
        match segment.look_up(hash, key, is) {
            (bucket, place, true) => Some(segment.buckets[bucket].entry(place)),
            _ => None,
        }
    }

    /// Finds the position of the entry with this hash and key for which `is` returns true, or the
    /// position where it belongs; grows the segment if it is full. `rehash` returns at least the low
    /// half of the hash of an entry.
    #[inline]
    pub(super) fn look_up(
        &mut self,
        hash: u64,
        key: B::Key,
        is: impl Fn(B::Entry) -> bool,
        rehash: impl Fn(B::Entry) -> u64,
        budget: &mut Budget<'_>,
    ) -> Result<Found, Stop> {
        let number = self.segment(hash);
        let segment = &mut self.segments[number];
        if segment.buckets.is_empty() {
            segment.grow(&rehash, budget)?;
        }
        let at = |bucket, place| EntryAt { bucket: BucketAt { segment: number, bucket }, place };
        let (bucket, place, found) = segment.look_up(hash, key, &is);
        if found {
            return Ok(Found::Present(at(bucket, place)));
        }
        if segment.is_full() {
            segment.grow(&rehash, budget)?;
            let (bucket, place, _) = segment.look_up(hash, key, is);
            return Ok(Found::Absent(at(bucket, place)));
        }
        Ok(Found::Absent(at(bucket, place)))
    }

    /// The position of the home bucket of a hash, in a segment with room for one more entry.
    #[inline]
    pub(super) fn home_with_room(
        &mut self,
        hash: u64,
        rehash: impl Fn(B::Entry) -> u64,
        budget: &mut Budget<'_>,
    ) -> Result<BucketAt, Stop> {
        let number = self.segment(hash);
        let segment = &mut self.segments[number];
        if segment.is_full() {
            segment.grow(rehash, budget)?;
        }
        Ok(BucketAt { segment: number, bucket: segment.home(hash) })
    }

    #[inline]
    pub(super) fn bucket(&mut self, at: BucketAt) -> &mut B {
        &mut self.segments[at.segment].buckets[at.bucket]
    }

    /// The position of the next bucket to probe.
    #[inline]
    pub(super) fn after(&self, at: BucketAt) -> BucketAt {
        BucketAt { bucket: self.segments[at.segment].following(at.bucket), ..at }
    }

    /// Counts entries that were written to a bucket.
    #[inline]
    pub(super) fn count(&mut self, at: BucketAt, entries: usize) {
        self.segments[at.segment].entries += entries;
        self.entries += entries;
    }

    #[inline]
    pub(super) fn entry(&self, at: EntryAt) -> B::Entry {
        self.segments[at.bucket.segment].buckets[at.bucket.bucket].entry(at.place)
    }

    /// Replaces an entry by one with the same key.
    #[inline]
    pub(super) fn replace(&mut self, at: EntryAt, entry: B::Entry) {
        self.segments[at.bucket.segment].buckets[at.bucket.bucket].put(at.place, entry);
    }

    /// Writes an entry to the position where a look-up said that it belongs.
    #[inline]
    pub(super) fn fill(&mut self, at: EntryAt, entry: B::Entry) {
        self.replace(at, entry);
        self.count(at.bucket, 1);
    }

    /// Splits the table into segments if it has become large. `hash_of` returns the whole hash.
    #[inline]
    pub(super) fn split_if_large(
        &mut self,
        hash_of: impl Fn(B::Entry) -> u64,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop> {
        if self.bits == 0 && self.entries >= SINGLE { self.split(hash_of, budget) } else { Ok(()) }
    }

    #[cold]
    fn split(&mut self, hash_of: impl Fn(B::Entry) -> u64, budget: &mut Budget<'_>) -> Result<(), Stop> {
        let count = 1 << SEGMENT_BITS;
        let buckets = (self.entries * 2 / count / B::PLACES).max(SMALLEST_OF_MANY / size_of::<B>());
        budget.grow(count as u64 * (Segment::<B>::bytes(buckets) + size_of::<Segment<B>>() as u64))?;
        let fine = Self {
            bits: SEGMENT_BITS,
            segments: (0..count).map(|_| Segment::of(buckets, true)).collect(),
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
            budget.shrink(Segment::<B>::bytes(segment.buckets.len()));
        }
        Ok(())
    }
}
