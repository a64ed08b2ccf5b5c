//! What lurd does, as values: solving, comparing, playing, editing. It contains no code for a particular puzzle, and
//! nothing here prints or formats.
//!
//! ```
//! use lurd_engine::program::budget::Cancel;
//! use lurd_puzzle::puzzle::Plugin;
//! use lurd_toolkit::search_options::SearchOptions;
//! use lurd_toolkit::solve::solve;
//!
//! let puzzle = lurd_shifter::Shifter.read("12/34 -> 21/34")?.remove(0).puzzle?;
//! let run = solve(puzzle.as_ref(), &SearchOptions::default(), &Cancel::default(), &mut ());
//! assert_eq!(run.verified().expect("an answer").answer.cost, 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![allow(
    missing_docs,
    clippy::missing_errors_doc,
    clippy::missing_panics_doc,
    clippy::must_use_candidate,
    reason = "most items are public for the program alone"
)]

pub mod batch;
pub mod compare;
pub mod convert;
pub mod edit;
pub mod exit;
pub mod generate;
pub mod help_topics;
pub mod keys;
pub mod optimise;
pub mod play;
pub mod results;
pub mod search_options;
pub mod session;
pub mod solutions;
pub mod solve;
pub mod state_space;
#[cfg(any(test, feature = "test-values"))]
pub mod test_puzzle;
pub mod themes;
pub mod verify;
pub mod words;

pub use lurd_disk::{files, folders, line_file};
