//! Lines of states with id and cost for the [table](super::table): four with keys of 64 bits or
//! seven with keys of 32 bits.

use super::Id;
use super::line::Key;
use super::table::Line;
use crate::outcome::Cost;

/// A stored state, by id, and what it was last offered at.
#[derive(Clone, Copy)]
pub(super) struct Slot<K> {
    pub(super) key: K,
    pub(super) id: Id,
    /// The cost; [`Cost::MAX`] if the line has no room for it.
    pub(super) cost: Cost,
}

/// The id that no state has.
const NOBODY: Id = Id::MAX;

/// Four states of 64 bits.
#[repr(align(64))]
#[derive(Clone, Copy)]
pub(super) struct LongSlots {
    keys: [u64; 4],
    ids: [Id; 4],
    costs: [Cost; 4],
}

impl LongSlots {
    /// The places that are not free, as bits.
    #[inline]
    fn taken(&self) -> u32 {
        (0..4).fold(0, |bits, at| bits | u32::from(self.ids[at] != NOBODY) << at)
    }
}

impl Line for LongSlots {
    type Key = u64;
    type Entry = Slot<u64>;
    const EMPTY: Self = Self { keys: [0; 4], ids: [NOBODY; 4], costs: [0; 4] };
    const PLACES: usize = 4;

    #[inline]
    fn matches(&self, key: u64) -> u32 {
        let equal = (0..4).fold(0, |bits, at| bits | u32::from(self.keys[at] == key) << at);
        equal & self.taken()
    }

    #[inline]
    fn filled(&self) -> usize {
        self.taken().trailing_ones() as usize
    }

    #[inline]
    fn is_full(&self) -> bool {
        self.ids[3] != NOBODY
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

/// Seven states of 32 bits.
#[repr(align(64))]
#[derive(Clone, Copy)]
pub(super) struct ShortSlots {
    keys: [u32; 7],
    ids: [Id; 7],
    /// 255 stands for all costs that are too large.
    costs: [u8; 7],
    filled: u8,
}

impl Line for ShortSlots {
    type Key = u32;
    type Entry = Slot<u32>;
    const EMPTY: Self = Self { keys: [0; 7], ids: [NOBODY; 7], costs: [0; 7], filled: 0 };
    const PLACES: usize = 7;

    #[inline]
    fn matches(&self, key: u32) -> u32 {
        let equal = (0..7).fold(0, |bits, at| bits | u32::from(self.keys[at] == key) << at);
        equal & ((1 << self.filled) - 1)
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

/// A line of slots of some kind.
pub(super) trait SlotLine: Line<Key = Self::State, Entry = Slot<Self::State>> {
    /// The width of its keys.
    type State: Key;
}

impl SlotLine for LongSlots {
    type State = u64;
}

impl SlotLine for ShortSlots {
    type State = u32;
}
