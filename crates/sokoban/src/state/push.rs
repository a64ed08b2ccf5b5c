//! The action of the spaces of pushes and of moves.

use crate::board::Cell;
use crate::direction::Direction;

/// Pushes one box in a straight line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Push {
    /// The cell of the box.
    pub from: Cell,
    /// The direction of the push.
    pub direction: Direction,
    /// The number of cells.
    pub count: Cell,
}
