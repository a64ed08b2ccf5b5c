//! A store for states of one word: the state is the key in the hash table, with its id.

use super::{
    hash_table::{self, Found, HashTable, LongSlots, PackedKey, ShortSlots, Slot, SlotBucket, assert_bits},
    key_set::{KeyedArena, RecentOffers},
    processor::prefetch,
    store::{Id, InsertOutcome, Inserted, Nodes, PerState, Probe, Store, next_id},
};
use crate::budget::Budget;
use crate::outcome::{Cost, Limit, Stop};

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

/// States to insert, with their costs for `offer_list`.
struct Offered<'a, T> {
    states: &'a [T],
    costs: Option<&'a [Cost]>,
}

impl<T> Offered<'_, T> {
    #[inline]
    fn cost(&self, place: usize) -> Cost {
        self.costs.map_or(0, |costs| costs[place])
    }
}

/// Makes probes for the states that are not among the recent ones. Prefetches their buckets in a large table.
#[inline]
fn look_ahead<T, A: KeyedArena<T>, B: SlotBucket>(
    table: &HashTable<B>,
    recent: &mut RecentOffers,
    offered: &Offered<'_, T>,
    probes: &mut Vec<Probe>,
) {
    probes.clear();
    if !table.is_large() {
        let keys = offered.states.iter().map(A::key);
        probes.extend((0..).zip(keys).map(|(place, key)| Probe::of(place, hash_table::of_word(key))));
        return;
    }
    for (place, key) in (0..).zip(offered.states.iter().map(A::key)) {
        let hash = hash_table::of_word(key);
        if offered.costs.is_none() || !recent.is_known(key, offered.cost(place as usize), hash) {
            table.prefetch(hash);
            probes.push(Probe::of(place, hash));
        }
    }
}

/// Inserts states. Calls `note` for each with its place, the result, and whether it may be cheaper than before.
#[inline]
fn settle<T, A: KeyedArena<T>, B: SlotBucket>(
    table: &mut HashTable<B>,
    stored: &mut A,
    offered: &Offered<'_, T>,
    probes: &[Probe],
    mut note: impl FnMut(usize, Inserted, bool),
    budget: &mut Budget<'_>,
) -> Result<(), Stop> {
    let mut bits = 0;
    for probe in probes {
        let place = probe.place as usize;
        let state = &offered.states[place];
        bits |= A::key(state);
        let (key, cost) = (B::State::of(A::key(state)), offered.cost(place));
        match table.look_up(probe.hash, key, |_| true, hash_of, budget)? {
            Found::Present(at) => {
                let slot = table.entry(at);
                let cheaper = cost < slot.cost;
                if cheaper {
                    table.replace(at, Slot { cost, ..slot });
                }
                note(place, Inserted::Old(slot.id), cheaper);
            }
            Found::Absent(at) => {
                let id = next_id(stored.len())?;
                stored.push(state, budget)?;
                table.fill(at, Slot { key, id, cost });
                note(place, Inserted::New(id), false);
            }
        }
    }
    assert_bits::<B::State>(bits);
    table.split_if_large(hash_of, budget)
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

    #[inline]
    fn offer<T>(
        &mut self,
        offered: &Offered<'_, T>,
        note: impl FnMut(usize, Inserted, bool),
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop>
    where
        A: KeyedArena<T>,
    {
        let Self { states: stored, probes, recent, .. } = self;
        match &mut self.table {
            SlotTable::Short(table) => {
                look_ahead::<T, A, _>(table, recent, offered, probes);
                settle(table, stored, offered, probes, note, budget)
            }
            SlotTable::Long(table) => {
                look_ahead::<T, A, _>(table, recent, offered, probes);
                settle(table, stored, offered, probes, note, budget)
            }
        }
    }

    pub(super) fn insert<T>(&mut self, state: &T, budget: &mut Budget<'_>) -> Result<Inserted, Stop>
    where
        A: KeyedArena<T>,
    {
        let mut inserted = None;
        let offered = Offered { states: std::slice::from_ref(state), costs: None };
        self.offer(&offered, |_, what, _| inserted = Some(what), budget)?;
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
        self.offer(&Offered { states, costs: None }, |_, inserted, _| found.push(inserted), budget)
    }

    pub(super) fn offer_list<T>(
        &mut self,
        states: &[T],
        costs: &[Cost],
        outcomes: &mut Vec<InsertOutcome>,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop>
    where
        A: KeyedArena<T>,
    {
        outcomes.clear();
        outcomes.resize(states.len(), InsertOutcome::Known);
        let note = |place: usize, inserted, cheaper| {
            outcomes[place] = match (inserted, cheaper) {
                (Inserted::New(id), _) => InsertOutcome::New(id),
                (Inserted::Old(id), true) => InsertOutcome::Cheaper(id),
                (Inserted::Old(_), false) => InsertOutcome::Known,
            };
        };
        self.offer(&Offered { states, costs: Some(costs) }, note, budget)
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

    fn offer_list(
        &mut self,
        states: &Vec<u64>,
        costs: &[Cost],
        _: &Nodes,
        outcomes: &mut Vec<InsertOutcome>,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop> {
        self.offer_list(states, costs, outcomes, budget)
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
