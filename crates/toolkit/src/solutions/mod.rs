//! Saved solutions: in a file named by the user, and in the user's folder of solutions.
//!
//! Both hold files that other Sokoban programs read. A solution is added only if no saved one is at least as
//! good, and never replaces one. Solutions found by the player are marked in their title
//! (`Solution 41/13 (played)`), which other programs take for a part of the title; only these count as
//! progress, and they are compared only with each other.

mod file;
mod inventory;
mod ranking;
mod records;
mod rewrite;
mod save;
mod save_error;
mod store;
mod stored;
mod transfer;

pub use inventory::KeptLevel;
pub use ranking::at_least_as_good;
pub use ranking::primary as primary_metrics;
pub use records::{KnownSolution, Records};
pub use save::{GameToSave, SaveOutcome, add, check_ending, keeper};
pub use save_error::SaveError;
pub use store::Store;
pub use stored::StoredSolution;
pub use transfer::{exported, keepers_of};
