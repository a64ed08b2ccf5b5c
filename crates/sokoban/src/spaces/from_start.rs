//! The pushes that a path stands for.

use crate::state::Push;
use lurd_engine::space::Space;

/// A space of a level whose states may be representatives of classes of positions that are images of each other (see the
/// rule `symmetry`).
pub trait FromStart: Space {
    /// The pushes from the start of the level along the actions of a path from the space's start. O(actions * cells).
    fn pushes(&self, path: &[Self::Action]) -> Vec<Push>;
}
