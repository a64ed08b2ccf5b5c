//! Lines of keys for the [table](super::table): eight of 64 bits or sixteen of 32 bits.

use super::table::{Line, Table};
use crate::budget::Budget;
use crate::outcome::Stop;

/// As many keys as fill a cache line, but one: the last lane says how many there are.
///
/// No lane but those of keys ever looks like a key that is asked for, as some keys are *reserved*: they
/// mark free lanes and count. The few states that look like them must be kept elsewhere.
#[repr(align(64))]
#[derive(Clone, Copy)]
pub(super) struct Keys<K, const LANES: usize>([K; LANES]);

/// A key of some width.
pub(super) trait Key: Copy + Eq {
    /// The first reserved key; the others differ from it in the lowest bits.
    const RESERVED: Self;
    /// The key of a state, which must not need more bits.
    fn of(state: u64) -> Self;
    /// The state.
    fn state(self) -> u64;

    /// The number of a reserved key: below [`RESERVED_KEYS`] for those only.
    #[inline]
    fn number(self) -> u64 {
        self.state() ^ Self::RESERVED.state()
    }

    /// The reserved key of that number.
    #[inline]
    fn reserved(number: usize) -> Self {
        Self::of(Self::RESERVED.state() ^ number as u64)
    }
}

/// How many keys are reserved.
pub(super) const RESERVED_KEYS: u64 = 16;

impl Key for u64 {
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

impl Key for u32 {
    const RESERVED: Self = 0x78BD_6420;

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the caller sees to it")]
    fn of(state: u64) -> Self {
        state as Self
    }

    #[inline]
    fn state(self) -> u64 {
        u64::from(self)
    }
}

impl<K: Key, const LANES: usize> Line for Keys<K, LANES> {
    type Key = K;
    type Entry = K;
    const EMPTY: Self = Self([K::RESERVED; LANES]);
    const PLACES: usize = LANES - 1;

    #[inline]
    fn matches(&self, key: K) -> u32 {
        // All keys of a line differ.
        let place = self.first(key);
        if place < LANES { 1 << place } else { 0 }
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

    /// Keys are only added.
    #[inline]
    fn put(&mut self, place: usize, entry: K) {
        self.0[place % LANES] = entry;
        self.0[LANES - 1] = K::reserved(place + 1);
    }
}

impl<K: Key, const LANES: usize> Keys<K, LANES> {
    /// The first lane that holds `key`, if it is one. Compares all without a branch, so that it
    /// becomes a few vector instructions.
    #[inline]
    fn first(&self, key: K) -> usize {
        const { assert!(LANES as u64 <= RESERVED_KEYS, "a byte for each, and a number") };
        let mut equal = [0; 16];
        for (equal, &here) in equal.iter_mut().zip(&self.0) {
            *equal = u8::from(here == key);
        }
        u128::from_le_bytes(equal).trailing_zeros() as usize / 8
    }
}

impl<K: Key, const LANES: usize> Table<Keys<K, LANES>> {
    /// Whether a key that is not reserved is in the line where the search for it begins. If not, it
    /// may still be in another.
    #[inline]
    pub(super) fn has_at_home(&self, hash: u64, key: K) -> bool {
        self.home(hash).is_some_and(|line| line.first(key) < LANES)
    }

    /// Keeps a key that is not reserved if it is new, and tells whether it is.
    #[inline]
    pub(super) fn insert(
        &mut self,
        hash: u64,
        key: K,
        rehash: impl Fn(K) -> u64,
        budget: &mut Budget<'_>,
    ) -> Result<bool, Stop> {
        let mut line = self.home_with_room(hash, rehash, budget)?;
        loop {
            let here = self.line(line);
            if here.first(key) < LANES {
                return Ok(false);
            }
            if !here.is_full() {
                here.put(here.filled(), key);
                self.count(line, 1);
                return Ok(true);
            }
            line = self.after(line);
        }
    }
}
