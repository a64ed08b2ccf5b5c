//! Assignment: a position is dead if its boxes cannot be assigned to different goals that they can reach.
//!
//! In a solution each box ends on a goal of its own, which it can reach alone on the board. Where there are
//! more boxes than goals, the goals are what must be assigned. The lower bound finds this out anyway
//! ([`bounds::assignment`](crate::bounds::assignment)); the rule decides whether such a position
//! is pruned.

use crate::board::Board;
use crate::deadlock::rule::DeadlockRule;

/// The rule; it keeps nothing.
pub(crate) struct Assignment;

impl DeadlockRule for Assignment {
    const NAME: &'static str = "assignment";
    const SUMMARY: &'static str = "each box needs a goal of its own that it can reach";

    fn new(_: &Board) -> Self {
        Self
    }
}
