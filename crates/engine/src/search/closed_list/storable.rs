//! Which closed lists store which states, and the arena for states of any type.

use std::{hash::BuildHasher, mem::size_of};

use rustc_hash::FxBuildHasher;

use super::{
    hash_table,
    id_store::{Arena, IdSet, IdStore, NoCache},
    key_set::{KeySet, KeyedArena},
    key_store::KeyStore,
    processor::prefetch,
    store::{Id, Inserted, Nodes, Offers, PerState, Probe, Store, VisitedSet},
    word_store::{WordSet, WordStore},
};
use crate::{
    budget::Budget,
    outcome::Stop,
    search::erased::{Coding, Direct, Key, Numbered},
    space::{PlainState, Reused, Space, State},
};

/// A state that closed lists can store: `u64`, `[u64]` and every [`PlainState`].
pub trait Storable: State {
    /// Store of the strategies that need ids and costs.
    type Closed: Store<Self>;
    /// Set of the breadth-first strategies.
    type Visited: VisitedSet<Self> + Send + Sync;
    /// The keys by which searches by name store states.
    type Coding: Coding<Self, Key: Key + Storable>;
}

impl Storable for u64 {
    type Closed = KeyStore<PerState<u64>>;
    type Visited = KeySet<PerState<u64>>;
    type Coding = Direct;
}

impl Storable for [u64] {
    type Closed = WordStore;
    type Visited = WordSet;
    type Coding = Direct;
}

impl<T: PlainState> Storable for T {
    type Closed = PlainStore<Self>;
    type Visited = PlainSet<Self>;
    type Coding = Numbered<Self>;
}

/// A space with [`Storable`] states. Implemented for all of them.
pub trait Searched: Space<State: Storable> {}

impl<S: Space<State: Storable>> Searched for S {}

/// A store of states of any type: by their keys, if they have any.
pub enum PlainStore<T> {
    Keys(KeyStore<Items<T>>),
    Ids(IdStore<T, Items<T>>),
}

impl<T: PlainState> Store<T> for PlainStore<T> {
    fn new(bits: u32) -> Self {
        match T::KEY_BITS {
            0 => Self::Ids(Store::<T>::new(bits)),
            bits => Self::Keys(KeyStore::with_bits(bits)),
        }
    }

    fn insert(&mut self, state: &T, budget: &mut Budget<'_>) -> Result<Inserted, Stop> {
        match self {
            Self::Keys(keys) => keys.insert(state, budget),
            Self::Ids(ids) => ids.insert(state, budget),
        }
    }

    fn insert_list(
        &mut self,
        states: &Reused<T>,
        found: &mut Vec<Inserted>,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop> {
        match self {
            Self::Keys(keys) => keys.insert_list(states.as_slice(), found, budget),
            Self::Ids(ids) => ids.insert_list(states, found, budget),
        }
    }

    #[inline]
    fn offer_list(
        &mut self,
        states: &Reused<T>,
        parent: Id,
        offers: &mut impl Offers,
        nodes: &mut Nodes,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop> {
        match self {
            Self::Keys(keys) => keys.offer_list(states.as_slice(), parent, offers, nodes, budget),
            Self::Ids(ids) => ids.offer_list(states, parent, offers, nodes, budget),
        }
    }

    fn find(&self, state: &T) -> Option<Id> {
        match self {
            Self::Keys(keys) => keys.find(state.key()),
            Self::Ids(ids) => ids.find(state),
        }
    }

    #[inline]
    fn state(&self, id: Id) -> &T {
        match self {
            Self::Keys(keys) => Arena::get(keys.states(), id),
            Self::Ids(ids) => ids.state(id),
        }
    }

    #[inline]
    fn prefetch(&self, id: Id) {
        match self {
            Self::Keys(keys) => Arena::prefetch(keys.states(), id),
            Self::Ids(ids) => ids.prefetch(id),
        }
    }

    #[inline]
    fn len(&self) -> usize {
        match self {
            Self::Keys(keys) => Arena::len(keys.states()),
            Self::Ids(ids) => ids.len(),
        }
    }
}

/// A set of states of any type: by their keys, if they have any.
pub enum PlainSet<T> {
    Keys(KeySet<Items<T>>),
    Ids(IdSet<T, Items<T>, NoCache>),
}

impl<T: PlainState> VisitedSet<T> for PlainSet<T> {
    fn new(bits: u32) -> Self {
        match T::KEY_BITS {
            0 => Self::Ids(VisitedSet::<T>::new(bits)),
            bits => Self::Keys(KeySet::with_bits(bits)),
        }
    }

    fn spread(state: &T) -> u64 {
        match T::KEY_BITS {
            0 => <Items<T> as Arena<T>>::hash(state),
            _ => hash_table::of_word(state.key()),
        }
    }

    fn look_ahead(&mut self, states: &Reused<T>, probes: &mut Vec<Probe>) {
        match self {
            Self::Keys(keys) => keys.look_ahead(states.as_slice(), probes),
            Self::Ids(ids) => ids.look_ahead(states, probes),
        }
    }

    fn look_closer(&self, probes: &mut [Probe]) {
        match self {
            Self::Keys(_) => {}
            Self::Ids(ids) => ids.look_closer(probes),
        }
    }

    fn insert_new(
        &mut self,
        states: &Reused<T>,
        probes: &[Probe],
        new: &mut Vec<u32>,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop> {
        match self {
            Self::Keys(keys) => keys.insert_new(states.as_slice(), probes, new, budget),
            Self::Ids(ids) => ids.insert_new(states, probes, new, budget),
        }
    }

    fn is_large(&self) -> bool {
        match self {
            Self::Keys(keys) => keys.is_large(),
            Self::Ids(ids) => ids.is_large(),
        }
    }

    fn prefetch(&self, probe: &Probe) {
        match self {
            Self::Keys(keys) => keys.prefetch(probe),
            Self::Ids(ids) => ids.prefetch(probe),
        }
    }

    fn contains(&self, state: &T, probe: &Probe) -> bool {
        match self {
            Self::Keys(keys) => keys.contains(state.key(), probe),
            Self::Ids(ids) => ids.contains(state, probe),
        }
    }

    #[inline]
    fn state(&self, id: Id) -> &T {
        match self {
            Self::Keys(keys) => Arena::get(keys.states(), id),
            Self::Ids(ids) => ids.state(id),
        }
    }

    #[inline]
    fn len(&self) -> usize {
        match self {
            Self::Keys(keys) => Arena::len(keys.states()),
            Self::Ids(ids) => ids.len(),
        }
    }
}

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

impl<T: PlainState> KeyedArena<T> for Items<T> {
    #[inline]
    fn key(state: &T) -> u64 {
        state.key()
    }

    #[inline]
    fn push(&mut self, state: &T, budget: &mut Budget<'_>) -> Result<(), Stop> {
        Arena::push(self, state, budget)
    }

    #[inline]
    fn extend<'a>(
        &mut self,
        mut states: impl ExactSizeIterator<Item = &'a T>,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop>
    where
        T: 'a,
    {
        states.try_for_each(|state| Arena::push(self, state, budget))
    }

    fn len(&self) -> usize {
        self.len
    }
}
