//! What stands on one square of a level.

/// What stands on one square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Square {
    /// Nothing.
    Floor,
    /// A wall.
    Wall,
    /// A goal and nothing on it.
    Goal,
    /// A box that is not on a goal.
    Box,
    /// A box on a goal.
    BoxOnGoal,
    /// The player, not on a goal.
    Player,
    /// The player on a goal.
    PlayerOnGoal,
}

impl Square {
    /// Whether a box is there.
    #[must_use]
    pub fn has_box(self) -> bool {
        matches!(self, Self::Box | Self::BoxOnGoal)
    }

    /// Whether a goal is there.
    #[must_use]
    pub fn has_goal(self) -> bool {
        matches!(self, Self::Goal | Self::BoxOnGoal | Self::PlayerOnGoal)
    }

    /// Whether a player is there.
    #[must_use]
    pub fn has_player(self) -> bool {
        matches!(self, Self::Player | Self::PlayerOnGoal)
    }

    /// The square with a player on it, if one may stand there.
    #[must_use]
    pub fn with_player(self) -> Option<Self> {
        match self {
            Self::Floor => Some(Self::Player),
            Self::Goal => Some(Self::PlayerOnGoal),
            _ => None,
        }
    }
}
