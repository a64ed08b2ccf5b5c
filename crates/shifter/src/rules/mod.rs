//! The plain rules: boards, shifts and locked lines, what a target accepts, and which targets can be
//! reached. No file here depends on a search.

mod board;
mod goal;
mod moves;
mod solvability;

pub use board::Board;
pub use moves::{Direction, Shift, Slide};

pub(crate) use board::{Labels, Line, Locks, MAX_CELLS, MAX_COLOURS, WILD};
pub(crate) use goal::Goal;
pub(crate) use moves::{DIRECTIONS, Moves, first_shift, join, plan, shifts_of, shortest};
pub(crate) use solvability::{is_odd, matches_rotated, unsolvable_reason};
