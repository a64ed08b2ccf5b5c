//! The states of one word that a breadth-first search has seen: a set of keys, without ids, so that
//! a look-up touches one line of memory and a key takes as few bytes as it needs.

use super::column::Column;
use super::keys::next_id;
use super::line::{Key, Keys, RESERVED_KEYS};
use super::recent::RecentStates;
use super::table::Table;
use super::{Id, Probe, Seen, hash};
use crate::budget::Budget;
use crate::outcome::Stop;

/// States of one word, in the order of insertion: 8 bytes a state there, and 5 to 11 in the table
/// if states need 32 bits at most, otherwise 11 to 21.
pub struct KeySet {
    table: KeyTable,
    /// The states in the order of insertion.
    states: Column<u64>,
    /// The states with reserved keys that are there, as bits.
    odd_ones: u32,
    recent: RecentStates,
}

enum KeyTable {
    Short(Table<Keys<u32, 16>>),
    Long(Table<Keys<u64, 8>>),
}

#[inline]
fn hash_of<K: Key>(key: K) -> u64 {
    hash::of_word(key.state())
}

/// Looks for states among the recent ones, and has the lines fetched that the others will need, once
/// that is quicker than to look them up.
fn look_ahead<K: Key, const N: usize>(
    table: &Table<Keys<K, N>>,
    recent: &mut RecentStates,
    states: &[u64],
    probes: &mut Vec<Probe>,
) {
    probes.clear();
    if !table.is_large() {
        probes.extend((0..).zip(states).map(|(place, &state)| Probe::of(place, hash::of_word(state))));
        return;
    }
    for (place, &state) in (0..).zip(states) {
        let hash = hash::of_word(state);
        if !recent.is_known(state, hash) {
            table.prefetch(hash);
            probes.push(Probe::of(place, hash));
        }
    }
}

impl KeySet {
    /// Keeps the new ones among `states`.
    fn insert<K: Key, const N: usize>(
        table: &mut Table<Keys<K, N>>,
        odd_ones: &mut u32,
        kept: &mut Column<u64>,
        (states, probes): (&[u64], &[Probe]),
        new: &mut Vec<u32>,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop> {
        // First those are left out which are where they would be expected, without a branch on that:
        // in small layers it would be mispredicted as often as not.
        new.resize(probes.len(), 0);
        let (mut bits, mut unsure) = (0, 0);
        for (index, probe) in (0..).zip(probes) {
            let state = states[probe.place as usize];
            bits |= state;
            new[unsure] = index;
            let key = K::of(state);
            unsure += usize::from(!table.has_at_home(probe.hash, key) | (key.number() < RESERVED_KEYS));
        }
        super::assert_bits::<K>(bits);
        let mut count = 0;
        let mut inserted = Ok(());
        for nth in 0..unsure {
            let probe = &probes[new[nth] as usize];
            let key = K::of(states[probe.place as usize]);
            let is_new = if key.number() < RESERVED_KEYS {
                let bit = 1 << key.number();
                std::mem::replace(odd_ones, *odd_ones | bit) & bit == 0
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
        let before = kept.len();
        next_id(before + count)?;
        let stored =
            kept.extend(new.iter().map(|&index| states[probes[index as usize].place as usize]), budget);
        new.truncate(kept.len() - before);
        inserted?;
        stored?;
        table.cut_if_large(hash_of, budget)
    }
}

impl Seen<u64> for KeySet {
    fn new(bits: u32) -> Self {
        let table = if bits <= u32::BITS {
            KeyTable::Short(Table::default())
        } else {
            KeyTable::Long(Table::default())
        };
        Self { table, states: Column::default(), odd_ones: 0, recent: RecentStates::new() }
    }

    fn spread(state: &u64) -> u64 {
        hash::of_word(*state)
    }

    fn look_ahead(&mut self, states: &Vec<u64>, probes: &mut Vec<Probe>) {
        match &self.table {
            KeyTable::Short(table) => look_ahead(table, &mut self.recent, states, probes),
            KeyTable::Long(table) => look_ahead(table, &mut self.recent, states, probes),
        }
    }

    fn insert_new(
        &mut self,
        states: &Vec<u64>,
        probes: &[Probe],
        new: &mut Vec<u32>,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop> {
        let Self { states: kept, odd_ones, .. } = self;
        new.clear();
        match &mut self.table {
            KeyTable::Short(table) => Self::insert(table, odd_ones, kept, (states, probes), new, budget),
            KeyTable::Long(table) => Self::insert(table, odd_ones, kept, (states, probes), new, budget),
        }
    }

    fn announce(&self, probe: &Probe) {
        match &self.table {
            KeyTable::Short(table) if table.is_large() => table.prefetch(probe.hash),
            KeyTable::Long(table) if table.is_large() => table.prefetch(probe.hash),
            _ => {}
        }
    }

    fn contains(&self, state: &u64, probe: &Probe) -> bool {
        fn find<K: Key, const N: usize>(table: &Table<Keys<K, N>>, odd_ones: u32, key: K, hash: u64) -> bool {
            if key.number() < RESERVED_KEYS {
                return odd_ones >> key.number() & 1 == 1;
            }
            table.find(hash, key, |_| true).is_some()
        }
        match &self.table {
            KeyTable::Short(table) => find(table, self.odd_ones, Key::of(*state), probe.hash),
            KeyTable::Long(table) => find(table, self.odd_ones, *state, probe.hash),
        }
    }

    fn state(&self, id: Id) -> &u64 {
        self.states.at(id)
    }

    fn len(&self) -> usize {
        self.states.len()
    }
}
