//! The hash table of the packed stores: buckets of one cache line, with linear probing from bucket to bucket.
//!
//! A lookup compares all keys of a bucket at once, so it costs one cache line and hardly a branch; the
//! next bucket is rarely needed before the table is three quarters full.
//!
//! The top bits of the hash split a large table into segments that grow one at a time. A segment fits
//! into the caches, so moving its entries is cheap; the table is never copied as a whole, memory grows
//! smoothly, and no single insertion takes long.

use std::mem::size_of;

use super::processor::{Lanes, prefetch};
use super::store::Id;
use crate::budget::Budget;
use crate::outcome::{Cost, Stop};

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

/// Result of a lookup.
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
/// Initial bytes of a single segment, and of one of many.
const SMALLEST: usize = 1 << 10;
const SMALLEST_OF_MANY: usize = 256;
/// The bytes that a single segment grows to first; then it grows fourfold.
const SECOND: usize = 1 << 15;

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
            few if few * size_of::<B>() == SMALLEST && !self.one_of_many => SECOND.div_ceil(size_of::<B>()),
            few if few * size_of::<B>() == SECOND && !self.one_of_many => 4 * few,
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

    /// Finds the position of the entry with this hash and key for which `is` returns true, or the position where it
    /// belongs; grows the segment if it is full. `rehash` returns at least the low half of the hash of an entry.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "the body of the loops that searches spend their time in")]
    pub(super) fn look_up(
        &mut self,
        hash: u64,
        key: B::Key,
        is: impl Fn(B::Entry) -> bool,
        rehash: impl Fn(B::Entry) -> u64,
        budget: &mut Budget<'_>,
    ) -> Result<Found, Stop> {
        let number = self.segment(hash);
        let segment = &self.segments[number];
        if segment.buckets.is_empty() {
            return self.grow_and_look_up(hash, key, is, rehash, budget);
        }
        let (bucket, place, found) = segment.look_up(hash, key, &is);
        if !found && segment.is_full() {
            return self.grow_and_look_up(hash, key, is, rehash, budget);
        }
        let at = EntryAt { bucket: BucketAt { segment: number, bucket }, place };
        Ok(if found { Found::Present(at) } else { Found::Absent(at) })
    }

    /// Grows the segment of a hash, and finds the position where an entry that is not present belongs.
    #[cold]
    fn grow_and_look_up(
        &mut self,
        hash: u64,
        key: B::Key,
        is: impl Fn(B::Entry) -> bool,
        rehash: impl Fn(B::Entry) -> u64,
        budget: &mut Budget<'_>,
    ) -> Result<Found, Stop> {
        let number = self.segment(hash);
        let segment = &mut self.segments[number];
        segment.grow(rehash, budget)?;
        let (bucket, place, _) = segment.look_up(hash, key, is);
        Ok(Found::Absent(EntryAt { bucket: BucketAt { segment: number, bucket }, place }))
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

    /// Writes an entry to the position where a lookup said that it belongs.
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

// Hashes and comparisons of packed states. Hashes only need speed and an even distribution: states are
// always compared in full, and hashes do not outlive the process.

/// An odd number with an irregular bit pattern (the fraction of the golden ratio).
const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;
/// Another (the first multiplier of `SplitMix64`).
const FOLD: u64 = 0xBF58_476D_1CE4_E5B9;

/// Hashes one word: a full product, folded, so that every bit of the key affects both halves.
#[inline]
pub(super) fn of_word(key: u64) -> u64 {
    mix(fold(key ^ SPREAD, FOLD | 1 << 63))
}

/// The low half alone determines the place in a segment, so the halves are mixed once more.
#[inline]
fn mix(folded: u64) -> u64 {
    folded.wrapping_mul(SPREAD) ^ folded >> 32
}

/// Hashes several words: the folded products of pairs, which are independent of each other, rotated
/// by their positions.
#[inline]
pub(super) fn of_words(words: &[u64]) -> u64 {
    let mut pairs = words.chunks_exact(2);
    let mut sum = words.len() as u64;
    for pair in &mut pairs {
        sum = sum.rotate_left(21) ^ fold(pair[0] ^ SPREAD, pair[1] ^ FOLD);
    }
    if let [last] = pairs.remainder() {
        sum = sum.rotate_left(21) ^ fold(last ^ SPREAD, FOLD);
    }
    of_word(sum)
}

/// The exclusive or of the two halves of a product.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "both halves are used")]
fn fold(a: u64, b: u64) -> u64 {
    // WebAssembly has no instruction for a product of 128 bits.
    if cfg!(target_family = "wasm") {
        return fold_without_carries(a, b);
    }
    let product = u128::from(a) * u128::from(b);
    (product >> 64) as u64 ^ product as u64
}

/// As [`fold`], but the four products of halves are not added: exclusive or takes the place of the sum.
#[inline]
fn fold_without_carries(a: u64, b: u64) -> u64 {
    let (low_a, low_b) = (a & 0xFFFF_FFFF, b & 0xFFFF_FFFF);
    let (high_a, high_b) = (a >> 32, b >> 32);
    let crosswise = (high_a * low_b) ^ (low_a * high_b);
    crosswise.rotate_left(32) ^ (high_a * high_b) ^ (low_a * low_b)
}

/// Whether two states of the same width are equal: for few words faster than a call of `memcmp`.
#[inline]
pub(super) fn are_equal(one: &[u64], other: &[u64]) -> bool {
    one.iter().zip(other).fold(0, |differing, (one, other)| differing | (one ^ other)) == 0
}

// Buckets of keys without ids for the hash table: seven keys of 64 bits or fifteen of 32 bits in a cache line.

/// One lane per key and one for their number.
///
/// Some keys are *reserved*: they mark free lanes and encode the number of keys, so that only lanes in
/// use can match a key. States equal to a reserved key must be stored elsewhere.
#[repr(align(64))]
#[derive(Clone, Copy)]
pub(super) struct Keys<K, const LANES: usize>([K; LANES]);

/// A key of 32 or 64 bits.
pub(super) trait PackedKey: Copy + Eq {
    /// The first reserved key; the others differ from it in the lowest bits only.
    const RESERVED: Self;
    /// The key of a state, truncated to its width.
    fn of(state: u64) -> Self;
    fn state(self) -> u64;

    /// The number of a reserved key: below [`RESERVED_KEYS`] if and only if the key is reserved.
    #[inline]
    fn number(self) -> u64 {
        self.state() ^ Self::RESERVED.state()
    }

    /// The reserved key with the given number.
    #[inline]
    fn reserved(number: usize) -> Self {
        Self::of(Self::RESERVED.state() ^ number as u64)
    }
}

/// Number of reserved keys.
pub(super) const RESERVED_KEYS: u64 = 16;

impl PackedKey for u64 {
    const RESERVED: Self = 0xA076_1D64_78BD_6420;

    #[inline]
    fn of(state: u64) -> Self {
        state
    }

    #[inline]
    fn state(self) -> u64 {
        self
    }
}

impl PackedKey for u32 {
    const RESERVED: Self = 0x78BD_6420;

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "assert_bits checks it")]
    fn of(state: u64) -> Self {
        state as Self
    }

    #[inline]
    fn state(self) -> u64 {
        u64::from(self)
    }
}

impl<K: PackedKey, const LANES: usize> HashBucket for Keys<K, LANES>
where
    [K; LANES]: Lanes<Key = K>,
{
    type Key = K;
    type Entry = K;
    const EMPTY: Self = {
        assert!(LANES as u64 <= RESERVED_KEYS, "one reserved key per lane");
        Self([K::RESERVED; LANES])
    };
    const PLACES: usize = LANES - 1;

    #[inline]
    fn matches(&self, key: K) -> u32 {
        self.0.equal(key)
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "less than the lanes")]
    fn filled(&self) -> usize {
        self.0[LANES - 1].number() as usize
    }

    #[inline]
    fn is_full(&self) -> bool {
        self.filled() == Self::PLACES
    }

    #[inline]
    fn entry(&self, place: usize) -> K {
        self.0[place]
    }

    /// Appends a key: keys are never replaced.
    #[inline]
    fn put(&mut self, place: usize, entry: K) {
        self.0[place % LANES] = entry;
        self.0[LANES - 1] = K::reserved(place + 1);
    }
}

impl<K: PackedKey, const LANES: usize> HashTable<Keys<K, LANES>>
where
    [K; LANES]: Lanes<Key = K>,
{
    /// Whether an unreserved key is in its home bucket. If not, it may be in a later one.
    #[inline]
    pub(super) fn has_at_home(&self, hash: u64, key: K) -> bool {
        self.home(hash).is_some_and(|bucket| bucket.0.equal(key) != 0)
    }

    /// Inserts an unreserved key and returns whether it is new.
    #[inline]
    pub(super) fn insert(
        &mut self,
        hash: u64,
        key: K,
        rehash: impl Fn(K) -> u64,
        budget: &mut Budget<'_>,
    ) -> Result<bool, Stop> {
        let mut at = self.home_with_room(hash, rehash, budget)?;
        loop {
            let here = self.bucket(at);
            if here.0.equal(key) != 0 {
                return Ok(false);
            }
            if !here.is_full() {
                here.put(here.filled(), key);
                self.count(at, 1);
                return Ok(true);
            }
            at = self.after(at);
        }
    }
}

/// Checks that no state had more bits than its key: `bits` is the bitwise or of the states.
///
/// # Panics
/// If a space has states wider than its `state_bits`, which would make different states equal.
#[inline]
pub(super) fn assert_bits<K: PackedKey>(bits: u64) {
    assert_eq!(K::of(bits).state(), bits, "the states of a space are wider than its `state_bits`");
}

// Buckets of keys with id and cost for the hash table: four with keys of 64 bits
// or seven with keys of 32 bits in a cache line.

/// A stored state with its id and the lowest cost it was inserted at.
#[derive(Clone, Copy)]
pub(super) struct Slot<K> {
    pub(super) key: K,
    pub(super) id: Id,
    /// The cost; [`Cost::MAX`] if it exceeds what the bucket can store.
    pub(super) cost: Cost,
}

/// Marks a free place.
const FREE: Id = Id::MAX;

/// Bucket of four states of 64 bits.
#[repr(align(64))]
#[derive(Clone, Copy)]
pub(super) struct LongSlots {
    keys: [u64; 4],
    ids: [Id; 4],
    /// `u32::MAX` stands for all higher costs.
    costs: [u32; 4],
}

impl LongSlots {
    /// Bit set of the places in use.
    #[inline]
    fn taken(&self) -> u32 {
        !self.ids.equal(FREE) & 0xF
    }
}

impl HashBucket for LongSlots {
    type Key = u64;
    type Entry = Slot<u64>;
    const EMPTY: Self = Self { keys: [0; 4], ids: [FREE; 4], costs: [0; 4] };
    const PLACES: usize = 4;

    #[inline]
    fn matches(&self, key: u64) -> u32 {
        self.keys.equal(key) & self.taken()
    }

    #[inline]
    fn filled(&self) -> usize {
        self.taken().trailing_ones() as usize
    }

    #[inline]
    fn is_full(&self) -> bool {
        self.ids[3] != FREE
    }

    #[inline]
    fn entry(&self, place: usize) -> Slot<u64> {
        let cost = self.costs[place];
        let cost = if cost == u32::MAX { Cost::MAX } else { Cost::from(cost) };
        Slot { key: self.keys[place], id: self.ids[place], cost }
    }

    #[inline]
    fn put(&mut self, place: usize, entry: Slot<u64>) {
        (self.keys[place], self.ids[place]) = (entry.key, entry.id);
        self.costs[place] = u32::try_from(entry.cost).unwrap_or(u32::MAX);
    }
}

/// Bucket of seven states of 32 bits.
#[repr(align(64))]
#[derive(Clone, Copy)]
pub(super) struct ShortSlots {
    keys: [u32; 7],
    ids: [Id; 7],
    /// 255 stands for all higher costs.
    costs: [u8; 7],
    filled: u8,
}

impl HashBucket for ShortSlots {
    type Key = u32;
    type Entry = Slot<u32>;
    const EMPTY: Self = Self { keys: [0; 7], ids: [FREE; 7], costs: [0; 7], filled: 0 };
    const PLACES: usize = 7;

    #[inline]
    fn matches(&self, key: u32) -> u32 {
        self.keys.equal(key) & ((1 << self.filled) - 1)
    }

    #[inline]
    fn filled(&self) -> usize {
        usize::from(self.filled)
    }

    #[inline]
    fn is_full(&self) -> bool {
        self.filled == 7
    }

    #[inline]
    fn entry(&self, place: usize) -> Slot<u32> {
        let cost = self.costs[place];
        let cost = if cost == u8::MAX { Cost::MAX } else { Cost::from(cost) };
        Slot { key: self.keys[place], id: self.ids[place], cost }
    }

    #[inline]
    fn put(&mut self, place: usize, entry: Slot<u32>) {
        (self.keys[place], self.ids[place]) = (entry.key, entry.id);
        self.costs[place] = u8::try_from(entry.cost).unwrap_or(u8::MAX);
        if place == usize::from(self.filled) {
            self.filled += 1;
        }
    }
}

pub(super) trait SlotBucket: HashBucket<Key = Self::State, Entry = Slot<Self::State>> {
    type State: PackedKey;
}

impl SlotBucket for LongSlots {
    type State = u64;
}

impl SlotBucket for ShortSlots {
    type State = u32;
}

#[cfg(test)]
mod hash_tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn close_keys_differ_in_both_halves() {
        for shift in [0, 17, 40, 60] {
            check(shift, of_word);
            check(shift, |key| mix(fold_without_carries(key ^ SPREAD, FOLD | 1 << 63)));
        }
        assert_ne!(of_words(&[1, 2]), of_words(&[2, 1]));
    }

    fn check(shift: u32, hash: impl Fn(u64) -> u64) {
        let hashes: Vec<u64> = (0..10_000_u64).map(|key| hash(key << shift)).collect();
        let distinct = |part: fn(u64) -> u64| hashes.iter().map(|&hash| part(hash)).collect::<HashSet<_>>().len();
        // (0..10,000) << 60 has 16 different values only.
        let all = if shift == 60 { 16 } else { 10_000 };
        assert_eq!(distinct(|hash| hash), all);
        assert!(distinct(|hash| hash >> 40) > all * 98 / 100, "the top bits, shift {shift}");
        assert!(distinct(|hash| hash & 0xFFFF_FFFF) > all * 98 / 100, "the low half, shift {shift}");
    }
}
