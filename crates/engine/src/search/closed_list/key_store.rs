//! A store for states of one word: the state is the key in the hash table, with its id.

use super::{
    hash_table::{self, Found, HashTable, LongSlots, PackedKey, ShortSlots, Slot, SlotBucket, assert_bits},
    key_set::RecentOffers,
    processor::prefetch,
    store::{Id, InsertOutcome, Inserted, Nodes, PerState, Probe, Store, next_id},
};
use crate::budget::Budget;
use crate::outcome::{Cost, Limit, Stop};

/// A store of states of one word. Bytes per state: 8, and in the hash table 14 to 27 for states of up to
/// 32 bits, otherwise 24 to 48.
pub struct KeyStore {
    table: SlotTable,
    /// The states in the order of insertion.
    states: PerState<u64>,
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
#[derive(Clone, Copy)]
struct Offered<'a> {
    states: &'a [u64],
    costs: Option<&'a [Cost]>,
}

impl Offered<'_> {
    #[inline]
    fn cost(&self, place: usize) -> Cost {
        self.costs.map_or(0, |costs| costs[place])
    }
}

/// Makes probes for the states that are not among the recent ones. Prefetches their buckets in a large table.
#[inline]
fn look_ahead<B: SlotBucket>(
    table: &HashTable<B>,
    recent: &mut RecentOffers,
    offered: Offered<'_>,
    probes: &mut Vec<Probe>,
) {
    probes.clear();
    if !table.is_large() {
        probes.extend((0..).zip(offered.states).map(|(place, &state)| Probe::of(place, hash_table::of_word(state))));
        return;
    }
    for (place, &state) in (0..).zip(offered.states) {
        let hash = hash_table::of_word(state);
        if offered.costs.is_none() || !recent.is_known(state, offered.cost(place as usize), hash) {
            table.prefetch(hash);
            probes.push(Probe::of(place, hash));
        }
    }
}

/// Inserts states. Calls `note` for each with its place, the result, and whether it may be cheaper than before.
#[inline]
fn settle<B: SlotBucket>(
    table: &mut HashTable<B>,
    stored: &mut PerState<u64>,
    offered: Offered<'_>,
    probes: &[Probe],
    mut note: impl FnMut(usize, Inserted, bool),
    budget: &mut Budget<'_>,
) -> Result<(), Stop> {
    let mut bits = 0;
    for probe in probes {
        let place = probe.place as usize;
        let state = offered.states[place];
        bits |= state;
        let (key, cost) = (B::State::of(state), offered.cost(place));
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

impl KeyStore {
    #[inline]
    fn offer(
        &mut self,
        offered: Offered<'_>,
        note: impl FnMut(usize, Inserted, bool),
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop> {
        let Self { states: stored, probes, recent, .. } = self;
        match &mut self.table {
            SlotTable::Short(table) => {
                look_ahead(table, recent, offered, probes);
                settle(table, stored, offered, probes, note, budget)
            }
            SlotTable::Long(table) => {
                look_ahead(table, recent, offered, probes);
                settle(table, stored, offered, probes, note, budget)
            }
        }
    }
}

impl Store<u64> for KeyStore {
    fn new(bits: u32) -> Self {
        let table = if bits <= u32::BITS {
            SlotTable::Short(HashTable::default())
        } else {
            SlotTable::Long(HashTable::default())
        };
        Self { table, states: PerState::default(), probes: Vec::new(), recent: RecentOffers::new() }
    }

    fn insert(&mut self, state: &u64, budget: &mut Budget<'_>) -> Result<Inserted, Stop> {
        let mut inserted = None;
        let offered = Offered { states: std::slice::from_ref(state), costs: None };
        self.offer(offered, |_, what, _| inserted = Some(what), budget)?;
        // One state was inserted, so `note` was called once.
        inserted.ok_or(Stop::Limit(Limit::Memory))
    }

    fn insert_list(
        &mut self,
        states: &Vec<u64>,
        found: &mut Vec<Inserted>,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop> {
        found.clear();
        self.offer(Offered { states, costs: None }, |_, inserted, _| found.push(inserted), budget)
    }

    fn offer_list(
        &mut self,
        states: &Vec<u64>,
        costs: &[Cost],
        _: &Nodes,
        outcomes: &mut Vec<InsertOutcome>,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop> {
        outcomes.clear();
        outcomes.resize(states.len(), InsertOutcome::Known);
        let note = |place: usize, inserted, cheaper| {
            outcomes[place] = match (inserted, cheaper) {
                (Inserted::New(id), _) => InsertOutcome::New(id),
                (Inserted::Old(id), true) => InsertOutcome::Cheaper(id),
                (Inserted::Old(_), false) => InsertOutcome::Known,
            };
        };
        self.offer(Offered { states, costs: Some(costs) }, note, budget)
    }

    fn find(&self, state: &u64) -> Option<Id> {
        let hash = hash_table::of_word(*state);
        match &self.table {
            SlotTable::Short(table) => {
                assert_bits::<u32>(*state);
                table.find(hash, PackedKey::of(*state), |_| true).map(|slot| slot.id)
            }
            SlotTable::Long(table) => table.find(hash, *state, |_| true).map(|slot| slot.id),
        }
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
