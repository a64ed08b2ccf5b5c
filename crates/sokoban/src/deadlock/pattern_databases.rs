//! Pattern databases: groups of boxes that get in each other's way or compete for goals need more pushes than each box
//! alone, or are dead together.
//!
//! The argument is in [`bounds::pattern_database`](crate::bounds::pattern_database). Databases are built only
//! when a search for a proof takes long.

use crate::board::Board;
use crate::deadlock::rule::DeadlockRule;

/// The rule; the space keeps the database.
pub(crate) struct PatternDatabases;

impl DeadlockRule for PatternDatabases {
    const NAME: &'static str = "pattern-databases";
    const SUMMARY: &'static str = "groups of boxes cost extra pushes or are dead, in long proofs";

    fn new(_: &Board) -> Self {
        Self
    }
}
