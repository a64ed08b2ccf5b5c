//! The ability to tell what a state looks like in the large, for feature-space search.

use super::{Children, Space};
use crate::budget::{Budget, Task};
use crate::outcome::Stop;

/// What a feature-space search knows of a state beside the state itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mark {
    /// The cell of the feature space: states with the same features have the same number.
    pub cell: u64,
    /// How good the state looks, lower is better: the features by their importance, then whatever
    /// breaks ties.
    pub score: u64,
    /// How unlikely the action is that led here; an action that an advisor recommends weighs nothing.
    pub weight: u8,
}

/// The ability to see features: a few numbers that say how far the way to a goal has been gone
/// (what is packed, what is in the way, what is cut off), and advisors that recommend some of the
/// children. Neither promises anything; only [`Features::prove_dead`] makes a claim of proof.
pub trait Features<S: Space> {
    /// The mark of one state, as if nothing had led there.
    fn mark(&self, state: &S::State) -> Mark;

    /// Writes the marks of all `children` of `parent`, which has the mark `here`: cells, scores, and
    /// the weights of the actions. Children may be killed if they are proved dead; those that are
    /// dead already need no mark. `marks` has one entry for each child.
    fn annotate(&self, parent: &S::State, here: Mark, children: &mut Children<S>, marks: &mut [Mark]);

    /// How far `state` has gone, for people who wait: *packed 7 of 12*.
    fn milestone(&self, state: &S::State) -> Option<Task> {
        let _ = state;
        None
    }

    /// Whether `state` is proved dead, by tests that are too slow for every child. It is asked once
    /// before an expansion. False says nothing.
    ///
    /// # Errors
    /// When the budget ends the search.
    fn prove_dead(&self, state: &S::State, budget: &mut Budget<'_>) -> Result<bool, Stop> {
        let _ = (state, budget);
        Ok(false)
    }
}
