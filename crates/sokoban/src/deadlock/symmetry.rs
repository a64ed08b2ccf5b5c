//! Symmetry: positions that are images of each other under a symmetry of the floor are searched once.
//!
//! Let m be a reflection or rotation that maps the floor onto itself and goals onto goals. It maps pushes onto
//! pushes, and solved positions onto solved ones, so a position and its image need equally many pushes and
//! moves, or have no solution both. A search may therefore replace each successor by one representative of its
//! class ([`Representatives`](crate::state::Representatives)): costs stay the same, and a path of
//! representatives is turned back into pushes from the start by the images that were chosen along it. Where
//! the boxes of the start stand does not matter.
//!
//! In planning, such a representative is called a canonical state: N. Pochter, A. Zohar & J. S. Rosenschein, "Exploiting
//! problem symmetries in state-based planners" (2011).

use crate::board::Board;
use crate::deadlock::rule::DeadlockRule;

/// The rule; the spaces look at [`Rules`](super::Rules).
pub(crate) struct Symmetry;

impl DeadlockRule for Symmetry {
    const NAME: &'static str = "symmetry";
    const SUMMARY: &'static str = "of mirror images and rotations of a position only one is searched";

    fn new(_: &Board) -> Self {
        Self
    }
}
