//! The contents of a square.

/// The number of kinds of squares.
pub(crate) const SQUARES: usize = 7;

/// The contents of a square of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Square {
    /// An empty square.
    Floor,
    /// A wall.
    Wall,
    /// An empty goal.
    Goal,
    /// A box off goal.
    Box,
    /// A box on a goal.
    BoxOnGoal,
    /// The player off goal.
    Player,
    /// The player on a goal.
    PlayerOnGoal,
}

impl Square {
    pub(crate) fn has_box(self) -> bool {
        matches!(self, Self::Box | Self::BoxOnGoal)
    }

    pub(crate) fn has_goal(self) -> bool {
        matches!(self, Self::Goal | Self::BoxOnGoal | Self::PlayerOnGoal)
    }

    pub(crate) fn has_player(self) -> bool {
        matches!(self, Self::Player | Self::PlayerOnGoal)
    }

    /// The square with a player on it, if it is free.
    pub(crate) fn with_player(self) -> Option<Self> {
        match self {
            Self::Floor => Some(Self::Player),
            Self::Goal => Some(Self::PlayerOnGoal),
            _ => None,
        }
    }
}
