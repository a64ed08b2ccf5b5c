//! The push of one box.

use crate::sokoban::board::Cell;
use crate::sokoban::direction::Direction;

/// The push of one box: the action of the spaces of pushes and of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Push {
    /// Where the box is.
    pub from: Cell,
    /// Which way it goes.
    pub direction: Direction,
    /// How many cells.
    pub count: Cell,
}
