//! Which closed lists store which states, and the store for states of any type.

use std::{borrow::Borrow, hash::BuildHasher, mem::size_of};

use indexmap::IndexMap;
use indexmap::map::raw_entry_v1::{RawEntryApiV1, RawEntryMut};
use rustc_hash::FxBuildHasher;

use super::{
    key_set::KeySet,
    key_store::KeyStore,
    store::{Id, Inserted, Store, VisitedSet, VisitedStore},
    word_store::{WordSet, WordStore},
};
use crate::{
    budget::Budget,
    outcome::{Limit, Stop},
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
    type Closed = IndexStore<Self>;
    type Visited = VisitedStore<IndexStore<Self>>;
}

/// A space with [`Storable`] states. Implemented for all of them.
pub trait Searched: Space<State: Storable> {}

impl<S: Space<State: Storable>> Searched for S {}

// A store for states of any type: an `IndexMap`.

/// A hash map of states in the order of insertion.
pub struct IndexStore<S: State + ?Sized> {
    map: IndexMap<S::Owned, (), FxBuildHasher>,
    hasher: FxBuildHasher,
}

impl<S: State + ?Sized> IndexStore<S> {
    /// Grows the map to twice its capacity, or less near the memory limit.
    #[cold]
    fn make_room(&mut self, budget: &mut Budget<'_>) -> Result<(), Stop> {
        let old = self.map.capacity();
        // Ids are 32 bits wide, and the last of them is `NO_PARENT`.
        let most = Id::MAX as usize - 1;
        let mut stop = Stop::Limit(Limit::Memory);
        for more in [old.max(16), old / 2, old / 4, old / 8] {
            if more == 0 || old + more > most {
                continue;
            }
            let (before, after) = (Self::table_bytes(old), Self::table_bytes(old + more));
            // The old table lives until the new one is filled.
            match budget.grow(after) {
                Ok(()) => {
                    self.map.reserve_exact(more);
                    budget.shrink(before);
                    return Ok(());
                }
                Err(refused) => stop = refused,
            }
        }
        Err(stop)
    }

    /// Bytes of a map with capacity `entries`: the array of entries, and a hash table of their
    /// positions (a power of two of slots, at most 7/8 full, 8 + 1 bytes each).
    fn table_bytes(entries: usize) -> u64 {
        if entries == 0 {
            return 0;
        }
        let slots = (entries * 8 / 7 + 1).next_power_of_two();
        (entries * (size_of::<S::Owned>() + size_of::<usize>()) + slots * 9) as u64
    }
}

impl<S: State + ?Sized> Store<S> for IndexStore<S> {
    fn new(_: u32) -> Self {
        Self { map: IndexMap::with_hasher(FxBuildHasher), hasher: FxBuildHasher }
    }

    fn insert(&mut self, state: &S, budget: &mut Budget<'_>) -> Result<Inserted, Stop> {
        let hash = self.hasher.hash_one(state);
        if let Some(index) = self.map.raw_entry_v1().index_from_hash(hash, |key| Borrow::<S>::borrow(key) == state) {
            return Ok(Inserted::Old(as_id(index)));
        }
        if self.map.len() == self.map.capacity() {
            self.make_room(budget)?;
        }
        budget.grow(state.heap_bytes())?;
        let id = as_id(self.map.len());
        match self.map.raw_entry_mut_v1().from_hash(hash, |_| false) {
            RawEntryMut::Vacant(entry) => entry.insert_hashed_nocheck(hash, state.to_owned(), ()),
            RawEntryMut::Occupied(_) => unreachable!("nothing equals by |_| false"),
        };
        Ok(Inserted::New(id))
    }

    fn find(&self, state: &S) -> Option<Id> {
        let hash = self.hasher.hash_one(state);
        self.map.raw_entry_v1().index_from_hash(hash, |key| Borrow::<S>::borrow(key) == state).map(as_id)
    }

    fn state(&self, id: Id) -> &S {
        let (state, ()) = self.map.get_index(id as usize).expect("ids come from this store");
        state.borrow()
    }

    fn len(&self) -> usize {
        self.map.len()
    }
}

/// Converts a position in the map.
#[expect(clippy::cast_possible_truncation, reason = "make_room refuses more entries than ids")]
fn as_id(index: usize) -> Id {
    index as Id
}
