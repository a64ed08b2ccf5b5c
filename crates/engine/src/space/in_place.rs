//! The ability to change one state in place, for searches that keep only the current path.

use super::{Owned, Space};
use crate::outcome::Cost;

/// A state that actions change and restore, with its estimate, for depth-first searches: `idastar` and `iddfs` use it
/// instead of [`Space::expand`] and [`MovePruning`](super::MovePruning), so that no child is copied, no estimate computed
/// anew, and no redundant action generated.
///
/// It must describe the same graph: the actions that `expand` generates, in the same order, without those that
/// `MovePruning` prunes after `previous`; the same costs and estimates. Plans, expansions and bounds are then the same as
/// without it. Builds with debug assertions compare each expansion.
///
/// Burns, Hatem, Leighton & Ruml, *Implementing fast heuristic search code*, 2012, measure what it gains.
pub trait InPlace<S: Space> {
    /// Makes `state` the current state.
    fn enter(&mut self, state: &S::State);

    /// The current state.
    fn state(&self) -> Owned<S>;

    /// Whether the current state is a goal.
    fn is_goal(&self) -> bool;

    /// Appends the actions of the current state, without those that are redundant after `previous`, which led to it.
    fn actions(&self, previous: Option<S::Action>, actions: &mut Actions<S::Action>);

    /// Changes the current state by one of its actions.
    fn apply(&mut self, action: S::Action);

    /// Restores the state before `action`, the last one that was applied and not undone.
    fn undo(&mut self, action: S::Action);
}

/// An action of a state that is changed in place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Choice<A> {
    pub(crate) action: A,
    pub(crate) cost: Cost,
    /// The estimate of the state that it leads to.
    pub(crate) estimate: Cost,
}

/// Buffer of actions.
#[derive(Debug)]
pub struct Actions<A> {
    pub(crate) choices: Vec<Choice<A>>,
}

impl<A> Default for Actions<A> {
    fn default() -> Self {
        Self { choices: Vec::new() }
    }
}

impl<A> Actions<A> {
    /// Appends an action with its cost and the estimate of the state that it leads to: 0 if the space has none,
    /// [`DEAD_END`](super::DEAD_END) if no goal can be reached from that state.
    #[inline]
    pub fn push(&mut self, action: A, cost: Cost, estimate: Cost) {
        self.choices.push(Choice { action, cost, estimate });
    }
}

/// No state: what spaces return that have none to change in place.
pub(super) enum Never {}

impl<S: Space> InPlace<S> for Never {
    fn enter(&mut self, _: &S::State) {
        match *self {}
    }
    fn state(&self) -> Owned<S> {
        match *self {}
    }
    fn is_goal(&self) -> bool {
        match *self {}
    }
    fn actions(&self, _: Option<S::Action>, _: &mut Actions<S::Action>) {
        match *self {}
    }
    fn apply(&mut self, _: S::Action) {
        match *self {}
    }
    fn undo(&mut self, _: S::Action) {
        match *self {}
    }
}
