//! Dead squares: no box is pushed to a cell from which it can reach no goal, even alone on the board.
//!
//! Other boxes only restrict it further, so no solution ever has a box there. The cells come from
//! [`Distances::is_live`](crate::bounds::Distances::is_live); the spaces leave such pushes out
//! ([`Rules::box_may_stand`](super::Rules::box_may_stand)).

use crate::board::Board;
use crate::deadlock::rule::DeadlockRule;

/// The rule; it keeps nothing.
pub(crate) struct DeadSquares;

impl DeadlockRule for DeadSquares {
    const NAME: &'static str = "dead-squares";
    const SUMMARY: &'static str = "no box is pushed to a square from which it can reach no goal";

    fn new(_: &Board) -> Self {
        Self
    }
}
