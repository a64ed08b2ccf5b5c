//! The plain rules: boards, shifts and locked lines, what a target accepts, and which targets can be
//! reached. No file here depends on a search.

mod board;
mod goal;
mod labels;
mod locks;
mod moves;
mod permutation;
mod shift;
mod solvability;

pub use board::Board;
pub(crate) use board::{Line, MAX_CELLS, MAX_COLOURS, WILD};
pub(crate) use goal::Goal;
pub(crate) use labels::Labels;
pub(crate) use locks::Locks;
pub use moves::Slide;
pub(crate) use moves::{Moves, first_shift, plan, shifts_of, shortest};
pub(crate) use permutation::is_odd;
pub(crate) use shift::{DIRECTIONS, join};
pub use shift::{Direction, Shift};
pub(crate) use solvability::{matches_rotated, unsolvable_reason};
