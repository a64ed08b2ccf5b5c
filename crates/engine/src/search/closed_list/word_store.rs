//! The arena for states of several words, all of one width, and their store and visited set.

use std::mem::size_of;

use super::{
    hash_table,
    id_store::{Arena, IdSet, IdStore, RecentCache},
    key_set::RecentWords,
    processor::prefetch,
    store::Id,
};
use crate::{budget::Budget, outcome::Stop};

/// A store of states of several words. Bytes per state: 11 to 21 beside its words.
pub type WordStore = IdStore<[u64], WordArena>;

/// A set of states of several words.
pub type WordSet = IdSet<[u64], WordArena, RecentWords>;

impl RecentCache<[u64]> for RecentWords {
    fn new() -> Self {
        Self::new()
    }

    #[inline]
    fn is_known(&mut self, state: &[u64], hash: u64) -> bool {
        self.is_known(state, hash)
    }
}

/// An array of states of several words, all of one width, in chunks that never move.
#[derive(Default)]
pub struct WordArena {
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

impl WordArena {
    #[cold]
    fn make_room(&mut self, width: usize, budget: &mut Budget<'_>) -> Result<(), Stop> {
        debug_assert!(self.len == 0 || self.width == width, "states of one width");
        budget.grow(((STATES_OF_CHUNK * width + LINE) * size_of::<u64>() + 2 * size_of::<Chunk>()) as u64)?;
        self.width = width;
        self.chunks.push(Chunk::new(STATES_OF_CHUNK * width));
        Ok(())
    }
}

impl Arena<[u64]> for WordArena {
    #[inline]
    fn hash(state: &[u64]) -> u64 {
        hash_table::of_words(state)
    }

    #[inline]
    fn are_equal(one: &[u64], other: &[u64]) -> bool {
        hash_table::are_equal(one, other)
    }

    #[inline]
    fn push(&mut self, state: &[u64], budget: &mut Budget<'_>) -> Result<(), Stop> {
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

    #[inline]
    fn get(&self, id: Id) -> &[u64] {
        let (chunk, place) = (id as usize / STATES_OF_CHUNK, id as usize % STATES_OF_CHUNK);
        let chunk = &self.chunks[chunk];
        let at = chunk.first + place * self.width;
        &chunk.words[at..at + self.width]
    }

    #[inline]
    fn prefetch(&self, id: Id) {
        let (chunk, place) = (id as usize / STATES_OF_CHUNK, id as usize % STATES_OF_CHUNK);
        if let Some(word) = self.chunks.get(chunk).and_then(|chunk| chunk.words.get(chunk.first + place * self.width)) {
            prefetch(word);
        }
    }

    fn len(&self) -> usize {
        self.len
    }
}
