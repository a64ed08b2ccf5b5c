//! Buckets of keys with id and cost for the [hash table](super::hash_table): four with keys of 64 bits
//! or seven with keys of 32 bits in a cache line.

use super::hash_table::HashBucket;
use super::id::Id;
use super::key_bucket::PackedKey;
use super::processor::Lanes;
use crate::outcome::Cost;

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
    costs: [Cost; 4],
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
        Slot { key: self.keys[place], id: self.ids[place], cost: self.costs[place] }
    }

    #[inline]
    fn put(&mut self, place: usize, entry: Slot<u64>) {
        (self.keys[place], self.ids[place], self.costs[place]) = (entry.key, entry.id, entry.cost);
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
