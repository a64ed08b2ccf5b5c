//! A store for states of one word: the state is the key in the hash table, with its id.

use super::{
    hash_table::{self, Found, HashTable, LongSlots, PackedKey, ShortSlots, Slot, SlotBucket, assert_bits},
    key_set::{KeyedArena, RecentOffers},
    processor::prefetch,
    store::{Id, Inserted, Node, Nodes, Offers, PerState, Probe, Store, next_id},
};
use crate::budget::Budget;
use crate::outcome::{Limit, Stop};

/// A store of states with keys. Bytes per state: those of the arena, and in the hash table 14 to 27 for keys of up to
/// 32 bits, otherwise 24 to 48.
pub struct KeyStore<A> {
    table: SlotTable,
    /// The states in the order of insertion.
    states: A,
    probes: Vec<Probe>,
    /// Used by `offer_list` only: `insert` must return the id.
    recent: RecentOffers,
}

enum SlotTable {
    Short(HashTable<ShortSlots>),
    Long(HashTable<LongSlots>),
}

#[inline]
fn hash_of<K: PackedKey>(slot: Slot<K>) -> u64 {
    hash_table::of_word(slot.key.state())
}

/// Inserts states without costs. Calls `note` for each.
fn insert_in<T, A: KeyedArena<T>, B: SlotBucket>(
    table: &mut HashTable<B>,
    stored: &mut A,
    (states, probes): (&[T], &mut Vec<Probe>),
    mut note: impl FnMut(Inserted),
    budget: &mut Budget<'_>,
) -> Result<(), Stop> {
    probes.clear();
    let is_large = table.is_large();
    for (place, state) in (0..).zip(states) {
        let hash = hash_table::of_word(A::key(state));
        if is_large {
            table.prefetch(hash);
        }
        probes.push(Probe::of(place, hash));
    }
    let mut bits = 0;
    for (state, probe) in states.iter().zip(&*probes) {
        let key = A::key(state);
        bits |= key;
        let key = B::State::of(key);
        note(match table.look_up(probe.hash, key, |_| true, hash_of, budget)? {
            Found::Present(at) => Inserted::Old(table.entry(at).id),
            Found::Absent(at) => {
                let id = next_id(stored.len())?;
                stored.push(state, budget)?;
                table.fill(at, Slot { key, id, cost: 0 });
                Inserted::New(id)
            }
        });
    }
    assert_bits::<B::State>(bits);
    table.split_if_large(hash_of, budget)
}

/// Where states are inserted with their costs.
struct Offering<'o, A, B> {
    table: &'o mut HashTable<B>,
    stored: &'o mut A,
    nodes: &'o mut Nodes,
    parent: Id,
}

impl<A, B: SlotBucket> Offering<'_, A, B> {
    /// Inserts the states that are not among the recent ones. In a large table all buckets are prefetched before the first
    /// is read; a small one is in the caches.
    #[inline]
    fn list<T>(
        mut self,
        states: &[T],
        (recent, probes): (&mut RecentOffers, &mut Vec<Probe>),
        offers: &mut impl Offers,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop>
    where
        A: KeyedArena<T>,
    {
        let mut bits = 0;
        if self.table.is_large() {
            probes.clear();
            for (place, state) in (0..).zip(states) {
                let key = A::key(state);
                bits |= key;
                let hash = hash_table::of_word(key);
                if recent.is_known(key, offers.cost(place as usize), hash) {
                    offers.known(place as usize);
                } else {
                    self.table.prefetch(hash);
                    probes.push(Probe::of(place, hash));
                }
            }
            let places = probes.iter().map(|probe| (probe.place as usize, probe.hash));
            self.settle(states, places, offers, budget)?;
        } else {
            let places = states.iter().enumerate().map(|(place, state)| {
                let key = A::key(state);
                bits |= key;
                (place, hash_table::of_word(key))
            });
            self.settle(states, places, offers, budget)?;
        }
        assert_bits::<B::State>(bits);
        self.table.split_if_large(hash_of, budget)
    }

    /// Inserts the states at `places`, which come with their hashes.
    #[inline]
    fn settle<T>(
        &mut self,
        states: &[T],
        places: impl Iterator<Item = (usize, u64)>,
        offers: &mut impl Offers,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop>
    where
        A: KeyedArena<T>,
    {
        let Self { table, stored, nodes, parent } = self;
        for (place, hash) in places {
            let state = &states[place];
            let (key, cost) = (B::State::of(A::key(state)), offers.cost(place));
            match table.look_up(hash, key, |_| true, hash_of, budget)? {
                Found::Present(at) => {
                    let slot = table.entry(at);
                    // The slot may have no exact cost.
                    if cost < slot.cost && nodes.lower(slot.id, *parent, cost, budget)? {
                        table.replace(at, Slot { cost, ..slot });
                        offers.reached(place, slot.id);
                    } else {
                        offers.known(place);
                    }
                }
                Found::Absent(at) => {
                    let id = next_id(stored.len())?;
                    nodes.push(Node { parent: *parent, cost }, budget)?;
                    stored.push(state, budget)?;
                    table.fill(at, Slot { key, id, cost });
                    offers.reached(place, id);
                }
            }
        }
        Ok(())
    }
}

impl<A> KeyStore<A> {
    /// An empty store. `bits`: the bits of the keys.
    pub(super) fn with_bits(bits: u32) -> Self
    where
        A: Default,
    {
        let table = if bits <= u32::BITS {
            SlotTable::Short(HashTable::default())
        } else {
            SlotTable::Long(HashTable::default())
        };
        Self { table, states: A::default(), probes: Vec::new(), recent: RecentOffers::new() }
    }

    pub(super) fn insert<T>(&mut self, state: &T, budget: &mut Budget<'_>) -> Result<Inserted, Stop>
    where
        A: KeyedArena<T>,
    {
        let mut inserted = None;
        self.insert_each(std::slice::from_ref(state), |what| inserted = Some(what), budget)?;
        // One state was inserted, so `note` was called once.
        inserted.ok_or(Stop::Limit(Limit::Memory))
    }

    pub(super) fn insert_list<T>(
        &mut self,
        states: &[T],
        found: &mut Vec<Inserted>,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop>
    where
        A: KeyedArena<T>,
    {
        found.clear();
        self.insert_each(states, |inserted| found.push(inserted), budget)
    }

    fn insert_each<T>(&mut self, states: &[T], note: impl FnMut(Inserted), budget: &mut Budget<'_>) -> Result<(), Stop>
    where
        A: KeyedArena<T>,
    {
        let Self { states: stored, probes, .. } = self;
        match &mut self.table {
            SlotTable::Short(table) => insert_in(table, stored, (states, probes), note, budget),
            SlotTable::Long(table) => insert_in(table, stored, (states, probes), note, budget),
        }
    }

    #[inline]
    pub(super) fn offer_list<T>(
        &mut self,
        states: &[T],
        parent: Id,
        offers: &mut impl Offers,
        nodes: &mut Nodes,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop>
    where
        A: KeyedArena<T>,
    {
        let Self { states: stored, probes, recent, .. } = self;
        match &mut self.table {
            SlotTable::Short(table) => {
                Offering { table, stored, nodes, parent }.list(states, (recent, probes), offers, budget)
            }
            SlotTable::Long(table) => {
                Offering { table, stored, nodes, parent }.list(states, (recent, probes), offers, budget)
            }
        }
    }

    pub(super) fn find(&self, key: u64) -> Option<Id> {
        let hash = hash_table::of_word(key);
        match &self.table {
            SlotTable::Short(table) => {
                assert_bits::<u32>(key);
                table.find(hash, PackedKey::of(key), |_| true).map(|slot| slot.id)
            }
            SlotTable::Long(table) => table.find(hash, key, |_| true).map(|slot| slot.id),
        }
    }

    pub(super) fn states(&self) -> &A {
        &self.states
    }
}

impl Store<u64> for KeyStore<PerState<u64>> {
    fn new(bits: u32) -> Self {
        Self::with_bits(bits)
    }

    fn insert(&mut self, state: &u64, budget: &mut Budget<'_>) -> Result<Inserted, Stop> {
        self.insert(state, budget)
    }

    fn insert_list(
        &mut self,
        states: &Vec<u64>,
        found: &mut Vec<Inserted>,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop> {
        self.insert_list(states, found, budget)
    }

    #[inline]
    fn offer_list(
        &mut self,
        states: &Vec<u64>,
        parent: Id,
        offers: &mut impl Offers,
        nodes: &mut Nodes,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop> {
        self.offer_list(states, parent, offers, nodes, budget)
    }

    fn find(&self, state: &u64) -> Option<Id> {
        self.find(*state)
    }

    fn state(&self, id: Id) -> &u64 {
        self.states.at(id)
    }

    fn prefetch(&self, id: Id) {
        prefetch(self.states.at(id));
    }

    fn len(&self) -> usize {
        self.states.len()
    }
}
