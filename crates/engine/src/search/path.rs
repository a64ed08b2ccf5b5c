//! Reconstruction of plans.
//!
//! Closed lists store no actions: they are recovered by expanding the states on the path again, which
//! costs one expansion per action and saves memory for every state.

use std::{
    hash::{BuildHasher, Hash},
    mem::size_of,
};

use rustc_hash::{FxBuildHasher, FxHashMap};

use super::closed_list::{Id, NO_PARENT, Parents};
use crate::outcome::{Conclusion, Cost, Limit, Plan, Stop};
use crate::space::{Backward, DEAD_END, Space, Successors};

/// The plan from the root to a state.
///
/// # Errors
/// When its cost exceeds the limit, as for all plans here.
pub(super) fn forward<S: Space>(space: &S, closed: &impl Parents<S::State>, id: Id) -> Result<Plan<S::Action>, Stop> {
    let mut plan = to_root(closed, id, |parent, children| space.expand(parent, children))?;
    plan.actions.reverse();
    Ok(plan)
}

/// The conclusion of the search that reached a goal: the plan from the root to it.
pub(super) fn found<S: Space>(
    space: &S,
    closed: &impl Parents<S::State>,
    goal: Id,
) -> Result<Conclusion<S::Action>, Stop> {
    forward(space, closed, goal).map(Conclusion::Found)
}

/// The plan from the root of a forward search to the goal of a backward search, through a state that both have
/// reached. `front`, `back`: the closed list and the id of the state there.
pub(super) fn through<S: Space>(
    space: &S,
    backward: &dyn Backward<S>,
    front: (&impl Parents<S::State>, Id),
    back: (&impl Parents<S::State>, Id),
) -> Result<Plan<S::Action>, Stop> {
    let mut plan = forward(space, front.0, front.1)?;
    let rest = to_root(back.0, back.1, |parent, children| backward.predecessors(parent, children))?;
    plan.actions.extend(rest.actions);
    plan.cost = add(plan.cost, rest.cost)?;
    Ok(plan)
}

/// The actions on the path from a state up to its root. `generate` makes the children of a parent.
fn to_root<S: Space>(
    closed: &impl Parents<S::State>,
    mut id: Id,
    generate: impl Fn(&S::State, &mut Successors<S>),
) -> Result<Plan<S::Action>, Stop> {
    let mut children = Successors::default();
    let mut plan = Plan { actions: Vec::new(), cost: 0 };
    loop {
        let parent = closed.parent_of(id);
        if parent == NO_PARENT {
            return Ok(plan);
        }
        children.clear();
        generate(closed.state_of(parent), &mut children);
        let (action, cost) = cheapest(&children, closed.state_of(id));
        plan.actions.push(action);
        plan.cost = add(plan.cost, cost)?;
        id = parent;
    }
}

/// The plan along `states`, each a successor of the previous one, by the cheapest actions: for strategies of other crates.
///
/// # Errors
/// When its cost exceeds 2^64 - 2.
///
/// # Panics
/// If a state is no successor of the one before.
pub fn along<'a, S: Space>(space: &S, states: impl IntoIterator<Item = &'a S::State>) -> Result<Plan<S::Action>, Stop>
where
    S::State: 'a,
{
    let mut children = Successors::default();
    let mut plan = Plan { actions: Vec::new(), cost: 0 };
    let mut states = states.into_iter();
    let Some(mut before) = states.next() else { return Ok(plan) };
    for after in states {
        children.clear();
        space.expand(before, &mut children);
        let (action, cost) = cheapest(&children, after);
        plan.actions.push(action);
        plan.cost = add(plan.cost, cost)?;
        before = after;
    }
    Ok(plan)
}

/// The sum of two costs.
///
/// # Errors
/// When it exceeds the limit.
fn add(cost: Cost, more: Cost) -> Result<Cost, Stop> {
    cost.checked_add(more).filter(|&sum| sum < DEAD_END).ok_or(Stop::Limit(Limit::Cost))
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

/// The states on the path of a depth-first search, so that it takes no longer to look for one on a longer path.
#[derive(Default)]
pub(super) struct PathStates {
    /// The place on the path of the first state with each hash.
    places: FxHashMap<u64, usize>,
    /// The number of states on the path with the hash of an earlier one.
    clashes: usize,
}

impl PathStates {
    /// Bytes for each state of the longest path: the map doubles when it is full.
    pub(super) const BYTES: u64 = 4 * size_of::<(u64, usize)>() as u64;

    /// Appends the state at `place`. Returns its hash.
    pub(super) fn enter<S: Hash + ?Sized>(&mut self, state: &S, place: usize) -> u64 {
        let hash = FxBuildHasher.hash_one(state);
        self.clashes += usize::from(*self.places.entry(hash).or_insert(place) != place);
        hash
    }

    /// Removes the last state, which is at `place` and has this hash.
    pub(super) fn leave(&mut self, hash: u64, place: usize) {
        if self.places.get(&hash) == Some(&place) {
            self.places.remove(&hash);
        } else {
            self.clashes -= 1;
        }
    }

    /// Whether a state is on the path of `length` states; `at` returns them by place.
    pub(super) fn contains<'a, S: Eq + Hash + ?Sized + 'a>(
        &self,
        state: &S,
        length: usize,
        at: impl Fn(usize) -> &'a S,
    ) -> bool {
        self.places
            .get(&FxBuildHasher.hash_one(state))
            .is_some_and(|&place| at(place) == state || self.clashes > 0 && (0..length).any(|place| at(place) == state))
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
