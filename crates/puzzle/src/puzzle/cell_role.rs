//! The roles of cells in boards and pictures, which determine their colours.

/// The role of a cell, which determines its colour. The letter of the cell has the same information.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CellRole {
    /// Nothing special.
    #[default]
    Plain,
    /// A frame or the number of a row.
    Faint,
    /// An obstacle.
    Wall,
    /// The piece that the player moves.
    Player,
    /// A piece to be brought to a goal.
    Piece,
    /// A goal.
    Goal,
    /// A piece on a goal.
    Placed,
    /// An empty cell that an overlay marks.
    Marked,
    /// An empty cell that an overlay marks as bad.
    Danger,
    /// One of several kinds of tiles.
    Tile(u8),
}
