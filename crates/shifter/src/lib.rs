//! The row/column shifter: a move shifts one row or one column of a coloured board by one cell,
//! cyclically, until the board looks like the target.
//!
//! From top to bottom; each module imports only from those below it:
//! - `plugin`: the plug-in; `puzzle`: a shifter under the traits of `lurd_puzzle::puzzle`
//! - `generate`: puzzles at a distance from their target; `rating`: how hard a puzzle is
//! - `state_space`: statistics of whole spaces
//! - `play`: positions, keys and pointer, answers press by press, editing
//! - `notation`: every way to write puzzles and answers
//! - `solver`: the searches of `auto`, and which board gets which
//! - `objectives`: what can be minimized, and the metrics of an answer
//! - `instance`: source, target, labels and gamepad of one puzzle
//! - `spaces`: a puzzle as a space to search, with its heuristics
//! - `layouts`: the built-in gamepad layouts; `gamepad`: from shifts to button presses
//! - `rules`: boards, shifts, locked lines, solvability

#![cfg_attr(
    not(feature = "layout-files"),
    allow(
        dead_code,
        unused_imports,
        reason = "without layouts in files, some of what reads them is not used"
    )
)]

mod gamepad;
mod generate;
mod instance;
mod layouts;
mod notation;
mod objectives;
mod play;
mod plugin;
mod puzzle;
mod rating;
mod rules;
mod solver;
mod spaces;
mod state_space;
#[cfg(test)]
mod tests;
mod twsearch;

pub use plugin::Shifter;
pub use rules::{Board, Direction, Shift, Slide};
pub use spaces::packed::Packed;
