//! The static topology of a level, computed once.

pub(super) mod floor_graph;
mod topology;

pub use topology::{Balance, Board, Cell, WALL};
