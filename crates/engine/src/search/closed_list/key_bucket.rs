//! Buckets of keys without ids for the [hash table](super::hash_table): seven keys of 64 bits or
//! fifteen of 32 bits in a cache line.

use super::hash_table::{HashBucket, HashTable};
use super::processor::Lanes;
use crate::budget::Budget;
use crate::outcome::Stop;

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
