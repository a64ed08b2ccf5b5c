//! Breadth-first search of spaces whose states have numbers, in a table of one byte per state.

mod depth_table;
mod distance_table;
mod generic_walker;
mod layers;
mod pass;

pub(super) use distance_table::goal_ranks;
pub use distance_table::{DistanceTable, Origin, enumerate_all};
pub(super) use layers::Layers;
