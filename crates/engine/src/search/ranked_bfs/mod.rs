//! Breadth-first search of spaces whose states have numbers, in a table of one byte per state.

mod depth_table;
mod layers;

pub use layers::{DistanceTable, Origin, enumerate_all};

pub(super) use layers::{Layers, goal_ranks};
