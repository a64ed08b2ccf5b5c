//! A closed list for states of one word: the state itself is the key in the table, beside its id.

use super::table::{Entry, Table};
use super::{Column, Id, Inserted, Store, hash};
use crate::budget::Budget;
use crate::outcome::{Limit, Stop};

/// States of one word. 25 to 34 bytes a state: 13 a slot, and 8 in the order of insertion.
#[derive(Default)]
pub struct KeyStore {
    table: Table<Slot>,
    /// The states in the order of insertion.
    states: Column<u64>,
    hashes: Vec<u64>,
}

/// A key in two halves and its id: 12 bytes, where a `u64` would make it 16.
#[derive(Clone, Copy)]
struct Slot {
    key: [u32; 2],
    id: Id,
}

impl Slot {
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "halves")]
    fn new(key: u64, id: Id) -> Self {
        Self { key: [key as u32, (key >> 32) as u32], id }
    }

    #[inline]
    fn key(self) -> u64 {
        u64::from(self.key[1]) << 32 | u64::from(self.key[0])
    }
}

impl Entry for Slot {
    /// The id that no state has.
    const EMPTY: Self = Self { key: [0; 2], id: Id::MAX };

    #[inline]
    fn is_empty(self) -> bool {
        self.id == Id::MAX
    }
}

#[inline]
fn hash_of(slot: Slot) -> u64 {
    hash::of_word(slot.key())
}

impl KeyStore {
    #[inline]
    fn insert_hashed(&mut self, key: u64, hash: u64, budget: &mut Budget<'_>) -> Result<Inserted, Stop> {
        let states = &mut self.states;
        let known = self.table.find_or_insert(
            hash,
            |slot| slot.key() == key && !slot.is_empty(),
            |budget| {
                let id = next_id(states.len())?;
                states.push(key, budget)?;
                Ok(Slot::new(key, id))
            },
            hash_of,
            budget,
        )?;
        Ok(match known {
            Some(slot) => Inserted::Old(slot.id),
            // It fits, or it would not be stored.
            None => Inserted::New(next_id(self.states.len() - 1)?),
        })
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
        let mut hashes = std::mem::take(&mut self.hashes);
        hashes.clear();
        hashes.extend(states.iter().map(|&state| {
            let hash = hash::of_word(state);
            self.table.prefetch(hash);
            hash
        }));
        found.clear();
        for (&state, &hash) in states.iter().zip(&hashes) {
            found.push(self.insert_hashed(state, hash, budget)?);
        }
        self.hashes = hashes;
        self.table.cut_if_large(hash_of, budget)
    }

    fn find(&self, state: &u64) -> Option<Id> {
        let hash = hash::of_word(*state);
        self.table.find(hash, |slot| slot.key() == *state && !slot.is_empty()).map(|slot| slot.id)
    }

    fn state(&self, id: Id) -> &u64 {
        self.states.at(id)
    }

    fn len(&self) -> usize {
        self.states.len()
    }
}
