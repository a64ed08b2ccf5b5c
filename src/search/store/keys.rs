//! A closed list for states of one word: the state itself is the key in the table, beside its id.

use super::line::Key;
use super::prefetch::prefetch;
use super::recent::RecentOffers;
use super::slots::{LongSlots, ShortSlots, Slot, SlotLine};
use super::table::{Found, Table};
use super::{Column, Id, Inserted, Node, Offer, Probe, Store, hash};
use crate::budget::Budget;
use crate::outcome::{Cost, Limit, Stop};

/// States of one word, in the order of insertion: 8 bytes a state there, and 14 to 27 in the table
/// if states need 32 bits at most, otherwise 24 to 48.
pub struct KeyStore {
    table: SlotTable,
    /// The states in the order of insertion.
    states: Column<u64>,
    probes: Vec<Probe>,
    /// Only offers are noted there: who inserts wants to know the id.
    recent: RecentOffers,
}

enum SlotTable {
    Short(Table<ShortSlots>),
    Long(Table<LongSlots>),
}

#[inline]
fn hash_of<K: Key>(slot: Slot<K>) -> u64 {
    hash::of_word(slot.key.state())
}

/// States that were reached at some costs, if that matters.
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

/// Has the lines fetched that the states will need which were not offered lately, once that is
/// quicker than to look them up.
#[inline]
fn look_ahead<L: SlotLine>(
    table: &Table<L>,
    recent: &mut RecentOffers,
    offered: Offered<'_>,
    probes: &mut Vec<Probe>,
) {
    probes.clear();
    if !table.is_large() {
        probes
            .extend((0..).zip(offered.states).map(|(place, &state)| Probe::of(place, hash::of_word(state))));
        return;
    }
    for (place, &state) in (0..).zip(offered.states) {
        let hash = hash::of_word(state);
        if offered.costs.is_none() || !recent.is_known(state, offered.cost(place as usize), hash) {
            table.prefetch(hash);
            probes.push(Probe::of(place, hash));
        }
    }
}

/// Looks states up and tells `note` for each its place, its id, whether it is new, and whether it may
/// be cheaper than before.
#[inline]
fn settle<L: SlotLine>(
    table: &mut Table<L>,
    kept: &mut Column<u64>,
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
        let (key, cost) = (L::State::of(state), offered.cost(place));
        match table.look_up(probe.hash, key, |_| true, hash_of, budget)? {
            Found::At(at) => {
                let slot = table.entry(at);
                let cheaper = cost < slot.cost;
                if cheaper {
                    table.replace(at, Slot { cost, ..slot });
                }
                note(place, Inserted::Old(slot.id), cheaper);
            }
            Found::Free(at) => {
                let id = next_id(kept.len())?;
                kept.push(state, budget)?;
                table.fill(at, Slot { key, id, cost });
                note(place, Inserted::New(id), false);
            }
        }
    }
    super::assert_bits::<L::State>(bits);
    table.cut_if_large(hash_of, budget)
}

impl KeyStore {
    #[inline]
    fn offer(
        &mut self,
        offered: Offered<'_>,
        note: impl FnMut(usize, Inserted, bool),
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop> {
        let Self { states: kept, probes, recent, .. } = self;
        match &mut self.table {
            SlotTable::Short(table) => {
                look_ahead(table, recent, offered, probes);
                settle(table, kept, offered, probes, note, budget)
            }
            SlotTable::Long(table) => {
                look_ahead(table, recent, offered, probes);
                settle(table, kept, offered, probes, note, budget)
            }
        }
    }
}

/// The id of the next state, as long as ids suffice: the last is kept for "no parent".
#[inline]
pub(super) fn next_id(states: usize) -> Result<Id, Stop> {
    Id::try_from(states).ok().filter(|&id| id < Id::MAX).ok_or(Stop::Limit(Limit::Memory))
}

impl Store<u64> for KeyStore {
    fn new(bits: u32) -> Self {
        let table = if bits <= u32::BITS {
            SlotTable::Short(Table::default())
        } else {
            SlotTable::Long(Table::default())
        };
        Self { table, states: Column::default(), probes: Vec::new(), recent: RecentOffers::new() }
    }

    fn insert(&mut self, state: &u64, budget: &mut Budget<'_>) -> Result<Inserted, Stop> {
        let mut inserted = None;
        let offered = Offered { states: std::slice::from_ref(state), costs: None };
        self.offer(offered, |_, what, _| inserted = Some(what), budget)?;
        // One state was offered, so there is one answer.
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
        _: &Column<Node>,
        offers: &mut Vec<Offer>,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop> {
        offers.clear();
        offers.resize(states.len(), Offer::Known);
        let note = |place: usize, inserted, cheaper| {
            offers[place] = match (inserted, cheaper) {
                (Inserted::New(id), _) => Offer::New(id),
                (Inserted::Old(id), true) => Offer::Cheaper(id),
                (Inserted::Old(_), false) => Offer::Known,
            };
        };
        self.offer(Offered { states, costs: Some(costs) }, note, budget)
    }

    fn find(&self, state: &u64) -> Option<Id> {
        let hash = hash::of_word(*state);
        match &self.table {
            SlotTable::Short(table) => table.find(hash, Key::of(*state), |_| true).map(|slot| slot.id),
            SlotTable::Long(table) => table.find(hash, *state, |_| true).map(|slot| slot.id),
        }
    }

    fn state(&self, id: Id) -> &u64 {
        self.states.at(id)
    }

    fn announce(&self, id: Id) {
        prefetch(self.states.at(id));
    }

    fn len(&self) -> usize {
        self.states.len()
    }
}
