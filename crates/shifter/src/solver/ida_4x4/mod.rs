//! IDA* (Korf, *Depth-first iterative-deepening*, 1985) for boards of four rows and columns with too many
//! arrangements for a bidirectional search.
//!
//! - `search`: the search, the bounds of one target, and the boards around it
//! - `pattern_database`: the table of eight tiles, its symmetries, and its file
//! - `walking_distance`: the bound that needs no stored table, and the board as the bounds see it

mod pattern_database;
mod search;
#[cfg(test)]
mod tests;
mod walking_distance;

pub(super) use search::{TableUse, fits, search, search_with};
