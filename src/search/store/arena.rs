//! States of several words, of one width, in chunks that never move.

use std::mem::size_of;

use super::Id;
use super::prefetch::prefetch;
use crate::budget::Budget;
use crate::outcome::Stop;

/// The states, named by their ids.
#[derive(Default)]
pub(super) struct Arena {
    chunks: Vec<Box<[u64]>>,
    width: usize,
    len: usize,
}

/// States a chunk.
const CHUNK: usize = 1 << 10;

impl Arena {
    #[inline]
    pub(super) fn push(&mut self, state: &[u64], budget: &mut Budget<'_>) -> Result<(), Stop> {
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
        debug_assert!(self.len == 0 || self.width == width, "states of one width");
        budget.grow((CHUNK * width * size_of::<u64>() + 2 * size_of::<Box<[u64]>>()) as u64)?;
        self.width = width;
        self.chunks.push(vec![0; CHUNK * width].into_boxed_slice());
        Ok(())
    }

    #[inline]
    pub(super) fn get(&self, id: Id) -> &[u64] {
        let (chunk, place) = (id as usize / CHUNK, id as usize % CHUNK);
        &self.chunks[chunk][place * self.width..(place + 1) * self.width]
    }

    /// Has the beginning of a state fetched, which may be none.
    #[inline]
    pub(super) fn prefetch(&self, id: Id) {
        let (chunk, place) = (id as usize / CHUNK, id as usize % CHUNK);
        if let Some(word) = self.chunks.get(chunk).and_then(|chunk| chunk.get(place * self.width)) {
            prefetch(word);
        }
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }
}
