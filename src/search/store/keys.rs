//! A closed list for states of one word: the state itself is the key in the table.

use std::mem::size_of;

use super::prefetch::prefetch;
use super::segments::{self, Cut};
use super::{Column, Id, Inserted, Store, hash};
use crate::budget::Budget;
use crate::outcome::{Limit, Stop};

/// States of one word. About 28 to 35 bytes a state: 12 a slot, and 8 in the order of insertion.
pub struct KeyStore {
    cut: Cut,
    segments: Vec<Segment>,
    /// The states in the order of insertion.
    states: Column<u64>,
    /// The id of the state that equals [`EMPTY`].
    odd_one: Option<Id>,
    hashes: Vec<u64>,
}

/// Open addressing; keys and ids apart, because most look-ups only need the keys.
#[derive(Default)]
struct Segment {
    keys: Box<[u64]>,
    ids: Box<[Id]>,
    entries: usize,
}

/// Marks a free slot. A state that happens to equal it is kept beside the table.
const EMPTY: u64 = 0xA076_1D64_78BD_642F;

const SLOT_BYTES: usize = size_of::<u64>() + size_of::<Id>();

impl Default for KeyStore {
    fn default() -> Self {
        Self {
            cut: Cut::WHOLE,
            segments: vec![Segment::default()],
            states: Column::default(),
            odd_one: None,
            hashes: Vec::new(),
        }
    }
}

impl Segment {
    fn of(slots: usize) -> Self {
        Self { keys: vec![EMPTY; slots].into(), ids: vec![0; slots].into(), entries: 0 }
    }

    /// The slot of `key`, or the free one where it belongs. There must be a free slot.
    #[inline]
    fn slot(&self, key: u64, hash: u64) -> usize {
        let mut slot = segments::first_slot(hash, self.keys.len());
        loop {
            let there = self.keys[slot];
            if there == key || there == EMPTY {
                return slot;
            }
            slot += 1;
            if slot == self.keys.len() {
                slot = 0;
            }
        }
    }

    /// Puts a key that is not there yet into its slot.
    fn put(&mut self, key: u64, hash: u64, id: Id) {
        let slot = self.slot(key, hash);
        self.keys[slot] = key;
        self.ids[slot] = id;
        self.entries += 1;
    }

    fn bytes(&self) -> u64 {
        (self.keys.len() * SLOT_BYTES) as u64
    }

    #[cold]
    fn grow(&mut self, budget: &mut Budget<'_>) -> Result<(), Stop> {
        let slots = segments::grown(self.keys.len());
        budget.grow((slots * SLOT_BYTES) as u64)?;
        let old = std::mem::replace(self, Self::of(slots));
        for (&key, &id) in old.keys.iter().zip(&old.ids) {
            if key != EMPTY {
                self.put(key, hash::of_word(key), id);
            }
        }
        budget.shrink(old.bytes());
        Ok(())
    }
}

impl KeyStore {
    /// Cuts the one segment of a small table into many.
    #[cold]
    fn cut_fine(&mut self, budget: &mut Budget<'_>) -> Result<(), Stop> {
        let cut = Cut::FINE;
        let slots = segments::grown(self.states.len() / cut.count() * 5 / 4 + segments::SMALLEST);
        let bytes = cut.count() * (slots * SLOT_BYTES + size_of::<Segment>());
        budget.grow(bytes as u64)?;
        let mut fine: Vec<_> = (0..cut.count()).map(|_| Segment::of(slots)).collect();
        for segment in &self.segments {
            for (&key, &id) in segment.keys.iter().zip(&segment.ids) {
                if key != EMPTY {
                    let hash = hash::of_word(key);
                    let home = &mut fine[cut.segment(hash)];
                    if segments::is_full(home.entries, home.keys.len()) {
                        home.grow(budget)?;
                    }
                    home.put(key, hash, id);
                }
            }
            budget.shrink(segment.bytes());
        }
        (self.cut, self.segments) = (cut, fine);
        Ok(())
    }

    #[inline]
    fn insert_hashed(&mut self, key: u64, hash: u64, budget: &mut Budget<'_>) -> Result<Inserted, Stop> {
        if key == EMPTY {
            return self.insert_odd_one(budget);
        }
        let segment = &mut self.segments[self.cut.segment(hash)];
        if segments::is_full(segment.entries, segment.keys.len()) {
            segment.grow(budget)?;
        }
        let slot = segment.slot(key, hash);
        if segment.keys[slot] == key {
            return Ok(Inserted::Old(segment.ids[slot]));
        }
        let id = next_id(self.states.len())?;
        self.states.push(key, budget)?;
        segment.keys[slot] = key;
        segment.ids[slot] = id;
        segment.entries += 1;
        if self.states.len() == segments::SINGLE {
            self.cut_fine(budget)?;
        }
        Ok(Inserted::New(id))
    }

    #[cold]
    fn insert_odd_one(&mut self, budget: &mut Budget<'_>) -> Result<Inserted, Stop> {
        if let Some(id) = self.odd_one {
            return Ok(Inserted::Old(id));
        }
        let id = next_id(self.states.len())?;
        self.states.push(EMPTY, budget)?;
        self.odd_one = Some(id);
        Ok(Inserted::New(id))
    }
}

/// The id of the next state, as long as ids suffice: the last is kept for "no parent".
#[inline]
pub(super) fn next_id(states: usize) -> Result<Id, Stop> {
    Id::try_from(states).ok().filter(|&id| id < Id::MAX).ok_or(Stop::Limit(Limit::Memory))
}

impl Store<u64> for KeyStore {
    fn insert(&mut self, state: &u64, budget: &mut Budget<'_>) -> Result<Inserted, Stop> {
        self.insert_hashed(*state, hash::of_word(*state), budget)
    }

    fn insert_list(
        &mut self,
        states: &Vec<u64>,
        found: &mut Vec<Inserted>,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop> {
        let mut hashes = std::mem::take(&mut self.hashes);
        hashes.clear();
        for &state in states {
            let hash = hash::of_word(state);
            let segment = &self.segments[self.cut.segment(hash)];
            if let Some(key) = segment.keys.get(segments::first_slot(hash, segment.keys.len())) {
                prefetch(key);
            }
            hashes.push(hash);
        }
        found.clear();
        for (&state, &hash) in states.iter().zip(&hashes) {
            found.push(self.insert_hashed(state, hash, budget)?);
        }
        self.hashes = hashes;
        Ok(())
    }

    fn find(&self, state: &u64) -> Option<Id> {
        if *state == EMPTY {
            return self.odd_one;
        }
        let hash = hash::of_word(*state);
        let segment = &self.segments[self.cut.segment(hash)];
        if segment.keys.is_empty() {
            return None;
        }
        let slot = segment.slot(*state, hash);
        (segment.keys[slot] == *state).then(|| segment.ids[slot])
    }

    fn state(&self, id: Id) -> &u64 {
        self.states.at(id)
    }

    fn len(&self) -> usize {
        self.states.len()
    }
}
