//! Reconstruction of plans.
//!
//! Closed lists store no actions: they are recovered by expanding the states on the path again, which
//! costs one expansion per action and saves memory for every state.

use super::closed_list::{Id, NO_PARENT, Parents};
use crate::outcome::{Cost, Plan};
use crate::space::{Backward, Space, Successors};

/// The plan from the root to a state.
pub(super) fn forward<S: Space>(space: &S, closed: &impl Parents<S::State>, id: Id) -> Plan<S::Action> {
    let mut children = Successors::default();
    let mut plan = Plan { actions: Vec::new(), cost: 0 };
    let mut child = id;
    loop {
        let parent = closed.parent_of(child);
        if parent == NO_PARENT {
            plan.actions.reverse();
            return plan;
        }
        children.clear();
        space.expand(closed.state_of(parent), &mut children);
        let (action, cost) = cheapest(&children, closed.state_of(child));
        plan.actions.push(action);
        plan.cost += cost;
        child = parent;
    }
}

/// The plan from a state of a backward search to the goal it was reached from.
pub(super) fn backward<S: Space>(
    backward: &dyn Backward<S>,
    closed: &impl Parents<S::State>,
    id: Id,
) -> Plan<S::Action> {
    let mut children = Successors::default();
    let mut plan = Plan { actions: Vec::new(), cost: 0 };
    let mut state = id;
    loop {
        let successor = closed.parent_of(state);
        if successor == NO_PARENT {
            return plan;
        }
        children.clear();
        backward.predecessors(closed.state_of(successor), &mut children);
        let (action, cost) = cheapest(&children, closed.state_of(state));
        plan.actions.push(action);
        plan.cost += cost;
        state = successor;
    }
}

/// The plan along `states`, each a successor of the previous one.
pub(super) fn along<'a, S: Space>(
    space: &S,
    states: impl IntoIterator<Item = &'a S::State>,
) -> Plan<S::Action>
where
    S::State: 'a,
{
    let mut children = Successors::default();
    let mut plan = Plan { actions: Vec::new(), cost: 0 };
    let mut states = states.into_iter();
    let Some(mut before) = states.next() else { return plan };
    for after in states {
        children.clear();
        space.expand(before, &mut children);
        let (action, cost) = cheapest(&children, after);
        plan.actions.push(action);
        plan.cost += cost;
        before = after;
    }
    plan
}

/// Prunes the children that a depth-first search need not expand: those with actions that are redundant
/// after the `previous` one, or, if the space cannot tell, those on the current path.
pub(super) fn prune<S: Space>(
    space: &S,
    previous: Option<S::Action>,
    children: &mut Successors<S>,
    is_on_path: impl Fn(&S::State) -> bool,
) {
    if let Some(pruning) = space.move_pruning() {
        if let Some(previous) = previous {
            pruning.prune(previous, children);
        }
        return;
    }
    for index in 0..children.len() {
        if is_on_path(children.state(index)) {
            children.prune(index);
        }
    }
}

/// The cheapest action that leads to `state`; the first one among equals.
fn cheapest<S: Space>(children: &Successors<S>, state: &S::State) -> (S::Action, Cost) {
    (0..children.len())
        .filter(|&index| children.state(index) == state)
        .map(|index| (children.action(index), children.cost(index)))
        .min_by_key(|&(_, cost)| cost)
        .expect("a space expands a state the same way every time")
}
