//! Dead squares: no box is pushed to a cell from which it can reach no goal, even alone on the board.
//!
//! Other boxes only restrict it further, so no solution ever has a box there. The cells come from
//! [`Distances::is_live`](crate::sokoban::bounds::Distances::is_live); the spaces leave such pushes out
//! ([`Rules::box_may_stand`](super::Rules::box_may_stand)).

use crate::sokoban::board::Board;
use crate::sokoban::deadlock::rule::DeadlockRule;

/// The rule; it keeps nothing.
pub(in crate::sokoban) struct DeadSquares;

impl DeadlockRule for DeadSquares {
    const NAME: &'static str = "dead-squares";
    const SUMMARY: &'static str = "no box is pushed to a square from which it can reach no goal";

    fn new(_: &Board) -> Self {
        Self
    }
}
