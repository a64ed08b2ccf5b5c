//! One level seen as a space: by pushes, or by the player's moves.

mod carries;
mod ground;
pub(super) mod hand;
mod lifted;
mod moves;
mod nearby;
mod packing;
mod penalties;
mod pulls;
mod pushes;
pub(super) mod reach;
mod region;
mod regions;
mod scratch;

pub use carries::{Carry, CarrySpace};
pub use moves::{MoveSpace, Price};
pub use packing::Packing;
pub use pushes::PushSpace;
pub(in crate::sokoban) use region::Region;

use super::Direction;
use super::board::Cell;

/// Pushing one box: the action of both spaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Push {
    /// Where the box is.
    pub from: Cell,
    /// Which way it goes.
    pub direction: Direction,
    /// How many cells.
    pub count: Cell,
}
