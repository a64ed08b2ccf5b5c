//! The order of values by which solutions are compared, and its weights in one number.

use crate::notation::metrics::Primary;

/// The values that a search minimizes, the first one first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Order {
    /// Pushes only. The player may be anywhere in its region.
    Pushes,
    /// Pushes, then moves, then box lines.
    PushesMoves,
    /// Moves, then pushes, then box lines.
    MovesPushes,
}

/// The bits of a value in a combined cost. Slices have fewer than 2^20 moves.
const VALUE_BITS: u32 = 20;

impl Order {
    /// The order of all values that a primary metric means.
    pub(super) fn of(primary: Primary) -> Self {
        match primary {
            Primary::Pushes => Self::PushesMoves,
            Primary::Moves => Self::MovesPushes,
        }
    }

    /// The cost of walking by `steps`.
    #[inline]
    pub(super) fn walk(self, steps: u32) -> u64 {
        match self {
            Self::Pushes => 0,
            Self::PushesMoves => u64::from(steps) << VALUE_BITS,
            Self::MovesPushes => u64::from(steps) << (2 * VALUE_BITS),
        }
    }

    /// The cost of pushes, which are moves, too.
    #[inline]
    pub(super) fn pushes(self, count: u32) -> u64 {
        let one = match self {
            Self::Pushes => 1,
            Self::PushesMoves | Self::MovesPushes => 1 << (2 * VALUE_BITS) | 1 << VALUE_BITS,
        };
        u64::from(count) * one
    }

    /// The cost of the beginning of a box line.
    #[inline]
    pub(super) fn line(self) -> u64 {
        u64::from(self != Self::Pushes)
    }

    /// The first value of a combined cost.
    pub(super) fn first(self, cost: u64) -> u64 {
        match self {
            Self::Pushes => cost,
            Self::PushesMoves | Self::MovesPushes => cost >> (2 * VALUE_BITS),
        }
    }

    /// Whether the exact cell of the player matters.
    #[inline]
    pub(super) fn counts_moves(self) -> bool {
        self != Self::Pushes
    }
}
