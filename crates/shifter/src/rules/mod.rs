//! The plain rules: boards, shifts and locked lines, what a target accepts, and which targets can be
//! reached. No file here depends on a search.

mod board;
mod goal;
mod moves;
mod shift;
mod solvability;

pub use board::Board;
pub use moves::Slide;
pub use shift::{Direction, Shift};

pub(crate) use board::{Labels, Line, Locks, MAX_CELLS, MAX_COLOURS, WILD};
pub(crate) use goal::Goal;
pub(crate) use moves::{Moves, first_shift, plan, shifts_of, shortest};
pub(crate) use shift::{DIRECTIONS, join};
pub(crate) use solvability::{is_odd, matches_rotated, unsolvable_reason};
