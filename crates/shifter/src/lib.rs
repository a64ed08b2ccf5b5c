//! The row/column shifter: a move shifts one row or one column of a coloured board by one cell,
//! cyclically, until the board looks like the target. It contains no code for another puzzle and prints nothing.
//!
//! ```
//! use lurd_puzzle::puzzle::Plugin;
//! use lurd_shifter::Shifter;
//!
//! let puzzle = Shifter.read("12/34 -> 21/34")?.remove(0).puzzle?;
//! let mut position = puzzle.start();
//! position.apply("left 0")?;
//! assert!(position.is_solved());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! From top to bottom; each module imports only from those below it:
//! - `plugin`: the plug-in; `puzzle`: a shifter under the traits of `lurd_puzzle::puzzle`, and what can be minimized
//! - `generate`: puzzles at a distance from their target
//! - `rating`: how hard a puzzle is; `census`: statistics of its whole space
//! - `targets`: every board of a space as the target
//! - `play`: positions, keys and pointer, answers press by press, editing
//! - `notation`: every way to write puzzles and answers
//! - `solver`: the searches of `auto`, and which board gets which
//! - `instance`: source, target, labels and gamepad of one puzzle
//! - `spaces`: a puzzle as a space to search, with its heuristics
//! - `gamepad`: from shifts to button presses, and the built-in gamepad layouts
//! - `rules`: boards, shifts, locked lines, solvability

#![cfg_attr(
    not(all(feature = "layout-files", feature = "commands")),
    allow(
        dead_code,
        unused_imports,
        reason = "without layouts in files and commands, some of what serves them is not used"
    )
)]

mod census;
mod gamepad;
mod generate;
mod instance;
mod notation;
mod play;
mod plugin;
mod puzzle;
mod rating;
mod rules;
mod solver;
mod spaces;
mod targets;
#[cfg(test)]
mod tests;

pub use plugin::Shifter;
pub use rules::{Board, Direction, Shift, Slide};
pub use spaces::packed::Packed;
