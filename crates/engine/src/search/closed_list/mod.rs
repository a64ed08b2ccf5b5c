//! Closed lists: every state that a search has visited, stored once.
//!
//! Strategies use a [`Closed`] list where costs matter, and [`Layered`] states where they are found in the order of their
//! distance. Both name a state by its [`Id`] and work on any [`Storable`] state.
//!
//! From top to bottom:
//! - `closed`: states with costs
//! - `layered`: states in the order of their distance
//! - `storable`: how states are stored
//! - `visited`: states with parents; keys of states without ids
//! - `rows`: states by id
//! - `per_state`: ids, nodes, and values of each state
//!
//! The hash table is `crate::table`, because successors are prefetched there while they are generated.

mod closed;
mod layered;
mod per_state;
mod rows;
mod storable;
mod visited;

pub use storable::{Searched, Storable};

pub(super) use closed::{Closed, Found};
pub(super) use layered::{Layer, Layered};
pub(super) use per_state::{Id, NO_PARENT, Node, Parents, PerState};
