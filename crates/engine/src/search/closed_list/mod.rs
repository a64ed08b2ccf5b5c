//! Closed lists: every state that a search has visited, stored once.
//!
//! Strategies use a [`Closed`] list where costs matter and a [`Tree`] where states are found in the
//! order of their distance. Both name a state by its [`Id`] and work on any [`Storable`] state: it
//! names the `Store` and the `VisitedSet` that suit it.
//!
//! From top to bottom:
//! - `tree`: the two lists
//! - `storable`: which lists store which states; the arena for states of any type
//! - `key_store`: states of one word with ids
//! - `word_store`: the arena for states of several words
//! - `id_store`: states in an arena, found by a hash table of ids
//! - `key_set`: visited states of one word without ids; the cache of recent states
//! - `hash_table`: the hash table of the packed stores, its buckets, and the hashes of states
//! - `store`: the traits of stores and visited sets, ids, and values of each state
//! - `processor`: prefetching and comparison of keys

mod hash_table;
mod id_store;
mod key_set;
mod key_store;
mod processor;
mod storable;
mod store;
mod tree;
mod word_store;

pub use storable::{Searched, Storable};

pub(super) use store::{Id, InsertOutcome, Inserted, NO_PARENT, Node, PerState, Probe, WideCosts};
pub(super) use tree::{Closed, Layer, Parents, Reached, Tree};
