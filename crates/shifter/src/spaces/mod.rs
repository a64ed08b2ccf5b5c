//! A puzzle as a space to search, in three encodings, with its heuristics and its move pruning.

pub(crate) mod button_space;
pub(crate) mod byte_space;
pub(crate) mod fields;
pub(crate) mod move_pruning;
pub(crate) mod packed;
pub(crate) mod rank;
pub(crate) mod torus_distance;
