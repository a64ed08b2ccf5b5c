//! The states of one word that a breadth-first search has seen: a set of keys, without ids, so that
//! a look-up touches one line of memory and a slot takes eight bytes.

use super::keys::next_id;
use super::table::{Entry, Table};
use super::{Column, Id, Seen, hash};
use crate::budget::Budget;
use crate::outcome::Stop;

/// States of one word, in the order of insertion. 19 to 24 bytes a state.
#[derive(Default)]
pub struct KeySet {
    table: Table<Key>,
    /// The states in the order of insertion.
    states: Column<u64>,
    /// Whether the state that looks like a free slot is there.
    odd_one: bool,
    hashes: Vec<u64>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
struct Key(u64);

impl Entry for Key {
    /// A state that happens to equal it is kept beside the table.
    const EMPTY: Self = Self(0xA076_1D64_78BD_642F);

    #[inline]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }
}

#[inline]
fn hash_of(key: Key) -> u64 {
    hash::of_word(key.0)
}

impl KeySet {
    /// Keeps `key` if it is new.
    #[inline]
    fn insert(&mut self, key: Key, hash: u64, budget: &mut Budget<'_>) -> Result<bool, Stop> {
        if key.is_empty() {
            return Ok(!std::mem::replace(&mut self.odd_one, true));
        }
        let known = self.table.find_or_insert(hash, |entry| entry == key, |_| Ok(key), hash_of, budget)?;
        Ok(known.is_none())
    }
}

impl Seen<u64> for KeySet {
    fn insert_new(
        &mut self,
        states: &Vec<u64>,
        new: &mut Vec<u32>,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop> {
        let mut hashes = std::mem::take(&mut self.hashes);
        hashes.clear();
        hashes.extend(states.iter().map(|&state| {
            let hash = hash::of_word(state);
            self.table.prefetch(hash);
            hash
        }));
        new.clear();
        for (index, (&state, &hash)) in (0..).zip(states.iter().zip(&hashes)) {
            if self.insert(Key(state), hash, budget)? {
                next_id(self.states.len())?;
                self.states.push(state, budget)?;
                new.push(index);
            }
        }
        self.hashes = hashes;
        self.table.cut_if_large(hash_of, budget)
    }

    fn contains(&self, state: &u64) -> bool {
        let key = Key(*state);
        if key.is_empty() {
            self.odd_one
        } else {
            self.table.find(hash_of(key), |entry| entry == key).is_some()
        }
    }

    fn announce(&self, state: &u64) {
        self.table.prefetch(hash::of_word(*state));
    }

    fn state(&self, id: Id) -> &u64 {
        self.states.at(id)
    }

    fn len(&self) -> usize {
        self.states.len()
    }
}
