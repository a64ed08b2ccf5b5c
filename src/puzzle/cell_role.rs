//! What the letters of boards and pictures stand for, so that they can be coloured. A colour never
//! says more than its letter does.

/// The part that a letter plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CellRole {
    /// None in particular.
    #[default]
    Plain,
    /// A frame, a number of a row: there to find one's way.
    Faint,
    /// What nothing passes.
    Wall,
    /// What the person moves.
    Player,
    /// What is to be moved.
    Piece,
    /// Where it is to go.
    Goal,
    /// What has arrived.
    Placed,
    /// One of several kinds of tiles.
    Tile(u8),
}
