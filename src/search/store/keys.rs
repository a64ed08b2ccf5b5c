//! A closed list for states of one word: the state itself is the key in the table, beside its id.

use super::table::{Entry, Table};
use super::{Column, Id, Inserted, Node, Offer, Store, hash};
use crate::budget::Budget;
use crate::outcome::{Cost, Limit, Stop};

/// States of one word. 32 to 54 bytes a state: 16 a slot, and 8 in the order of insertion.
#[derive(Default)]
pub struct KeyStore {
    table: Table<Slot>,
    /// The states in the order of insertion.
    states: Column<u64>,
    hashes: Vec<u64>,
}

/// A key, its id, and the cost it was last offered at: a state that is known at less is dismissed
/// without a look elsewhere.
#[derive(Clone, Copy)]
struct Slot {
    key: u64,
    id: Id,
    cost: Cost,
}

impl Entry for Slot {
    /// The id that no state has.
    const EMPTY: Self = Self { key: 0, id: Id::MAX, cost: 0 };

    #[inline]
    fn is_empty(self) -> bool {
        self.id == Id::MAX
    }
}

#[inline]
fn hash_of(slot: Slot) -> u64 {
    hash::of_word(slot.key)
}

impl KeyStore {
    #[inline]
    fn offer_hashed(
        &mut self,
        key: u64,
        cost: Cost,
        hash: u64,
        budget: &mut Budget<'_>,
    ) -> Result<(Inserted, bool), Stop> {
        let states = &mut self.states;
        let known = self.table.find_or_insert(
            hash,
            |slot| slot.key == key && !slot.is_empty(),
            |budget| {
                let id = next_id(states.len())?;
                states.push(key, budget)?;
                Ok(Slot { key, id, cost })
            },
            hash_of,
            budget,
        )?;
        Ok(match known {
            Some(slot) => {
                let cheaper = cost < slot.cost;
                let id = slot.id;
                if cheaper {
                    slot.cost = cost;
                }
                (Inserted::Old(id), cheaper)
            }
            // It fits, or it would not be stored.
            None => (Inserted::New(next_id(self.states.len() - 1)?), false),
        })
    }

    #[inline]
    fn insert_hashed(&mut self, key: u64, hash: u64, budget: &mut Budget<'_>) -> Result<Inserted, Stop> {
        self.offer_hashed(key, 0, hash, budget).map(|(inserted, _)| inserted)
    }

    /// The hashes of `states`, whose lines are fetched.
    fn look_ahead(&mut self, states: &[u64]) -> Vec<u64> {
        let mut hashes = std::mem::take(&mut self.hashes);
        hashes.clear();
        hashes.extend(states.iter().map(|&state| {
            let hash = hash::of_word(state);
            self.table.prefetch(hash);
            hash
        }));
        hashes
    }
}

/// The id of the next state, as long as ids suffice: the last is kept for "no parent".
#[inline]
pub(super) fn next_id(states: usize) -> Result<Id, Stop> {
    Id::try_from(states).ok().filter(|&id| id < Id::MAX).ok_or(Stop::Limit(Limit::Memory))
}

impl Store<u64> for KeyStore {
    fn insert(&mut self, state: &u64, budget: &mut Budget<'_>) -> Result<Inserted, Stop> {
        let inserted = self.insert_hashed(*state, hash::of_word(*state), budget)?;
        self.table.cut_if_large(hash_of, budget)?;
        Ok(inserted)
    }

    fn insert_list(
        &mut self,
        states: &Vec<u64>,
        found: &mut Vec<Inserted>,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop> {
        let hashes = self.look_ahead(states);
        found.clear();
        for (&state, &hash) in states.iter().zip(&hashes) {
            found.push(self.insert_hashed(state, hash, budget)?);
        }
        self.hashes = hashes;
        self.table.cut_if_large(hash_of, budget)
    }

    fn offer_list(
        &mut self,
        states: &Vec<u64>,
        costs: &[Cost],
        _: &Column<Node>,
        offers: &mut Vec<Offer>,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop> {
        let hashes = self.look_ahead(states);
        offers.clear();
        for ((&state, &hash), &cost) in states.iter().zip(&hashes).zip(costs) {
            offers.push(match self.offer_hashed(state, cost, hash, budget)? {
                (Inserted::New(id), _) => Offer::New(id),
                (Inserted::Old(id), true) => Offer::Cheaper(id),
                (Inserted::Old(_), false) => Offer::Known,
            });
        }
        self.hashes = hashes;
        self.table.cut_if_large(hash_of, budget)
    }

    fn find(&self, state: &u64) -> Option<Id> {
        let hash = hash::of_word(*state);
        self.table.find(hash, |slot| slot.key == *state && !slot.is_empty()).map(|slot| slot.id)
    }

    fn state(&self, id: Id) -> &u64 {
        self.states.at(id)
    }

    fn len(&self) -> usize {
        self.states.len()
    }
}
