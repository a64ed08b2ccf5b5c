//! Which closed lists store which states.

use super::index_store::IndexStore;
use super::key_set::KeySet;
use super::key_store::KeyStore;
use super::store::Store;
use super::visited_set::{VisitedSet, VisitedStore};
use super::word_set::WordSet;
use super::word_store::WordStore;
use crate::space::{PlainState, Space, State};

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
