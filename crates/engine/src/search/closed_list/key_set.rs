//! The visited set for states of one word: a hash table of keys without ids, so that a lookup touches
//! one cache line and a key takes as few bytes as possible.

use super::{
    hash_table::{self, HashTable, Keys, PackedKey, RESERVED_KEYS, assert_bits},
    processor::Lanes,
    store::{Id, PerState, Probe, VisitedSet, next_id},
};
use crate::budget::Budget;
use crate::outcome::{Cost, Stop};

/// States that have keys of at most 64 bits, in the order of insertion.
pub trait KeyedArena<T>: Default {
    /// The key of a state.
    fn key(state: &T) -> u64;

    /// Appends a state. Asks `budget` before it allocates.
    fn push(&mut self, state: &T, budget: &mut Budget<'_>) -> Result<(), Stop>;

    /// Appends states in order.
    ///
    /// # Errors
    /// When the memory limit is reached; only the first states are then appended.
    fn extend<'a>(&mut self, states: impl ExactSizeIterator<Item = &'a T>, budget: &mut Budget<'_>) -> Result<(), Stop>
    where
        T: 'a;

    fn len(&self) -> usize;
}

impl KeyedArena<u64> for PerState<u64> {
    #[inline]
    fn key(state: &u64) -> u64 {
        *state
    }
    #[inline]
    fn push(&mut self, state: &u64, budget: &mut Budget<'_>) -> Result<(), Stop> {
        self.push(*state, budget)
    }
    #[inline]
    fn extend<'a>(
        &mut self,
        states: impl ExactSizeIterator<Item = &'a u64>,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop> {
        self.extend(states.copied(), budget)
    }
    fn len(&self) -> usize {
        self.len()
    }
}

/// A set of states with keys. Bytes per state: those of the arena, and in the hash table 5 to 11 for keys of up to 32
/// bits, otherwise 11 to 21.
pub struct KeySet<A> {
    table: KeyTable,
    /// The states in the order of insertion.
    states: A,
    /// Bit set of the states present whose keys are reserved.
    reserved_states: u32,
    recent: RecentStates,
}

enum KeyTable {
    Short(HashTable<Keys<u32, 16>>),
    Long(HashTable<Keys<u64, 8>>),
}

#[inline]
fn hash_of<K: PackedKey>(key: K) -> u64 {
    hash_table::of_word(key.state())
}

/// Makes probes for the states that are not among the recent ones. Prefetches their buckets in a large table.
fn look_ahead<T, A: KeyedArena<T>, K: PackedKey, const N: usize>(
    table: &HashTable<Keys<K, N>>,
    recent: &mut RecentStates,
    states: &[T],
    probes: &mut Vec<Probe>,
) where
    [K; N]: Lanes<Key = K>,
{
    probes.clear();
    if !table.is_large() {
        let probe = |(place, state)| Probe::of(place, hash_table::of_word(A::key(state)));
        probes.extend((0..).zip(states).map(probe));
        return;
    }
    for (place, state) in (0..).zip(states) {
        let key = A::key(state);
        let hash = hash_table::of_word(key);
        if !recent.is_known(key, hash) {
            table.prefetch(hash);
            probes.push(Probe::of(place, hash));
        }
    }
}

impl<A> KeySet<A> {
    /// An empty set. `bits`: the bits of the keys.
    pub(super) fn with_bits(bits: u32) -> Self
    where
        A: Default,
    {
        let table = if bits <= u32::BITS {
            KeyTable::Short(HashTable::default())
        } else {
            KeyTable::Long(HashTable::default())
        };
        Self { table, states: A::default(), reserved_states: 0, recent: RecentStates::new() }
    }

    /// Inserts the new ones among `states`.
    fn insert<T, K: PackedKey, const N: usize>(
        table: &mut HashTable<Keys<K, N>>,
        reserved_states: &mut u32,
        stored: &mut A,
        (states, probes): (&[T], &[Probe]),
        new: &mut Vec<u32>,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop>
    where
        [K; N]: Lanes<Key = K>,
        A: KeyedArena<T>,
    {
        // First drop the states found in their home buckets, without a branch on that: in small layers
        // it would be mispredicted half of the time.
        new.resize(probes.len(), 0);
        let (mut bits, mut unsure) = (0, 0);
        for (index, probe) in (0..).zip(probes) {
            let state = A::key(&states[probe.place as usize]);
            bits |= state;
            new[unsure] = index;
            let key = K::of(state);
            unsure += usize::from(!table.has_at_home(probe.hash, key) | (key.number() < RESERVED_KEYS));
        }
        assert_bits::<K>(bits);
        let mut count = 0;
        let mut inserted = Ok(());
        for nth in 0..unsure {
            let probe = &probes[new[nth] as usize];
            let key = K::of(A::key(&states[probe.place as usize]));
            let is_new = if key.number() < RESERVED_KEYS {
                let bit = 1 << key.number();
                std::mem::replace(reserved_states, *reserved_states | bit) & bit == 0
            } else {
                match table.insert(probe.hash, key, hash_of, budget) {
                    Ok(is_new) => is_new,
                    Err(stop) => {
                        inserted = Err(stop);
                        break;
                    }
                }
            };
            new[count] = new[nth];
            count += usize::from(is_new);
        }
        new.truncate(count);
        let before = stored.len();
        next_id(before + count)?;
        let extended = stored.extend(new.iter().map(|&index| &states[probes[index as usize].place as usize]), budget);
        new.truncate(stored.len() - before);
        inserted?;
        extended?;
        table.split_if_large(hash_of, budget)
    }
}

impl<A> KeySet<A> {
    pub(super) fn look_ahead<T>(&mut self, states: &[T], probes: &mut Vec<Probe>)
    where
        A: KeyedArena<T>,
    {
        match &self.table {
            KeyTable::Short(table) => look_ahead::<T, A, _, _>(table, &mut self.recent, states, probes),
            KeyTable::Long(table) => look_ahead::<T, A, _, _>(table, &mut self.recent, states, probes),
        }
    }

    pub(super) fn insert_new<T>(
        &mut self,
        states: &[T],
        probes: &[Probe],
        new: &mut Vec<u32>,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop>
    where
        A: KeyedArena<T>,
    {
        let Self { states: stored, reserved_states, .. } = self;
        new.clear();
        match &mut self.table {
            KeyTable::Short(table) => Self::insert(table, reserved_states, stored, (states, probes), new, budget),
            KeyTable::Long(table) => Self::insert(table, reserved_states, stored, (states, probes), new, budget),
        }
    }

    pub(super) fn is_large(&self) -> bool {
        match &self.table {
            KeyTable::Short(table) => table.is_large(),
            KeyTable::Long(table) => table.is_large(),
        }
    }

    pub(super) fn prefetch(&self, probe: &Probe) {
        match &self.table {
            KeyTable::Short(table) => table.prefetch(probe.hash),
            KeyTable::Long(table) => table.prefetch(probe.hash),
        }
    }

    pub(super) fn contains(&self, key: u64, probe: &Probe) -> bool {
        fn find<K: PackedKey, const N: usize>(
            table: &HashTable<Keys<K, N>>,
            reserved_states: u32,
            key: K,
            hash: u64,
        ) -> bool
        where
            [K; N]: Lanes<Key = K>,
        {
            if key.number() < RESERVED_KEYS {
                return reserved_states >> key.number() & 1 == 1;
            }
            table.find(hash, key, |_| true).is_some()
        }
        match &self.table {
            KeyTable::Short(table) => find(table, self.reserved_states, PackedKey::of(key), probe.hash),
            KeyTable::Long(table) => find(table, self.reserved_states, key, probe.hash),
        }
    }

    pub(super) fn states(&self) -> &A {
        &self.states
    }
}

impl VisitedSet<u64> for KeySet<PerState<u64>> {
    fn new(bits: u32) -> Self {
        Self::with_bits(bits)
    }

    fn spread(state: &u64) -> u64 {
        hash_table::of_word(*state)
    }

    fn look_ahead(&mut self, states: &Vec<u64>, probes: &mut Vec<Probe>) {
        self.look_ahead(states.as_slice(), probes);
    }

    fn insert_new(
        &mut self,
        states: &Vec<u64>,
        probes: &[Probe],
        new: &mut Vec<u32>,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop> {
        self.insert_new(states, probes, new, budget)
    }

    fn is_large(&self) -> bool {
        self.is_large()
    }

    fn prefetch(&self, probe: &Probe) {
        self.prefetch(probe);
    }

    fn contains(&self, state: &u64, probe: &Probe) -> bool {
        self.contains(*state, probe)
    }

    fn state(&self, id: Id) -> &u64 {
        self.states.at(id)
    }

    fn len(&self) -> usize {
        self.states.len()
    }
}

// Small direct-mapped caches of the states that were looked up last.
//
// In most puzzles many successors of neighbouring states are equal: two actions in either order, an action and its
// inverse. On the 4x4 shifter a quarter of all successors were generated within the last thousand. A cache that fits
// into the first-level cache of the processor saves their lookup in the large table.

/// The places of a cache of states of one word.
struct Places<T> {
    /// None before the first [`FEW`] lookups.
    places: Vec<T>,
    few: u32,
}

pub(super) struct RecentStates(Places<u64>);

/// States of one word, each with the lowest cost it was looked up at since it was cached.
pub(super) struct RecentOffers(Places<(u64, Cost)>);

/// Number of lookups before the cache is allocated; smaller searches do without it.
const FEW: u32 = 64;

/// Number of cached states of one word, and of several words.
const SINGLE_WORDS: usize = 1 << 10;
const LONG_STATES: usize = 1 << 9;

#[inline]
fn place(hash: u64, entries: usize) -> usize {
    (hash >> 33) as usize % entries
}

impl<T: Clone> Places<T> {
    fn new() -> Self {
        Self { places: Vec::new(), few: 0 }
    }

    /// The place for a hash, if there are places yet. `entry` makes the entry of a state.
    #[inline]
    fn at(&mut self, hash: u64, entry: impl Fn(u64) -> T) -> Option<&mut T> {
        let at = place(hash, SINGLE_WORDS);
        if at >= self.places.len() {
            self.begin(entry);
            return None;
        }
        Some(&mut self.places[at])
    }

    /// Counts a lookup, and makes the places after [`FEW`]. State 0 marks free places, except its own, which has a state
    /// that belongs elsewhere.
    #[cold]
    fn begin(&mut self, entry: impl Fn(u64) -> T) {
        self.few += 1;
        if self.few >= FEW {
            let of_zero = place(hash_table::of_word(0), SINGLE_WORDS);
            let other = (1..64).find(|&state| place(hash_table::of_word(state), SINGLE_WORDS) != of_zero);
            self.places = vec![entry(0); SINGLE_WORDS];
            self.places[of_zero] = entry(other.unwrap_or(0));
        }
    }
}

impl RecentStates {
    pub(super) fn new() -> Self {
        Self(Places::new())
    }

    /// Whether the state is cached. Caches it.
    #[inline]
    pub(super) fn is_known(&mut self, state: u64, hash: u64) -> bool {
        self.0.at(hash, |state| state).is_some_and(|here| std::mem::replace(here, state) == state)
    }
}

impl RecentOffers {
    pub(super) fn new() -> Self {
        Self(Places::new())
    }

    /// Whether the state is cached at this cost or a lower one. Caches it.
    #[inline]
    pub(super) fn is_known(&mut self, state: u64, cost: Cost, hash: u64) -> bool {
        let Some(here) = self.0.at(hash, |state| (state, 0)) else { return false };
        let known = here.0 == state && here.1 <= cost;
        if !known {
            *here = (state, cost);
        }
        known
    }
}

pub struct RecentWords {
    hashes: Vec<u64>,
    words: Vec<u64>,
    few: u32,
}

impl RecentWords {
    pub(super) fn new() -> Self {
        Self { hashes: Vec::new(), words: Vec::new(), few: 0 }
    }

    #[cold]
    fn begin(&mut self, width: usize) {
        self.few += 1;
        if self.few >= FEW {
            // A free place has the hash of a state that belongs to another place.
            self.hashes = vec![0; LONG_STATES];
            self.hashes[0] = 1 << 33;
            self.words = vec![0; LONG_STATES * width];
        }
    }

    /// Whether the state is cached. Caches it.
    #[inline]
    pub(super) fn is_known(&mut self, state: &[u64], hash: u64) -> bool {
        let at = place(hash, LONG_STATES);
        let width = state.len();
        if self.hashes.is_empty() {
            self.begin(width);
            return false;
        }
        let words = &mut self.words[at * width..(at + 1) * width];
        let known = self.hashes[at] == hash && hash_table::are_equal(words, state);
        if !known {
            self.hashes[at] = hash;
            words.copy_from_slice(state);
        }
        known
    }
}

#[cfg(test)]
mod recent_tests {
    use super::*;

    #[test]
    fn only_cached_states_are_known() {
        let (mut recent, mut words) = (RecentOffers::new(), RecentWords::new());
        let mut states = RecentStates::new();
        for _ in 0..FEW {
            assert!(
                !recent.is_known(1, 1, 1) && !states.is_known(1, 1) && !words.is_known(&[1, 1], 1),
                "nothing is cached"
            );
        }
        for state in 0..5_000_u64 {
            let hash = hash_table::of_word(state);
            assert!(!recent.is_known(state, 7, hash), "{state} is new");
            assert!(recent.is_known(state, 7, hash) && recent.is_known(state, 8, hash));
            assert!(!recent.is_known(state, 6, hash), "{state} became cheaper");
            assert!(recent.is_known(state, 7, hash));
            assert!(!states.is_known(state, hash) && states.is_known(state, hash));
            let state = [state, !state];
            let hash = hash_table::of_words(&state);
            assert!(!words.is_known(&state, hash));
            assert!(words.is_known(&state, hash));
            assert!(!words.is_known(&[state[0], 0], hash), "equal hashes are not equal states");
        }
    }
}
