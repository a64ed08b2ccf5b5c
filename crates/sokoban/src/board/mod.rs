//! The static topology of a level, computed once.

mod biconnected;
mod cell;
pub(super) mod floor_graph;
mod topology;

pub use cell::{Cell, WALL};
pub use topology::{Balance, Board};
