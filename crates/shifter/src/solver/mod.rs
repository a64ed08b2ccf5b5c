//! The searches of `auto`, and which board gets which.
//!
//! - `presses`: for the fewest presses
//! - `auto`: for the fewest shifts, by the search that suits the board; known answers made shorter
//! - `anytime`: an answer at once, then better ones, for boards too large to search
//! - `ida_4x4`: IDA* for boards of 4 x 4 with many colours
//! - `layered_bidirectional`: breadth-first search from both ends for boards of up to 16 cells; hash sets of boards
//! - `independent_lines`: boards where only rows, or only columns, can be shifted
//! - `outcomes`: from the end of a search to its outcome

mod anytime;
pub(crate) mod auto;
mod ida_4x4;
mod independent_lines;
mod layered_bidirectional;
mod outcomes;
pub(crate) mod presses;
