//! Saved solutions: in a file named by the user, and in the user's folder of solutions.
//!
//! Both hold files that other Sokoban programs read. A solution is added only if no saved one is at least as
//! good, and never replaces one. Solutions found by the player are marked in their title
//! (`Solution 41/13 (played)`), which other programs take for a part of the title; only these count as
//! progress, and they are compared only with each other.
//!
//! - `store`: the user's folder: one file per puzzle, listed; solutions one by one, into and out of it
//! - `save`: adds a game to a file; the solutions saved in a file, compared; rewrites a file
//! - `pasted`: the collection of puzzles that were typed or pasted
//! - `file`: updates a file atomically; errors

mod file;
pub mod pasted;
mod save;
mod store;

pub use file::SaveError;
pub use save::{
    BestSolutions, GameToSave, KnownSolution, SaveOutcome, add, at_least_as_good, is_played, keeper, keeper_for,
    mark_played, primary as primary_metrics,
};
pub(crate) use save::{best, untitled};
pub use store::{KeptLevel, SolutionStore, StoredSolution, exported, keepers_of};
