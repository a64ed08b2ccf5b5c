//! A closed list for states of several words, of one width: the states lie one after the other in an
//! arena, and the table holds their ids with a part of the hash.

use std::mem::size_of;

use super::keys::next_id;
use super::prefetch::prefetch;
use super::segments::{self, Cut};
use super::{Id, Inserted, Store, hash};
use crate::budget::Budget;
use crate::outcome::Stop;
use crate::space::{StateList, Words};

/// States of several words. About 10 to 16 bytes a state beside its words.
pub struct WordStore {
    cut: Cut,
    segments: Vec<Segment>,
    arena: Arena,
    hashes: Vec<u64>,
}

/// Open addressing. A slot is the low half of the hash and the id; the half saves nearly all
/// comparisons of different states, and lets a segment grow without looking at states at all.
#[derive(Default)]
struct Segment {
    slots: Box<[u64]>,
    entries: usize,
}

/// Marks a free slot: its id would be the one that no state has.
const EMPTY: u64 = u64::MAX;

impl Default for WordStore {
    fn default() -> Self {
        Self {
            cut: Cut::WHOLE,
            segments: vec![Segment::default()],
            arena: Arena::default(),
            hashes: Vec::new(),
        }
    }
}

#[inline]
fn pack(hash: u64, id: Id) -> u64 {
    hash << 32 | u64::from(id)
}

/// The low half of the hash in a slot.
#[inline]
fn tag(slot: u64) -> u64 {
    slot >> 32
}

#[inline]
#[expect(clippy::cast_possible_truncation, reason = "the id is the low half")]
fn id(slot: u64) -> Id {
    slot as Id
}

impl Segment {
    fn of(slots: usize) -> Self {
        Self { slots: vec![EMPTY; slots].into(), entries: 0 }
    }

    /// The first slot from `slot` on that is free or has the tag of `hash`.
    #[inline]
    fn next_candidate(&self, hash: u64, mut slot: usize) -> usize {
        let wanted = hash & 0xFFFF_FFFF;
        loop {
            let there = self.slots[slot];
            if there == EMPTY || tag(there) == wanted {
                return slot;
            }
            slot = self.after(slot);
        }
    }

    #[inline]
    fn after(&self, slot: usize) -> usize {
        if slot + 1 == self.slots.len() { 0 } else { slot + 1 }
    }

    /// Puts an entry that is not there yet into the next free slot.
    fn put(&mut self, hash: u64, entry: u64) {
        let mut slot = segments::first_slot(hash, self.slots.len());
        while self.slots[slot] != EMPTY {
            slot = self.after(slot);
        }
        self.slots[slot] = entry;
        self.entries += 1;
    }

    fn bytes(&self) -> u64 {
        (self.slots.len() * size_of::<u64>()) as u64
    }

    #[cold]
    fn grow(&mut self, budget: &mut Budget<'_>) -> Result<(), Stop> {
        let slots = segments::grown(self.slots.len());
        budget.grow((slots * size_of::<u64>()) as u64)?;
        let old = std::mem::replace(self, Self::of(slots));
        for &entry in &old.slots {
            if entry != EMPTY {
                // The place in a segment depends on the low half of the hash only.
                self.put(tag(entry), entry);
            }
        }
        budget.shrink(old.bytes());
        Ok(())
    }
}

impl WordStore {
    /// Cuts the one segment of a small table into many.
    #[cold]
    fn cut_fine(&mut self, budget: &mut Budget<'_>) -> Result<(), Stop> {
        let cut = Cut::FINE;
        let slots = segments::grown(self.arena.len() / cut.count() * 5 / 4 + segments::SMALLEST);
        let bytes = cut.count() * (slots * size_of::<u64>() + size_of::<Segment>());
        budget.grow(bytes as u64)?;
        let mut fine: Vec<_> = (0..cut.count()).map(|_| Segment::of(slots)).collect();
        for segment in &self.segments {
            for &entry in segment.slots.iter().filter(|&&entry| entry != EMPTY) {
                let hash = hash::of_words(self.arena.get(id(entry)));
                let home = &mut fine[cut.segment(hash)];
                if segments::is_full(home.entries, home.slots.len()) {
                    home.grow(budget)?;
                }
                home.put(hash, entry);
            }
            budget.shrink(segment.bytes());
        }
        (self.cut, self.segments) = (cut, fine);
        Ok(())
    }

    fn insert_hashed(&mut self, state: &[u64], hash: u64, budget: &mut Budget<'_>) -> Result<Inserted, Stop> {
        let segment = &mut self.segments[self.cut.segment(hash)];
        if segments::is_full(segment.entries, segment.slots.len()) {
            segment.grow(budget)?;
        }
        let mut slot = segment.next_candidate(hash, segments::first_slot(hash, segment.slots.len()));
        while segment.slots[slot] != EMPTY {
            let known = id(segment.slots[slot]);
            if self.arena.get(known) == state {
                return Ok(Inserted::Old(known));
            }
            slot = segment.next_candidate(hash, segment.after(slot));
        }
        let new = next_id(self.arena.len())?;
        self.arena.push(state, budget)?;
        segment.slots[slot] = pack(hash, new);
        segment.entries += 1;
        if self.arena.len() == segments::SINGLE {
            self.cut_fine(budget)?;
        }
        Ok(Inserted::New(new))
    }
}

impl Store<[u64]> for WordStore {
    fn insert(&mut self, state: &[u64], budget: &mut Budget<'_>) -> Result<Inserted, Stop> {
        self.insert_hashed(state, hash::of_words(state), budget)
    }

    /// Looks ahead in two steps: first the slots of all states are fetched, then the states that
    /// the slots name.
    fn insert_list(
        &mut self,
        states: &Words,
        found: &mut Vec<Inserted>,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop> {
        let mut hashes = std::mem::take(&mut self.hashes);
        hashes.clear();
        for index in 0..states.count() {
            let hash = hash::of_words(states.state(index));
            let segment = &self.segments[self.cut.segment(hash)];
            if let Some(slot) = segment.slots.get(segments::first_slot(hash, segment.slots.len())) {
                prefetch(slot);
            }
            hashes.push(hash);
        }
        for &hash in &hashes {
            let segment = &self.segments[self.cut.segment(hash)];
            if segment.slots.is_empty() {
                continue;
            }
            let first = segments::first_slot(hash, segment.slots.len());
            let slot = segment.slots[segment.next_candidate(hash, first)];
            if slot != EMPTY {
                prefetch(&self.arena.get(id(slot))[0]);
            }
        }
        found.clear();
        for (index, &hash) in hashes.iter().enumerate() {
            found.push(self.insert_hashed(states.state(index), hash, budget)?);
        }
        self.hashes = hashes;
        Ok(())
    }

    fn find(&self, state: &[u64]) -> Option<Id> {
        let hash = hash::of_words(state);
        let segment = &self.segments[self.cut.segment(hash)];
        if segment.slots.is_empty() {
            return None;
        }
        let mut slot = segment.next_candidate(hash, segments::first_slot(hash, segment.slots.len()));
        while segment.slots[slot] != EMPTY {
            let known = id(segment.slots[slot]);
            if self.arena.get(known) == state {
                return Some(known);
            }
            slot = segment.next_candidate(hash, segment.after(slot));
        }
        None
    }

    fn state(&self, id: Id) -> &[u64] {
        self.arena.get(id)
    }

    fn len(&self) -> usize {
        self.arena.len()
    }
}

/// States of one width, in chunks that never move.
#[derive(Default)]
struct Arena {
    chunks: Vec<Box<[u64]>>,
    width: usize,
    len: usize,
}

/// States a chunk.
const CHUNK: usize = 1 << 12;

impl Arena {
    #[inline]
    fn push(&mut self, state: &[u64], budget: &mut Budget<'_>) -> Result<(), Stop> {
        let (chunk, place) = (self.len / CHUNK, self.len % CHUNK);
        if chunk == self.chunks.len() {
            self.make_room(state.len(), budget)?;
        }
        self.chunks[chunk][place * self.width..(place + 1) * self.width].copy_from_slice(state);
        self.len += 1;
        Ok(())
    }

    #[cold]
    fn make_room(&mut self, width: usize, budget: &mut Budget<'_>) -> Result<(), Stop> {
        self.width = width;
        budget.grow((CHUNK * width * size_of::<u64>()) as u64)?;
        self.chunks.push(vec![0; CHUNK * width].into_boxed_slice());
        Ok(())
    }

    #[inline]
    fn get(&self, id: Id) -> &[u64] {
        let (chunk, place) = (id as usize / CHUNK, id as usize % CHUNK);
        &self.chunks[chunk][place * self.width..(place + 1) * self.width]
    }

    fn len(&self) -> usize {
        self.len
    }
}
