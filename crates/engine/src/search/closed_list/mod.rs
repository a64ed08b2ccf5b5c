//! Closed lists: every state that a search has visited, stored once.
//!
//! Strategies use a [`Closed`] list where costs matter and a [`Tree`] where states are found in the
//! order of their distance. Both name a state by its [`Id`] and work on any [`Storable`] state: it
//! names the `Store` and the [`VisitedSet`] that suit it.

mod arena;
mod closed;
mod hash;
mod hash_table;
mod id;
mod index_store;
mod key_bucket;
mod key_set;
mod key_store;
mod per_state;
mod processor;

mod recent;
mod slot_bucket;
mod storable;
mod store;
mod tree;
mod visited_set;
mod word_set;
mod word_store;

pub(super) use closed::{Closed, Parents};
pub(super) use id::{Id, NO_PARENT};
pub(super) use per_state::PerState;
pub use storable::{Searched, Storable};
pub(super) use store::{InsertOutcome, Inserted, Node};
pub(super) use tree::{Layer, Tree};
pub(super) use visited_set::{Probe, VisitedSet};
