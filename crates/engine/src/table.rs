//! The hash table of the closed lists: ids with a tag of each state, or keys alone. A bucket is a cache line, and all its
//! entries are compared at once, so that a look-up costs one cache line and hardly a branch. Full buckets overflow into
//! the next one.
//!
//! The high bits of a tag, which is a part of a hash, are its bucket: as the hash is a product, close states are spread evenly
//! over these, not just at random. The others save nearly all comparisons of different states. So a table grows from bucket to
//! bucket in order, without reading states.

use std::hash::{BuildHasher, Hash};

use rustc_hash::FxBuildHasher;

use crate::{
    budget::Budget,
    outcome::Stop,
    processor::{equal_lanes, prefetch},
};

/// Name of a stored state: its number in the order of insertion.
pub type Id = u32;

/// What the entries of a table are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// Ids in the high half of an entry, and tags, which are not 0, in the low one.
    Ids,
    /// States of 32 bits, and of 64 bits; not 0.
    ShortKeys,
    LongKeys,
}

/// Eight tags and their ids, sixteen short keys, or the low and the high halves of eight long ones. Entries fill the first
/// places; those of the others are 0.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Bucket([u32; 16]);

pub struct Table {
    content: Content,
    buckets: Buckets,
    /// 32 less the number of buckets as a power of two.
    shift: u32,
    /// Entries to add before it grows.
    room: usize,
}

/// Buckets in chunks of one size, a small table in one. A large table that grows allocates its chunks while it releases the
/// former ones, so that there are never two copies of it, and no gaps that the allocator keeps.
struct Buckets(Vec<Box<[Bucket]>>);

/// The buckets as a power of two: when the table gets its first entry, and until when it grows fourfold.
const FIRST_BITS: u32 = 5;
const SMALL_BITS: u32 = 12;
/// The number of buckets of a large table, as a power of two: 128 kilobytes.
const LARGE_BITS: u32 = 11;
/// The same of a huge one: a megabyte.
const HUGE_BITS: u32 = 14;
/// The buckets of a chunk at most, as a power of two.
const CHUNK_BITS: u32 = 15;

/// The tag of a state.
#[inline]
pub(crate) fn tag<S: Hash + ?Sized>(state: &S) -> u32 {
    // The high bits of the product depend on all bits of the hash.
    let hash = FxBuildHasher.hash_one(state).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (hash >> 32) as u32 | 1
}

impl Content {
    fn places(self) -> usize {
        if self == Self::ShortKeys { 16 } else { 8 }
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the low half")]
    fn tag(self, entry: u64) -> u32 {
        if self == Self::Ids { entry as u32 } else { tag(&entry) }
    }
}

impl Bucket {
    const FREE: Self = Self([0; 16]);

    /// A bit for each place with this entry.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "halves")]
    fn with(&self, content: Content, entry: u64) -> u32 {
        let (low, high) = (entry as u32, (entry >> 32) as u32);
        match content {
            Content::ShortKeys => equal_lanes(&self.0, (0, low), (8, low)),
            Content::Ids | Content::LongKeys => {
                let both = equal_lanes(&self.0, (0, low), (8, high));
                both & both >> 8
            }
        }
    }

    /// Whether the last place has an entry.
    #[inline]
    fn is_full(&self, content: Content) -> bool {
        self.0[content.places() - 1] != 0 || (content == Content::LongKeys && self.0[15] != 0)
    }

    /// A bit for each place with this tag, and, shifted by eight, for each free one.
    #[inline]
    fn with_tag(&self, tag: u32) -> u32 {
        equal_lanes(&self.0, (0, tag), (0, 0))
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "halves")]
    fn set(&mut self, content: Content, place: usize, entry: u64) {
        self.0[place & 15] = entry as u32;
        if content != Content::ShortKeys {
            self.0[8 + (place & 7)] = (entry >> 32) as u32;
        }
    }

    /// The entry of a place; 0 if it is free.
    #[inline]
    fn entry(&self, content: Content, place: usize) -> u64 {
        let high = if content == Content::ShortKeys { 0 } else { u64::from(self.0[8 + place]) << 32 };
        high | u64::from(self.0[place])
    }
}

impl Buckets {
    #[inline]
    fn at(&self, number: usize) -> &Bucket {
        &self.0[number >> CHUNK_BITS][number & ((1 << CHUNK_BITS) - 1)]
    }

    #[inline]
    fn at_mut(&mut self, number: usize) -> &mut Bucket {
        &mut self.0[number >> CHUNK_BITS][number & ((1 << CHUNK_BITS) - 1)]
    }

    /// Makes a chunk if it is missing: as large as the first one.
    #[inline]
    fn allocate(&mut self, chunk: usize) {
        if self.0[chunk].is_empty() {
            self.0[chunk] = vec![Bucket::FREE; self.0[0].len()].into();
        }
    }
}

impl Default for Table {
    fn default() -> Self {
        Self::new(Content::Ids)
    }
}

impl Table {
    /// An empty table.
    pub(crate) fn new(content: Content) -> Self {
        Self { room: 0, ..Self::with_bits(content, 0) }
    }

    fn with_bits(content: Content, bits: u32) -> Self {
        let mut buckets = Buckets(vec![Box::default(); 1 << bits.saturating_sub(CHUNK_BITS)]);
        buckets.0[0] = vec![Bucket::FREE; 1 << bits.min(CHUNK_BITS)].into();
        Self { content, buckets, shift: u32::BITS - bits, room: (content.places() << bits) * 3 / 4 }
    }

    /// Bytes charged for a table: its buckets, and an eighth for the gaps that replaced ones leave in the allocator (measured
    /// as growth of the process). A single bucket is free.
    fn bytes(&self) -> u64 {
        let buckets = self.last() + 1;
        if buckets == 1 { 0 } else { (buckets * size_of::<Bucket>()) as u64 * 9 / 8 }
    }

    /// What the entries are.
    #[inline]
    pub(crate) fn content(&self) -> Content {
        self.content
    }

    /// The bucket of a tag.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "32 bits at most")]
    fn home(&self, tag: u32) -> usize {
        (u64::from(tag) >> self.shift) as usize
    }

    /// The last bucket.
    #[inline]
    fn last(&self) -> usize {
        self.home(u32::MAX)
    }

    /// Whether most buckets are not in the caches of a core, so that it pays to prefetch those that will be looked up.
    #[inline]
    pub(crate) fn is_large(&self) -> bool {
        self.last() >> LARGE_BITS != 0
    }

    /// Whether most stored states are not even in the caches that cores share.
    #[inline]
    pub(crate) fn is_huge(&self) -> bool {
        self.last() >> HUGE_BITS != 0
    }

    /// Prefetches the bucket of a tag.
    #[inline]
    pub(crate) fn prefetch(&self, tag: u32) {
        prefetch(self.buckets.at(self.home(tag)));
    }

    /// The first id in the bucket of a tag that has this tag; any id if there is none.
    #[inline]
    pub(crate) fn first(&self, tag: u32) -> Id {
        let bucket = self.buckets.at(self.home(tag));
        bucket.0[8 + (bucket.with_tag(tag).trailing_zeros() as usize & 7)]
    }

    /// The id with this tag for which `is` returns true.
    #[inline]
    pub(crate) fn find(&self, tag: u32, is: impl Fn(Id) -> bool) -> Option<Id> {
        let (mut at, mask) = (self.home(tag), self.last());
        loop {
            let bucket = self.buckets.at(at & mask);
            let places = bucket.with_tag(tag);
            let mut hits = places & 0xFF;
            while hits != 0 {
                let id = bucket.0[8 + (hits.trailing_zeros() as usize & 7)];
                if is(id) {
                    return Some(id);
                }
                hits &= hits - 1;
            }
            if places >> 8 != 0 {
                return None;
            }
            at += 1;
        }
    }

    /// The id with this tag for which `is` returns true; otherwise adds `new`.
    ///
    /// # Errors
    /// When the memory limit is reached, or the search ends while the table grows. It must not be used any more then.
    #[inline]
    pub(crate) fn find_or_add(
        &mut self,
        tag: u32,
        new: Id,
        is: impl Fn(Id) -> bool,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Id>, Stop> {
        let (mut at, mask) = (self.home(tag), self.last());
        loop {
            let bucket = self.buckets.at_mut(at & mask);
            let places = bucket.with_tag(tag);
            let mut hits = places & 0xFF;
            while hits != 0 {
                let id = bucket.0[8 + (hits.trailing_zeros() as usize & 7)];
                if is(id) {
                    return Ok(Some(id));
                }
                hits &= hits - 1;
            }
            if places >> 8 != 0 {
                if self.room == 0 {
                    break;
                }
                self.room -= 1;
                let place = (places >> 8).trailing_zeros() as usize & 7;
                (bucket.0[place], bucket.0[8 + place]) = (tag, new);
                return Ok(None);
            }
            at += 1;
        }
        self.grow_and_put(tag, u64::from(new) << 32 | u64::from(tag), budget)?;
        Ok(None)
    }

    /// Whether a key is in the bucket of its tag. If not, it may be in a later one. `content` is that of the table: a loop
    /// over keys is compiled for it.
    #[inline]
    pub(crate) fn has_at_home(&self, content: Content, tag: u32, key: u64) -> bool {
        self.buckets.at(self.home(tag)).with(content, key) != 0
    }

    /// Whether a key, which is not 0, is present.
    #[inline]
    pub(crate) fn has(&self, content: Content, tag: u32, key: u64) -> bool {
        let (mut at, mask) = (self.home(tag), self.last());
        loop {
            let bucket = self.buckets.at(at & mask);
            if bucket.with(content, key) != 0 {
                return true;
            }
            if !bucket.is_full(content) {
                return false;
            }
            at += 1;
        }
    }

    /// Inserts a key, which is not 0, and returns whether it is new.
    ///
    /// # Errors
    /// When the memory limit is reached, or the search ends while the table grows. It must not be used any more then.
    #[inline]
    pub(crate) fn insert(
        &mut self,
        content: Content,
        tag: u32,
        key: u64,
        budget: &mut Budget<'_>,
    ) -> Result<bool, Stop> {
        let (mut at, mask) = (self.home(tag), self.last());
        loop {
            let bucket = self.buckets.at_mut(at & mask);
            if bucket.with(content, key) != 0 {
                return Ok(false);
            }
            let free = bucket.with(content, 0);
            if free != 0 {
                if self.room == 0 {
                    break;
                }
                self.room -= 1;
                bucket.set(content, free.trailing_zeros() as usize, key);
                return Ok(true);
            }
            at += 1;
        }
        self.grow_and_put(tag, key, budget)?;
        Ok(true)
    }

    /// Adds an entry that is not present, where there is no room for it.
    #[cold]
    fn grow_and_put(&mut self, tag: u32, entry: u64, budget: &mut Budget<'_>) -> Result<(), Stop> {
        let bits = match u32::BITS - self.shift {
            0 => FIRST_BITS,
            small @ ..SMALL_BITS => small + 2,
            bits => bits + 1,
        };
        let mut larger = Self::with_bits(self.content, bits);
        budget.grow(larger.bytes() - self.bytes())?;
        // If the search ends meanwhile, the table is empty.
        let old = std::mem::replace(self, Self::new(self.content)).buckets.0;
        match self.content {
            Content::Ids => larger.put_all(Content::Ids, old, budget)?,
            Content::ShortKeys => larger.put_all(Content::ShortKeys, old, budget)?,
            Content::LongKeys => larger.put_all(Content::LongKeys, old, budget)?,
        }
        larger.put(self.content, tag, entry);
        *self = larger;
        Ok(())
    }

    /// Adds the entries of the chunks of another table. Looks at the clock after each large chunk: all of them may take
    /// seconds.
    ///
    /// # Errors
    /// When the search is over. Some entries and chunks are missing then.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "compiled for each content")]
    fn put_all(&mut self, content: Content, old: Vec<Box<[Bucket]>>, budget: &mut Budget<'_>) -> Result<(), Stop> {
        for chunk in old {
            // Not by iterators, which are not always inlined.
            for bucket in &chunk {
                for place in 0..content.places() {
                    let entry = bucket.entry(content, place);
                    if entry == 0 {
                        break;
                    }
                    self.put(content, content.tag(entry), entry);
                }
            }
            if chunk.len() == 1 << CHUNK_BITS {
                budget.check_now()?;
            }
        }
        (0..self.buckets.0.len()).for_each(|chunk| self.buckets.allocate(chunk));
        Ok(())
    }

    /// Adds an entry that is not present.
    #[inline]
    fn put(&mut self, content: Content, tag: u32, entry: u64) {
        let (mut at, mask) = (self.home(tag), self.last());
        loop {
            self.buckets.allocate((at & mask) >> CHUNK_BITS);
            let bucket = self.buckets.at_mut(at & mask);
            let free = bucket.with(content, 0);
            if free != 0 {
                self.room -= 1;
                return bucket.set(content, free.trailing_zeros() as usize, entry);
            }
            at += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_bytes(table: &Table, entries: usize, budget: &Budget<'_>) {
        assert_eq!(budget.used(), table.bytes());
        let used =
            |bucket: &Bucket| (0..table.content.places()).filter(|&at| bucket.entry(table.content, at) != 0).count();
        assert_eq!(table.buckets.0.iter().flatten().map(used).sum::<usize>(), entries);
    }

    /// Tags are numbers that are multiplied, so that they are spread evenly, or a few that collide.
    #[test]
    fn ids_that_were_added_are_found() {
        let spread = |number: u32| number.wrapping_mul(0x9E37_79B1) | 1;
        let few = |number: u32| (number % 64) << 26 | 1;
        for (count, tag) in [(1_000_000, spread as fn(u32) -> u32), (2_000, few)] {
            let (mut table, mut budget) = (Table::default(), Budget::unlimited());
            for number in 0..count {
                assert_eq!(table.find(tag(number), |id| id == number), None);
                assert_eq!(table.find_or_add(tag(number), number, |id| id == number, &mut budget), Ok(None));
                assert_eq!(table.find_or_add(tag(number), Id::MAX, |id| id == number, &mut budget), Ok(Some(number)));
            }
            assert!((0..count).all(|number| table.find(tag(number), |id| id == number) == Some(number)));
            check_bytes(&table, count as usize, &budget);
        }
    }

    #[test]
    fn keys_that_were_inserted_are_found() {
        for (content, step) in [(Content::ShortKeys, 3), (Content::LongKeys, 1 << 44 | 5)] {
            let (mut table, mut budget) = (Table::new(content), Budget::unlimited());
            for key in (1..700_000_u64).map(|number| number * step) {
                assert!(!table.has_at_home(content, tag(&key), key));
                assert_eq!(table.insert(content, tag(&key), key, &mut budget), Ok(true));
                assert_eq!(table.insert(content, tag(&key), key, &mut budget), Ok(false));
            }
            check_bytes(&table, 699_999, &budget);
        }
    }

    /// A table of many chunks takes long to grow.
    #[test]
    fn a_search_that_is_cancelled_ends_while_a_table_grows() {
        let cancel = crate::budget::Cancel::default();
        let (mut table, mut budget) = (Table::default(), Budget::unlimited().cancelled_by(&cancel));
        let mut add = |number: u32| {
            table.find_or_add(number.wrapping_mul(0x9E37_79B1) | 1, number, |id| id == number, &mut budget)
        };
        assert!((0..100_000).all(|number| add(number) == Ok(None)));
        cancel.cancel();
        let added = (100_000..1_000_000).map(&mut add).take_while(|added| *added == Ok(None)).count();
        // The first full chunk has six entries a bucket.
        assert_eq!(100_000 + added, 6 << CHUNK_BITS);
        assert_eq!(add(0), Ok(None));
    }

    #[test]
    fn close_states_have_different_tags() {
        for shift in [0, 17, 40] {
            let tags: std::collections::HashSet<u32> = (0..10_000_u64).map(|state| tag(&(state << shift))).collect();
            assert!(tags.len() > 9_980, "shift {shift}: {}", tags.len());
            let homes: std::collections::HashSet<u32> = tags.iter().map(|tag| tag >> 12).collect();
            assert!(homes.len() > 9_890, "shift {shift}: {}", homes.len());
        }
    }
}
