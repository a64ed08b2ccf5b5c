//! A closed list for states of several words, of one width: the states lie one after the other in an
//! arena, and the table holds their ids with a part of the hash.

use super::arena::Arena;
use super::keys::next_id;
use super::recent::RecentWords;
use super::table::{Found, Line, Table};
use super::{Id, Inserted, Probe, Seen, Store, are_equal, hash};
use crate::budget::Budget;
use crate::outcome::Stop;
use crate::space::{StateList, Words};

/// States of several words. 11 to 21 bytes a state beside its words.
#[derive(Default)]
pub struct WordStore {
    table: Table<Tags>,
    arena: Arena,
    probes: Vec<Probe>,
}

/// The same for breadth-first strategies.
pub struct WordSet {
    store: WordStore,
    recent: RecentWords,
}

/// The low half of a hash, and an id. The half saves nearly all comparisons of different states,
/// and lets a segment grow without looking at states at all.
#[derive(Clone, Copy)]
struct Tag {
    half: u32,
    id: Id,
}

impl Tag {
    #[inline]
    fn rehash(self) -> u64 {
        u64::from(self.half)
    }
}

/// Eight tags in a cache line.
#[repr(align(64))]
#[derive(Clone, Copy)]
struct Tags {
    halves: [u32; 8],
    ids: [Id; 8],
}

/// The id that no state has.
const NOBODY: Id = Id::MAX;

impl Tags {
    /// The places that are not free, as bits.
    #[inline]
    fn taken(&self) -> u32 {
        (0..8).fold(0, |bits, at| bits | u32::from(self.ids[at] != NOBODY) << at)
    }
}

impl Line for Tags {
    type Key = u32;
    type Entry = Tag;
    const EMPTY: Self = Self { halves: [0; 8], ids: [NOBODY; 8] };
    const PLACES: usize = 8;

    #[inline]
    fn matches(&self, half: u32) -> u32 {
        let equal = (0..8).fold(0, |bits, at| bits | u32::from(self.halves[at] == half) << at);
        equal & self.taken()
    }

    #[inline]
    fn filled(&self) -> usize {
        self.taken().trailing_ones() as usize
    }

    #[inline]
    fn is_full(&self) -> bool {
        self.ids[7] != NOBODY
    }

    #[inline]
    fn entry(&self, place: usize) -> Tag {
        Tag { half: self.halves[place], id: self.ids[place] }
    }

    #[inline]
    fn put(&mut self, place: usize, entry: Tag) {
        (self.halves[place], self.ids[place]) = (entry.half, entry.id);
    }
}

#[inline]
#[expect(clippy::cast_possible_truncation, reason = "the low half")]
fn half_of(hash: u64) -> u32 {
    hash as u32
}

impl WordStore {
    #[inline]
    fn insert_hashed(&mut self, state: &[u64], hash: u64, budget: &mut Budget<'_>) -> Result<Inserted, Stop> {
        let half = half_of(hash);
        // States are compared whole.
        let is = |tag: Tag| are_equal(self.arena.get(tag.id), state);
        match self.table.look_up(hash, half, is, Tag::rehash, budget)? {
            Found::At(place) => Ok(Inserted::Old(self.table.entry(place).id)),
            Found::Free(place) => {
                let id = next_id(self.arena.len())?;
                self.arena.push(state, budget)?;
                self.table.fill(place, Tag { half, id });
                Ok(Inserted::New(id))
            }
        }
    }

    fn cut_if_large(&mut self, budget: &mut Budget<'_>) -> Result<(), Stop> {
        let arena = &self.arena;
        self.table.cut_if_large(|tag| hash::of_words(arena.get(tag.id)), budget)
    }

    /// First the lines of the table are fetched.
    fn look_at_lines(&self, states: &Words, probes: &mut Vec<Probe>) {
        probes.clear();
        probes.extend((0..).zip(0..states.count()).map(|(place, index)| {
            let hash = hash::of_words(states.state(index));
            self.table.prefetch(hash);
            Probe::of(place, hash)
        }));
    }

    /// Then the states that they name.
    fn look_at_states(&self, probes: &mut [Probe]) {
        for probe in probes {
            if let Some(tag) = self.table.find(probe.hash, half_of(probe.hash), |_| true) {
                probe.candidate = tag.id;
                self.arena.prefetch(tag.id);
            }
        }
    }

    /// Last of all states are compared.
    #[inline]
    fn insert_probed(
        &mut self,
        states: &Words,
        probes: &[Probe],
        mut note: impl FnMut(Inserted),
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop> {
        for probe in probes {
            let state = states.state(probe.place as usize);
            note(if probe.candidate != NOBODY && are_equal(self.arena.get(probe.candidate), state) {
                Inserted::Old(probe.candidate)
            } else {
                self.insert_hashed(state, probe.hash, budget)?
            });
        }
        self.cut_if_large(budget)
    }
}

impl Store<[u64]> for WordStore {
    fn new(_: u32) -> Self {
        Self::default()
    }

    fn insert(&mut self, state: &[u64], budget: &mut Budget<'_>) -> Result<Inserted, Stop> {
        let inserted = self.insert_hashed(state, hash::of_words(state), budget)?;
        self.cut_if_large(budget)?;
        Ok(inserted)
    }

    fn insert_list(
        &mut self,
        states: &Words,
        found: &mut Vec<Inserted>,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop> {
        let mut probes = std::mem::take(&mut self.probes);
        self.look_at_lines(states, &mut probes);
        self.look_at_states(&mut probes);
        found.clear();
        self.insert_probed(states, &probes, |inserted| found.push(inserted), budget)?;
        self.probes = probes;
        Ok(())
    }

    fn find(&self, state: &[u64]) -> Option<Id> {
        let hash = hash::of_words(state);
        self.table.find(hash, half_of(hash), |tag| are_equal(self.arena.get(tag.id), state)).map(|tag| tag.id)
    }

    fn state(&self, id: Id) -> &[u64] {
        self.arena.get(id)
    }

    fn announce(&self, id: Id) {
        self.arena.prefetch(id);
    }

    fn len(&self) -> usize {
        self.arena.len()
    }
}

impl Seen<[u64]> for WordSet {
    fn new(_: u32) -> Self {
        Self { store: WordStore::default(), recent: RecentWords::new() }
    }

    fn spread(state: &[u64]) -> u64 {
        hash::of_words(state)
    }

    fn look_ahead(&mut self, states: &Words, probes: &mut Vec<Probe>) {
        probes.clear();
        for (place, index) in (0..).zip(0..states.count()) {
            let state = states.state(index);
            let hash = hash::of_words(state);
            if !self.store.table.is_large() {
                probes.push(Probe::of(place, hash));
            } else if !self.recent.is_known(state, hash) {
                self.store.table.prefetch(hash);
                probes.push(Probe::of(place, hash));
            }
        }
    }

    fn look_closer(&self, probes: &mut [Probe]) {
        self.store.look_at_states(probes);
    }

    fn insert_new(
        &mut self,
        states: &Words,
        probes: &[Probe],
        new: &mut Vec<u32>,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop> {
        new.clear();
        let mut index = 0;
        let note = |inserted| {
            if let Inserted::New(_) = inserted {
                new.push(index);
            }
            index += 1;
        };
        self.store.insert_probed(states, probes, note, budget)
    }

    fn announce(&self, probe: &Probe) {
        self.store.table.prefetch(probe.hash);
    }

    fn contains(&self, state: &[u64], probe: &Probe) -> bool {
        let is = |tag: Tag| are_equal(self.store.arena.get(tag.id), state);
        self.store.table.find(probe.hash, half_of(probe.hash), is).is_some()
    }

    fn state(&self, id: Id) -> &[u64] {
        self.store.arena.get(id)
    }

    fn len(&self) -> usize {
        self.store.arena.len()
    }
}
