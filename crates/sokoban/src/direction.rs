//! Directions as LURD writes them.

pub use lurd_puzzle::puzzle::PadDirection as Direction;

// The direction of a search.

/// Whether boxes are pushed or pulled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchDirection {
    /// Forward, from the start of a level to its goals.
    Push,
    /// Backward, from the goals to the start.
    Pull,
}

impl SearchDirection {
    /// The opposite direction.
    #[must_use]
    pub fn reversed(self) -> Self {
        match self {
            Self::Push => Self::Pull,
            Self::Pull => Self::Push,
        }
    }
}
