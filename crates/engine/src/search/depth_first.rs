//! The path of a depth-first search that keeps nothing else, and the actions left to try on it: with the states on it, or
//! with one state that is changed in place.

use std::borrow::Borrow;

use super::{open_list, path::PathStates};
use crate::{
    budget::Budget,
    outcome::{Cost, Plan, Stop},
    space::{Actions, Choice, DEAD_END, Heuristic, InPlace, Link, Owned, Space, State, Successors},
};

/// The path to the current state, and the actions left to try at each of its states.
pub(super) trait Path<S: Space> {
    /// The number of actions on the path.
    fn depth(&self) -> usize;

    /// Whether the current state has been expanded.
    fn is_expanded(&self) -> bool;

    fn is_goal(&self) -> bool;

    /// Expands the current state. Those of its actions that are within the bound and do not lead back to a state of the path
    /// are tried later: the lowest estimate first, and then in their order.
    ///
    /// # Errors
    /// When the budget forbids the expansion, nothing has changed. After the memory limit the search must not go on.
    fn expand(&mut self, bound: &mut Bound, budget: &mut Budget<'_>) -> Result<(), Stop>;

    /// Takes the next action of the current state. Returns false if none is left.
    fn advance(&mut self, budget: &mut Budget<'_>) -> Result<bool, Stop>;

    /// Goes back to the state before the current one, which has no action left. Returns false at the start.
    fn retreat(&mut self, budget: &mut Budget<'_>) -> bool;

    fn plan(&self) -> Plan<S::Action>;
}

/// The bound of an iteration on the sum of cost and estimate.
#[derive(Clone, Copy)]
pub(super) struct Bound {
    pub(super) sum: Cost,
    /// The lowest sum above it, which is the next bound.
    pub(super) next: Cost,
}

impl Bound {
    /// Whether a state matters that is reached at `cost` after `before`: it is within the bound or lowers the next one.
    #[inline]
    fn concerns(&self, before: Cost, cost: Cost, estimate: Cost) -> bool {
        let sum = before.saturating_add(cost).saturating_add(estimate);
        estimate != DEAD_END && (sum <= self.sum || sum < self.next || sum == Cost::MAX)
    }

    /// Whether a state is within the bound. Otherwise it only lowers the next one.
    #[inline]
    fn admits(&mut self, before: Cost, cost: Cost, estimate: Cost, budget: &mut Budget<'_>) -> bool {
        if estimate == DEAD_END {
            return false;
        }
        let rest = budget.sum(cost, estimate);
        let sum = budget.sum(before, rest);
        if sum > self.sum {
            // `DEAD_END` if it exceeds the limit.
            self.next = self.next.min(sum);
        }
        sum <= self.sum
    }
}

/// The path with its states.
pub(super) struct StatePath<'s, S: Space> {
    space: &'s S,
    /// `None` if every state that is no goal is estimated at 1.
    estimate: Option<&'s dyn Heuristic<S>>,
    start: Owned<S>,
    /// Where the current state is expanded, and the order in which the children are tried.
    children: Successors<S>,
    order: Vec<u32>,
    /// The children left of all states on the path, the next one last.
    left: Successors<S>,
    /// The states after the start.
    path: Successors<S>,
    /// For each state on the path that was expanded, the number of children left below its own.
    bases: Vec<usize>,
    /// The states on the path, if the space cannot detect redundant actions.
    states: PathStates,
    cost: Cost,
}

impl<'s, S: Space> StatePath<'s, S> {
    /// The empty path, at the start of the space, which has not been expanded.
    pub(super) fn new(space: &'s S, estimate: Option<&'s dyn Heuristic<S>>) -> Self {
        Self {
            space,
            estimate,
            start: space.start(),
            children: Successors::default(),
            order: Vec::new(),
            left: Successors::default(),
            path: Successors::default(),
            bases: Vec::new(),
            states: PathStates::default(),
            cost: 0,
        }
    }

    /// Requests memory for `more` entries of a list, of which there are `len` with room for `capacity`, before it grows.
    fn make_room(&self, (len, capacity): (usize, usize), more: usize, budget: &mut Budget<'_>) -> Result<(), Stop> {
        if len + more <= capacity {
            return Ok(());
        }
        let entry = size_of::<Link<S::Action>>() + size_of_val::<S::State>(self.start.borrow());
        budget.grow(((len + more).max(2 * capacity).max(4).saturating_sub(capacity) * entry) as u64)
    }
}

/// The state at a place of the path, from the start on.
#[inline]
fn state_at<'p, S: Space>(start: &'p Owned<S>, path: &'p Successors<S>, place: usize) -> &'p S::State {
    place.checked_sub(1).map_or(start.borrow(), |before| path.state(before))
}

impl<S: Space> Path<S> for StatePath<'_, S> {
    #[inline]
    fn depth(&self) -> usize {
        self.path.len()
    }

    #[inline]
    fn is_expanded(&self) -> bool {
        self.bases.len() > self.path.len()
    }

    #[inline]
    fn is_goal(&self) -> bool {
        self.space.is_goal(state_at(&self.start, &self.path, self.path.len()))
    }

    fn expand(&mut self, bound: &mut Bound, budget: &mut Budget<'_>) -> Result<(), Stop> {
        budget.expand()?;
        let Self { space, children, start, path, .. } = self;
        let depth = path.len();
        let state = state_at(start, path, depth);
        children.clear();
        space.expanding(|| self.cost, true);
        space.expand(state, children);
        if self.estimate.is_none() {
            children.check_unit_costs(0);
        }
        children.charge(budget)?;
        budget.generated(children.len());
        let pruning = space.move_pruning();
        if let Some(pruning) = pruning
            && let Some(last) = depth.checked_sub(1)
        {
            pruning.prune(path.action(last), children);
        }
        match self.estimate {
            Some(estimate) => estimate.of_successors(state, children),
            None => children.set_estimates(|state| Cost::from(!space.is_goal(state))),
        }
        open_list::reserve(&mut self.order, self.children.len(), budget)?;
        open_list::push(&mut self.bases, self.left.len(), budget)?;
        let room = (self.left.len(), self.left.capacity());
        self.make_room(room, self.children.len(), budget)?;
        let Self { children, start, path, states, order, left, .. } = self;
        let at = |place| state_at(start, path, place);
        if pruning.is_none() {
            if depth == states.most() {
                budget.grow(PathStates::BYTES)?;
            }
            states.enter(at(depth));
        }
        order.clear();
        for (index, (cost, estimate)) in (0..).zip(children.costs()) {
            // Whether a child is on the path is asked only where it matters: few children are within the bound.
            let is_on_path = || pruning.is_none() && states.contains(children.state(index as usize), at);
            if bound.concerns(self.cost, cost, estimate)
                && !is_on_path()
                && bound.admits(self.cost, cost, estimate, budget)
            {
                order.push(index);
            }
        }
        order.sort_by_key(|&index| children.estimate(index as usize));
        for &index in order.iter().rev() {
            budget.grow(State::heap_bytes(children.state(index as usize)))?;
            left.push_copy(children, index as usize);
        }
        Ok(())
    }

    #[inline]
    fn advance(&mut self, budget: &mut Budget<'_>) -> Result<bool, Stop> {
        if self.left.len() == self.bases.last().copied().unwrap_or(0) {
            return Ok(false);
        }
        self.make_room((self.path.len(), self.path.capacity()), 1, budget)?;
        self.left.move_last(&mut self.path);
        self.cost += self.path.cost(self.path.len() - 1);
        Ok(true)
    }

    #[inline]
    fn retreat(&mut self, budget: &mut Budget<'_>) -> bool {
        self.bases.pop();
        if self.space.move_pruning().is_none() {
            self.states.leave();
        }
        let Some(last) = self.path.len().checked_sub(1) else { return false };
        budget.shrink(State::heap_bytes(self.path.state(last)));
        self.cost -= self.path.cost(last);
        self.path.truncate(last);
        true
    }

    fn plan(&self) -> Plan<S::Action> {
        let actions = (0..self.path.len()).map(|place| self.path.action(place)).collect();
        Plan { actions, cost: self.cost }
    }
}

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

    /// Sorts the choices of the current state: those with the lowest estimates are tried first.
    #[inline]
    fn sort(&mut self, base: usize) {
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
}

impl<S: Space, P: InPlace<S>> Path<S> for InPlacePath<'_, S, P> {
    #[inline]
    fn depth(&self) -> usize {
        self.path.len()
    }

    #[inline]
    fn is_expanded(&self) -> bool {
        self.bases.len() > self.path.len()
    }

    #[inline]
    fn is_goal(&self) -> bool {
        self.place.is_goal()
    }

    #[inline]
    fn expand(&mut self, bound: &mut Bound, budget: &mut Budget<'_>) -> Result<(), Stop> {
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
        let (before, mut own) = (self.cost, *bound);
        for choice in actions.choices.iter().rev() {
            if own.admits(before, choice.cost, choice.estimate, budget) {
                self.left.push(*choice);
            }
        }
        *bound = own;
        self.sort(base);
        Ok(())
    }

    #[inline]
    fn advance(&mut self, budget: &mut Budget<'_>) -> Result<bool, Stop> {
        let base = self.bases.last().copied().unwrap_or(0);
        let Some(choice) = self.left[base..].last().copied() else { return Ok(false) };
        let step = PathStep { action: choice.action, cost: choice.cost };
        open_list::push(&mut self.path, step, budget)?;
        self.left.truncate(self.left.len() - 1);
        self.place.apply(choice.action);
        self.cost += choice.cost;
        Ok(true)
    }

    #[inline]
    fn retreat(&mut self, _: &mut Budget<'_>) -> bool {
        self.bases.pop();
        let Some(step) = self.path.pop() else { return false };
        self.place.undo(step.action);
        self.cost -= step.cost;
        true
    }

    fn plan(&self) -> Plan<S::Action> {
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
