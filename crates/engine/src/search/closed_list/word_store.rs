//! A store for states of several words, all of one width: an array of states, and a hash table of their
//! ids with half of the hash.

use std::mem::size_of;

use super::{
    hash_table::{self, Found, HashBucket, HashTable, are_equal},
    key_set::RecentWords,
    processor::{Lanes, prefetch},
    store::{Id, Inserted, Probe, Store, VisitedSet, next_id},
};
use crate::{
    budget::Budget,
    outcome::Stop,
    space::{StateList, Words},
};

/// A store of states of several words. Bytes per state: 11 to 21 beside its words.
#[derive(Default)]
pub struct WordStore {
    table: HashTable<Tags>,
    arena: Arena,
    probes: Vec<Probe>,
}

/// The low half of a hash, and an id. The half avoids nearly all comparisons of different states, and
/// a segment grows without reading states.
#[derive(Clone, Copy)]
struct Tag {
    half: u32,
    id: Id,
}

impl Tag {
    /// Whether the id is that of `state`.
    #[inline]
    fn names(self, state: &[u64], arena: &Arena) -> bool {
        self.id != NO_STATE && are_equal(arena.get(self.id), state)
    }

    #[inline]
    fn rehash(self) -> u64 {
        u64::from(self.half)
    }
}

/// Bucket of eight tags.
#[repr(align(64))]
#[derive(Clone, Copy)]
struct Tags {
    halves: [u32; 8],
    ids: [Id; 8],
}

/// Marks a free place, and a probe without a candidate.
const NO_STATE: Id = Id::MAX;

impl Tags {
    /// Bit set of the places in use.
    #[inline]
    fn taken(&self) -> u32 {
        !self.ids.equal(NO_STATE) & 0xFF
    }
}

impl HashBucket for Tags {
    type Key = u32;
    type Entry = Tag;
    const EMPTY: Self = Self { halves: [0; 8], ids: [NO_STATE; 8] };
    const PLACES: usize = 8;

    #[inline]
    fn matches(&self, half: u32) -> u32 {
        // Free places may be among them: `Tag::names` looks at the id.
        self.halves.equal(half)
    }

    #[inline]
    fn filled(&self) -> usize {
        self.taken().trailing_ones() as usize
    }

    #[inline]
    fn is_full(&self) -> bool {
        self.ids[7] != NO_STATE
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
    pub(super) fn is_large(&self) -> bool {
        self.table.is_large()
    }

    #[inline]
    pub(super) fn prefetch_bucket(&self, hash: u64) {
        self.table.prefetch(hash);
    }

    /// Finds a state with the given hash.
    #[inline]
    pub(super) fn find_hashed(&self, state: &[u64], hash: u64) -> Option<Id> {
        self.table.find(hash, half_of(hash), |tag| tag.names(state, &self.arena)).map(|tag| tag.id)
    }

    #[inline]
    fn insert_hashed(&mut self, state: &[u64], hash: u64, budget: &mut Budget<'_>) -> Result<Inserted, Stop> {
        let half = half_of(hash);
        let is = |tag: Tag| tag.names(state, &self.arena);
        match self.table.look_up(hash, half, is, Tag::rehash, budget)? {
            Found::Present(at) => Ok(Inserted::Old(self.table.entry(at).id)),
            Found::Absent(at) => {
                let id = next_id(self.arena.len())?;
                self.arena.push(state, budget)?;
                self.table.fill(at, Tag { half, id });
                Ok(Inserted::New(id))
            }
        }
    }

    fn split_if_large(&mut self, budget: &mut Budget<'_>) -> Result<(), Stop> {
        let arena = &self.arena;
        self.table.split_if_large(|tag| hash_table::of_words(arena.get(tag.id)), budget)
    }

    /// First step of a look-up: prefetches the buckets.
    fn prefetch_buckets(&self, states: &Words, probes: &mut Vec<Probe>) {
        probes.clear();
        probes.extend((0..).zip(0..states.count()).map(|(place, index)| {
            let hash = hash_table::of_words(states.state(index));
            self.table.prefetch(hash);
            Probe::of(place, hash)
        }));
    }

    /// Second step of a look-up: finds the states with equal halves of the hash and prefetches them.
    pub(super) fn find_candidates(&self, probes: &mut [Probe]) {
        for probe in probes {
            if let Some(tag) = self.table.find(probe.hash, half_of(probe.hash), |tag| tag.id != NO_STATE) {
                probe.candidate = tag.id;
                self.arena.prefetch(tag.id);
            }
        }
    }

    /// Third step of a look-up: compares and inserts. Calls `note` for each state in order.
    #[inline]
    pub(super) fn insert_probed(
        &mut self,
        states: &Words,
        probes: &[Probe],
        mut note: impl FnMut(Inserted),
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop> {
        for probe in probes {
            let state = states.state(probe.place as usize);
            note(if probe.candidate != NO_STATE && are_equal(self.arena.get(probe.candidate), state) {
                Inserted::Old(probe.candidate)
            } else {
                self.insert_hashed(state, probe.hash, budget)?
            });
        }
        self.split_if_large(budget)
    }
}

impl Store<[u64]> for WordStore {
    fn new(_: u32) -> Self {
        Self::default()
    }

    fn insert(&mut self, state: &[u64], budget: &mut Budget<'_>) -> Result<Inserted, Stop> {
        let inserted = self.insert_hashed(state, hash_table::of_words(state), budget)?;
        self.split_if_large(budget)?;
        Ok(inserted)
    }

    fn insert_list(&mut self, states: &Words, found: &mut Vec<Inserted>, budget: &mut Budget<'_>) -> Result<(), Stop> {
        let mut probes = std::mem::take(&mut self.probes);
        self.prefetch_buckets(states, &mut probes);
        self.find_candidates(&mut probes);
        found.clear();
        self.insert_probed(states, &probes, |inserted| found.push(inserted), budget)?;
        self.probes = probes;
        Ok(())
    }

    fn find(&self, state: &[u64]) -> Option<Id> {
        self.find_hashed(state, hash_table::of_words(state))
    }

    fn state(&self, id: Id) -> &[u64] {
        self.arena.get(id)
    }

    fn prefetch(&self, id: Id) {
        self.arena.prefetch(id);
    }

    fn len(&self) -> usize {
        self.arena.len()
    }
}

// The visited set for states of several words: a `WordStore` with a cache of recent states.

/// A set of states of several words.
pub struct WordSet {
    store: WordStore,
    recent: RecentWords,
}

impl VisitedSet<[u64]> for WordSet {
    fn new(_: u32) -> Self {
        Self { store: WordStore::default(), recent: RecentWords::new() }
    }

    fn spread(state: &[u64]) -> u64 {
        hash_table::of_words(state)
    }

    fn look_ahead(&mut self, states: &Words, probes: &mut Vec<Probe>) {
        probes.clear();
        for (place, index) in (0..).zip(0..states.count()) {
            let state = states.state(index);
            let hash = hash_table::of_words(state);
            if !self.store.is_large() {
                probes.push(Probe::of(place, hash));
            } else if !self.recent.is_known(state, hash) {
                self.store.prefetch_bucket(hash);
                probes.push(Probe::of(place, hash));
            }
        }
    }

    fn look_closer(&self, probes: &mut [Probe]) {
        self.store.find_candidates(probes);
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

    fn is_large(&self) -> bool {
        self.store.is_large()
    }

    fn prefetch(&self, probe: &Probe) {
        self.store.prefetch_bucket(probe.hash);
    }

    fn contains(&self, state: &[u64], probe: &Probe) -> bool {
        self.store.find_hashed(state, probe.hash).is_some()
    }

    fn state(&self, id: Id) -> &[u64] {
        self.store.state(id)
    }

    fn len(&self) -> usize {
        self.store.len()
    }
}

// An array of states of several words, all of one width, in chunks that never move.

/// States by id.
#[derive(Default)]
pub(super) struct Arena {
    chunks: Vec<Chunk>,
    width: usize,
    len: usize,
}

/// States from the first word aligned to a cache line, so that a state of two, four or eight words
/// never spans more lines than necessary.
struct Chunk {
    words: Box<[u64]>,
    first: usize,
}

impl Chunk {
    fn new(words: usize) -> Self {
        let words = vec![0; words + LINE - 1].into_boxed_slice();
        let first = words.as_ptr().align_offset(LINE * size_of::<u64>()).min(LINE - 1);
        Self { words, first }
    }
}

/// States per chunk.
const STATES_OF_CHUNK: usize = 1 << 11;
/// Words per cache line.
const LINE: usize = 8;

impl Arena {
    #[inline]
    pub(super) fn push(&mut self, state: &[u64], budget: &mut Budget<'_>) -> Result<(), Stop> {
        let (chunk, place) = (self.len / STATES_OF_CHUNK, self.len % STATES_OF_CHUNK);
        if chunk == self.chunks.len() {
            self.make_room(state.len(), budget)?;
        }
        let chunk = &mut self.chunks[chunk];
        let at = chunk.first + place * self.width;
        chunk.words[at..at + self.width].copy_from_slice(state);
        self.len += 1;
        Ok(())
    }

    #[cold]
    fn make_room(&mut self, width: usize, budget: &mut Budget<'_>) -> Result<(), Stop> {
        debug_assert!(self.len == 0 || self.width == width, "states of one width");
        budget.grow(((STATES_OF_CHUNK * width + LINE) * size_of::<u64>() + 2 * size_of::<Chunk>()) as u64)?;
        self.width = width;
        self.chunks.push(Chunk::new(STATES_OF_CHUNK * width));
        Ok(())
    }

    #[inline]
    pub(super) fn get(&self, id: Id) -> &[u64] {
        let (chunk, place) = (id as usize / STATES_OF_CHUNK, id as usize % STATES_OF_CHUNK);
        let chunk = &self.chunks[chunk];
        let at = chunk.first + place * self.width;
        &chunk.words[at..at + self.width]
    }

    /// Prefetches the first words of a state, if there is one with this id.
    #[inline]
    pub(super) fn prefetch(&self, id: Id) {
        let (chunk, place) = (id as usize / STATES_OF_CHUNK, id as usize % STATES_OF_CHUNK);
        if let Some(word) = self.chunks.get(chunk).and_then(|chunk| chunk.words.get(chunk.first + place * self.width)) {
            prefetch(word);
        }
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }
}
