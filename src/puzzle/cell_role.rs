//! The roles of cells in boards and pictures, by which they are coloured.

/// The role of a cell. Colour only repeats what the letter says.
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
