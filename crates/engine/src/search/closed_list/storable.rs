//! How states are stored.

use super::{
    per_state::Id,
    rows::{Pairs, Rows, WordRows},
    visited::{Dense, Keys, Visited},
};
use crate::{
    search::erased::{Coding, Direct, Key, Numbered},
    space::{PlainState, Space, State},
};

/// A state that closed lists can store: `u64`, `[u64]` and every [`PlainState`].
pub trait Storable: State {
    /// States by id, with a value each.
    type Rows<V: Copy>: Rows<Self, V>;
    /// What breadth-first search stores.
    type Visited: Visited<Self>;
    /// The keys by which searches by name store states.
    type Coding: Coding<Self, Key: Key + Storable>;
}

impl Storable for u64 {
    type Rows<V: Copy> = Pairs<Self, V>;
    type Visited = Keys;
    type Coding = Direct;
}

impl Storable for [u64] {
    type Rows<V: Copy> = WordRows<V>;
    type Visited = Dense<WordRows<Id>>;
    type Coding = Direct;
}

impl<T: PlainState> Storable for T {
    type Rows<V: Copy> = Pairs<Self, V>;
    type Visited = Dense<Pairs<Self, Id>>;
    type Coding = Numbered<Self>;
}

/// A space with [`Storable`] states. Implemented for all of them.
pub trait Searched: Space<State: Storable> {}

impl<S: Space<State: Storable>> Searched for S {}
