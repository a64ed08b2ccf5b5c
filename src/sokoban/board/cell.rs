//! How the squares that matter are counted.

/// A square the player could reach if there were no boxes, numbered from 0 in reading order.
pub type Cell = u16;

/// The neighbour of a cell where a wall is.
pub const WALL: Cell = Cell::MAX;
