//! An array of states of several words, all of one width, in chunks that never move.

use std::mem::size_of;

use super::id::Id;
use super::processor::prefetch;
use crate::budget::Budget;
use crate::outcome::Stop;

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
const CHUNK: usize = 1 << 11;
/// Words per cache line.
const LINE: usize = 8;

impl Arena {
    #[inline]
    pub(super) fn push(&mut self, state: &[u64], budget: &mut Budget<'_>) -> Result<(), Stop> {
        let (chunk, place) = (self.len / CHUNK, self.len % CHUNK);
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
        budget.grow(((CHUNK * width + LINE) * size_of::<u64>() + 2 * size_of::<Chunk>()) as u64)?;
        self.width = width;
        self.chunks.push(Chunk::new(CHUNK * width));
        Ok(())
    }

    #[inline]
    pub(super) fn get(&self, id: Id) -> &[u64] {
        let (chunk, place) = (id as usize / CHUNK, id as usize % CHUNK);
        let chunk = &self.chunks[chunk];
        let at = chunk.first + place * self.width;
        &chunk.words[at..at + self.width]
    }

    /// Prefetches the first words of a state, if there is one with this id.
    #[inline]
    pub(super) fn prefetch(&self, id: Id) {
        let (chunk, place) = (id as usize / CHUNK, id as usize % CHUNK);
        if let Some(word) =
            self.chunks.get(chunk).and_then(|chunk| chunk.words.get(chunk.first + place * self.width))
        {
            prefetch(word);
        }
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }
}
