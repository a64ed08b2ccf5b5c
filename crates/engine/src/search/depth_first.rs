//! What the depth-first searches share that change one state in place: the path, and the actions left to try on it.

use std::borrow::Borrow;

use super::open_list;
use crate::{
    budget::Budget,
    outcome::{Cost, Plan, Stop},
    space::{Actions, Choice, DEAD_END, InPlace, Space, Successors},
};

/// The path to the current state of `place`, and the actions left to try at each state of the path.
pub(super) struct InPlacePath<'s, S: Space, P> {
    space: &'s S,
    place: P,
    actions: Actions<S::Action>,
    /// The choices left of all states on the path, the next one last.
    left: Vec<Choice<S::Action>>,
    path: Vec<PathStep<S::Action>>,
    /// For each state on the path that was expanded, the number of choices left below its own.
    bases: Vec<usize>,
    /// The cost of the path.
    cost: Cost,
}

#[derive(Clone, Copy)]
struct PathStep<A> {
    action: A,
    cost: Cost,
}

impl<'s, S: Space, P: InPlace<S>> InPlacePath<'s, S, P> {
    /// The empty path, at the start of the space, which has not been expanded.
    pub(super) fn new(space: &'s S, mut place: P) -> Self {
        place.enter(space.start().borrow());
        let (actions, left) = (Actions::default(), Vec::new());
        Self { space, place, actions, left, path: Vec::new(), bases: Vec::new(), cost: 0 }
    }

    /// The cost of the path.
    #[inline]
    pub(super) fn cost(&self) -> Cost {
        self.cost
    }

    /// The number of actions on the path.
    #[inline]
    pub(super) fn depth(&self) -> usize {
        self.path.len()
    }

    /// Whether the current state has been expanded.
    #[inline]
    pub(super) fn is_expanded(&self) -> bool {
        self.bases.len() > self.path.len()
    }

    #[inline]
    pub(super) fn is_goal(&self) -> bool {
        self.place.is_goal()
    }

    /// Expands the current state. Those of its actions for which `keep` returns true are tried later, in their order.
    ///
    /// # Errors
    /// When the budget forbids the expansion, nothing has changed.
    #[inline]
    pub(super) fn expand(
        &mut self,
        budget: &mut Budget<'_>,
        mut keep: impl FnMut(&mut Budget<'_>, &Choice<S::Action>) -> bool,
    ) -> Result<(), Stop> {
        budget.expand()?;
        self.space.expanding(|| self.cost, true);
        let actions = &mut self.actions;
        actions.choices.clear();
        let previous = self.path.last().map(|step| step.action);
        self.place.actions(previous, actions);
        budget.generated(actions.choices.len());
        if cfg!(debug_assertions) {
            check(self.space, &self.place, previous, &actions.choices);
        }
        let base = self.left.len();
        open_list::push(&mut self.bases, base, budget)?;
        if self.left.capacity() - base < actions.choices.len() {
            open_list::reserve(&mut self.left, actions.choices.len(), budget)?;
        }
        // In reverse: the first one is tried first.
        for choice in actions.choices.iter().rev() {
            if keep(budget, choice) {
                self.left.push(*choice);
            }
        }
        Ok(())
    }

    /// Sorts the choices of the current state: those with the lowest estimates are tried first.
    #[inline]
    pub(super) fn sort(&mut self) {
        let base = self.bases.last().copied().unwrap_or(0);
        let choices = &mut self.left[base..];
        // An insertion sort from the end, for choices are few and in reverse order.
        for at in (0..choices.len().saturating_sub(1)).rev() {
            let mut here = at;
            while here + 1 < choices.len() && choices[here].estimate < choices[here + 1].estimate {
                choices.swap(here, here + 1);
                here += 1;
            }
        }
    }

    /// Applies the next choice of the current state. Returns false if none is left.
    #[inline]
    pub(super) fn advance(&mut self, budget: &mut Budget<'_>) -> Result<bool, Stop> {
        let base = self.bases.last().copied().unwrap_or(0);
        let Some(choice) = self.left[base..].last().copied() else { return Ok(false) };
        let step = PathStep { action: choice.action, cost: choice.cost };
        open_list::push(&mut self.path, step, budget)?;
        self.left.truncate(self.left.len() - 1);
        self.place.apply(choice.action);
        self.cost += choice.cost;
        Ok(true)
    }

    /// Goes back to the state before the current one, which has no choice left. Returns false at the start.
    #[inline]
    pub(super) fn retreat(&mut self) -> bool {
        self.bases.pop();
        self.leave()
    }

    /// Goes back to the state before the current one, which was not expanded. Returns false at the start.
    #[inline]
    pub(super) fn leave(&mut self) -> bool {
        let Some(step) = self.path.pop() else { return false };
        self.place.undo(step.action);
        self.cost -= step.cost;
        true
    }

    pub(super) fn plan(&self) -> Plan<S::Action> {
        Plan { actions: self.path.iter().map(|step| step.action).collect(), cost: self.cost }
    }
}

/// Compares the actions of the current state with those that the other methods of the space give.
fn check<S: Space>(space: &S, place: &impl InPlace<S>, previous: Option<S::Action>, choices: &[Choice<S::Action>]) {
    let state = place.state();
    let state = state.borrow();
    let mut children = Successors::<S>::default();
    space.expand(state, &mut children);
    if let (Some(pruning), Some(previous)) = (space.move_pruning(), previous) {
        pruning.prune(previous, &mut children);
    }
    let pruned: Vec<bool> = (0..children.len()).map(|index| children.estimate(index) == DEAD_END).collect();
    if let Some(heuristic) = space.heuristic() {
        heuristic.of_successors(state, &mut children);
    }
    let expected = (0..children.len()).filter(|&index| !pruned[index]).map(|index| Choice {
        action: children.action(index),
        cost: children.cost(index),
        estimate: children.estimate(index),
    });
    assert!(
        expected.eq(choices.iter().copied()),
        "`Space::in_place` differs from `Space::expand` at {:?}",
        place.state()
    );
    assert_eq!(place.is_goal(), space.is_goal(state), "`InPlace::is_goal` at {:?}", place.state());
}
