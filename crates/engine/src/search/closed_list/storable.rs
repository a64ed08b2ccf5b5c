//! Which closed lists store which states, and the arena for states of any type.

use std::{hash::BuildHasher, mem::size_of};

use rustc_hash::FxBuildHasher;

use super::{
    hash_table,
    id_store::{Arena, IdSet, IdStore, NoCache},
    key_set::KeySet,
    key_store::KeyStore,
    processor::prefetch,
    store::{Id, Store, VisitedSet},
    word_store::{WordSet, WordStore},
};
use crate::{
    budget::Budget,
    outcome::Stop,
    space::{PlainState, Space, State},
};

/// A state that closed lists can store: `u64`, `[u64]` and every [`PlainState`].
pub trait Storable: State {
    /// Store of the strategies that need ids and costs.
    type Closed: Store<Self>;
    /// Set of the breadth-first strategies.
    type Visited: VisitedSet<Self> + Send + Sync;
}

impl Storable for u64 {
    type Closed = KeyStore;
    type Visited = KeySet;
}

impl Storable for [u64] {
    type Closed = WordStore;
    type Visited = WordSet;
}

impl<T: PlainState> Storable for T {
    type Closed = IdStore<T, Items<T>>;
    type Visited = IdSet<T, Items<T>, NoCache>;
}

/// A space with [`Storable`] states. Implemented for all of them.
pub trait Searched: Space<State: Storable> {}

impl<S: Space<State: Storable>> Searched for S {}

/// States of any type by id, in chunks that never move.
pub struct Items<T> {
    chunks: Vec<Vec<T>>,
    len: usize,
}

/// States per chunk.
const CHUNK: usize = 1 << 10;

impl<T> Default for Items<T> {
    fn default() -> Self {
        Self { chunks: Vec::new(), len: 0 }
    }
}

impl<T: PlainState> Items<T> {
    #[cold]
    fn make_room(&mut self, budget: &mut Budget<'_>) -> Result<(), Stop> {
        budget.grow((CHUNK * size_of::<T>() + 2 * size_of::<Vec<T>>()) as u64)?;
        self.chunks.push(Vec::with_capacity(CHUNK));
        Ok(())
    }
}

impl<T: PlainState> Arena<T> for Items<T> {
    #[inline]
    fn hash(state: &T) -> u64 {
        // Of the fast hash not all bits depend on all of the state.
        hash_table::of_word(FxBuildHasher.hash_one(state))
    }

    #[inline]
    fn are_equal(one: &T, other: &T) -> bool {
        one == other
    }

    #[inline]
    fn push(&mut self, state: &T, budget: &mut Budget<'_>) -> Result<(), Stop> {
        let chunk = self.len / CHUNK;
        if chunk == self.chunks.len() {
            self.make_room(budget)?;
        }
        let heap = state.heap_bytes();
        if heap > 0 {
            budget.grow(heap)?;
        }
        self.chunks[chunk].push(state.clone());
        self.len += 1;
        Ok(())
    }

    #[inline]
    fn get(&self, id: Id) -> &T {
        let index = id as usize;
        &self.chunks[index / CHUNK][index % CHUNK]
    }

    #[inline]
    fn prefetch(&self, id: Id) {
        let index = id as usize;
        if let Some(state) = self.chunks.get(index / CHUNK).and_then(|chunk| chunk.get(index % CHUNK)) {
            prefetch(state);
        }
    }

    fn len(&self) -> usize {
        self.len
    }
}
