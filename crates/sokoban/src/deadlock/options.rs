//! Rules that this module only switches on and off. Bounds and spaces apply them.

use super::rule::DeadlockRule;
use crate::board::Board;

/// Dead squares: no box is pushed to a cell from which it can reach no goal, even alone on the board.
///
/// Other boxes only restrict it further, so no solution ever has a box there. The cells come from
/// [`Distances::is_live`](crate::bounds::Distances::is_live); the spaces leave such pushes out
/// ([`Rules::box_may_stand`](super::Rules::box_may_stand)).
pub(crate) struct DeadSquares;

impl DeadlockRule for DeadSquares {
    const NAME: &'static str = "dead-squares";
    const SUMMARY: &'static str = "no box is pushed to a square from which it can reach no goal";

    fn new(_: &Board) -> Self {
        Self
    }
}

/// Assignment: a position is dead if its boxes cannot be assigned to different goals that they can reach.
///
/// In a solution each box ends on a goal of its own, which it can reach alone on the board. Where there are more
/// boxes than goals, the goals are what must be assigned. The lower bound finds this out anyway
/// ([`bounds::assignment`](crate::bounds::assignment)); the rule decides whether such a position is pruned.
pub(crate) struct Assignment;

impl DeadlockRule for Assignment {
    const NAME: &'static str = "assignment";
    const SUMMARY: &'static str = "each box needs a goal of its own that it can reach";

    fn new(_: &Board) -> Self {
        Self
    }
}

/// Pairs: two boxes that get in each other's way need more pushes than each alone, or are dead together.
///
/// The argument and the table are in [`bounds::pair_penalties`](crate::bounds::pair_penalties). The penalties of
/// disjoint pairs are added to the lower bound; a pair without any solution makes the position dead.
pub(crate) struct Pairs;

impl DeadlockRule for Pairs {
    const NAME: &'static str = "pairs";
    const SUMMARY: &'static str = "two boxes in each other's way cost extra pushes or are dead";

    fn new(_: &Board) -> Self {
        Self
    }
}

/// Pattern databases: groups of boxes that get in each other's way or compete for goals need more pushes than each box
/// alone, or are dead together.
///
/// The argument is in [`bounds::pattern_database`](crate::bounds::pattern_database). Databases are built only
/// when a search for a proof takes long.
pub(crate) struct PatternDatabases;

impl DeadlockRule for PatternDatabases {
    const NAME: &'static str = "pattern-databases";
    const SUMMARY: &'static str = "groups of boxes cost extra pushes or are dead, in long proofs";

    fn new(_: &Board) -> Self {
        Self
    }
}

/// Symmetry reduction: positions that are images of each other under a symmetry of the floor are searched once.
///
/// Let m be a reflection or rotation that maps the floor onto itself and goals onto goals. It maps pushes onto
/// pushes, and solved positions onto solved ones, so a position and its image need equally many pushes and
/// moves, or have no solution both. A search may therefore replace each successor by one representative of its
/// class ([`Representatives`](crate::state::Representatives)): costs stay the same, and a path of
/// representatives is turned back into pushes from the start by the images that were chosen along it. Where
/// the boxes of the start stand does not matter.
///
/// In planning, such a representative is called a canonical state: N. Pochter, A. Zohar & J. S. Rosenschein, "Exploiting
/// problem symmetries in state-based planners" (2011).
pub(crate) struct SymmetryReduction;

impl DeadlockRule for SymmetryReduction {
    const NAME: &'static str = "symmetry";
    const SUMMARY: &'static str = "of mirror images and rotations of a position only one is searched";

    fn new(_: &Board) -> Self {
        Self
    }
}

/// Goal rooms: where all goals are in a room with few doors, the pushes in the room and those outside are bounded separately.
///
/// The argument is in [`spaces::goal_room`](crate::spaces). The sum is a lower bound of the start only.
pub(crate) struct GoalRooms;

impl DeadlockRule for GoalRooms {
    const NAME: &'static str = "goal-rooms";
    const SUMMARY: &'static str = "a room with all goals and few doors is solved separately, for a lower bound";

    fn new(_: &Board) -> Self {
        Self
    }
}
