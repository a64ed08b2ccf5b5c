//! The searches of `auto`, and which board gets which.
//!
//! - `optimise`: known answers made shorter
//! - `presses`: for the fewest presses
//! - `auto`: for the fewest shifts, by the search that suits the board
//! - `anytime`: an answer at once, then better ones, for boards too large to search
//! - `ida_4x4`: IDA* for boards of 4 x 4 with many colours
//! - `layered_bidirectional`: breadth-first search from both ends for boards of up to 16 cells
//! - `independent_lines`: boards where only rows, or only columns, can be shifted
//! - `board_set`: hash sets of boards
//! - `outcomes`: from the end of a search to its outcome

mod anytime;
pub(crate) mod auto;
mod board_set;
mod ida_4x4;
mod independent_lines;
mod layered_bidirectional;
pub(crate) mod optimise;
mod outcomes;
pub(crate) mod presses;
