//! Pairs: two boxes that get in each other's way need more pushes than each alone, or are dead together.
//!
//! The argument and the table are in
//! [`bounds::pair_penalties`](crate::bounds::pair_penalties). The penalties of disjoint pairs are
//! added to the lower bound; a pair without any solution makes the position dead.

use crate::board::Board;
use crate::deadlock::rule::DeadlockRule;

/// The rule; it keeps nothing.
pub(crate) struct Pairs;

impl DeadlockRule for Pairs {
    const NAME: &'static str = "pairs";
    const SUMMARY: &'static str = "two boxes in each other's way cost extra pushes or are dead";

    fn new(_: &Board) -> Self {
        Self
    }
}
