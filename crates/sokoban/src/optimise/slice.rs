//! A part of a solution, and the result of a search for a cheaper way through it.

use crate::board::Cell;
use crate::direction::Direction;
use crate::optimise::order::Order;
use crate::state::Push;

/// A part of a solution.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slice<'s> {
    /// The boxes at its start.
    pub(super) boxes: &'s [Cell],
    /// The player at its start.
    pub(super) player: Cell,
    /// The direction of the push before it.
    pub(super) before: Option<Direction>,
    /// The boxes at its end, as many as at its start.
    pub(super) end: &'s [Cell],
    /// Where the player must get at the end: the stand of the next push.
    pub(super) stand: Option<Cell>,
    /// The cost of the known way, with the walk to `stand`. Only cheaper ways count.
    pub(super) cost: u64,
    pub(super) order: Order,
    /// The most expansions.
    pub(super) effort: u64,
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum SliceVerdict {
    /// A cheapest way in the vicinity.
    Cheaper(Vec<Push>),
    /// There is no cheaper way in the vicinity.
    Cheapest,
    /// The search did not end within its expansions or its memory.
    TooLong {
        /// Every way in the vicinity costs at least as much.
        bound: u64,
    },
}
