//! The numbering of the squares that the player can reach.

/// A square that the player could reach if there were no boxes, numbered from 0 in reading order.
pub type Cell = u16;

/// The number of a neighbour that is a wall.
pub const WALL: Cell = Cell::MAX;
