//! States of several words, of one width, in chunks that never move.

use std::mem::size_of;

use super::Id;
use super::prefetch::prefetch;
use crate::budget::Budget;
use crate::outcome::Stop;

/// The states, named by their ids.
#[derive(Default)]
pub(super) struct Arena {
    chunks: Vec<Chunk>,
    width: usize,
    len: usize,
}

/// Some states, from the first word that begins a cache line: then no state of two, four or eight
/// words lies in more lines than it must.
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

/// States a chunk.
const CHUNK: usize = 1 << 11;
/// Words a cache line.
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

    /// Has the beginning of a state fetched, which may be none.
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
