//! The static topology of a level, computed once; `goal_room`: a part of the floor with all goals, and the rest.

pub(super) mod floor_graph;
pub(super) mod goal_room;
mod topology;

pub use topology::{Balance, Board, Cell, WALL};
