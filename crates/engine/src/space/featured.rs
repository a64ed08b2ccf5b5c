//! Ability to compute features of states, for feature-space search.

use super::{Space, Successors};
use crate::budget::{Budget, Task};
use crate::outcome::Stop;

/// Evaluation of a state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mark {
    /// The cell of the feature space: equal for states with equal features.
    pub cell: u64,
    /// Score of the state, lower is better: the features in the order of importance, then tie breakers.
    pub score: u64,
    /// Weight of the action that led to the state: 0 if an advisor recommends it.
    pub weight: u8,
    /// Whether `score` is only a lower bound and `cell` a guess, because the exact ones are slow to compute.
    /// The exact ones are requested from [`Features::mark`] when the state is about to be expanded.
    pub is_bound: bool,
}

/// Ability to compute features: a few numbers that measure the progress towards a goal (packed boxes,
/// obstacles, regions cut off), and advisors that recommend some of the children. Both are heuristic; only
/// [`Features::prove_dead`] proves anything.
pub trait Features<S: Space> {
    /// The mark of a state without a preceding action. Cell and score are exact. Unless
    /// [`Features::annotate`] sets a bound, its cell and score for the state are equal to these.
    fn mark(&self, state: &S::State) -> Mark;

    /// Writes the marks of all `children` of `parent`, which has the mark `here`. May prune children that
    /// are proved dead; dead children need no mark. `marks` has one entry per child.
    fn annotate(&self, parent: &S::State, here: Mark, children: &mut Successors<S>, marks: &mut [Mark]);

    /// How far `state` has come, for progress reports: *packed 7 of 12*.
    fn milestone(&self, state: &S::State) -> Option<Task> {
        let _ = state;
        None
    }

    /// Whether `state` is proved dead by checks that are too slow for every child. Called once before each
    /// expansion. False proves nothing.
    ///
    /// # Errors
    /// When the budget stops the search.
    fn prove_dead(&self, state: &S::State, budget: &mut Budget<'_>) -> Result<bool, Stop> {
        let _ = (state, budget);
        Ok(false)
    }
}
