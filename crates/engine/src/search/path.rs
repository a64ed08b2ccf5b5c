//! Reconstruction of plans.
//!
//! Closed lists store no actions: they are recovered by expanding the states on the path again, which
//! costs one expansion per action and saves memory for every state.

use std::{
    hash::{BuildHasher, Hash},
    mem::size_of,
};

use rustc_hash::FxBuildHasher;

use super::closed_list::{Id, NO_PARENT, Parents};
use crate::outcome::{Conclusion, Contradiction, Cost, Limit, Plan, Stop};
use crate::space::{DEAD_END, Space, State, Successors};

/// The plan from the root to a state.
///
/// # Errors
/// `Stop::Limit(Limit::Cost)` if the cost exceeds the limit. The same holds for all functions here.
pub(super) fn forward<S: Space>(space: &S, closed: &impl Parents<S::State>, id: Id) -> Result<Plan<S::Action>, Stop> {
    let mut ids = way_back(closed, id);
    ids.reverse();
    along(space, ids.into_iter().map(|id| closed.state_of(id)))
}

/// The conclusion of the search that reached a goal: the plan from the root to it.
pub(super) fn found<S: Space>(
    space: &S,
    closed: &impl Parents<S::State>,
    goal: Id,
) -> Result<Conclusion<S::Action>, Stop> {
    forward(space, closed, goal).map(Conclusion::Found)
}

/// The plan from the root of a forward search to the goal of a backward search: up to the state `front`, on by an action to
/// `back`, and from there.
///
/// # Errors
/// Also when the backward search was told of a move that does not exist.
pub(super) fn through<S: Space>(
    space: &S,
    states: &impl Parents<S::State>,
    (front, back): (Id, Id),
) -> Result<Plan<S::Action>, Stop> {
    let mut ids = way_back(states, front);
    ids.reverse();
    ids.extend(way_back(states, back));
    let missing = Stop::Contradiction(Contradiction::Predecessors);
    plan_along(space, ids.into_iter().map(|id| states.state_of(id)))?.ok_or(missing)
}

/// The states from one to its root.
fn way_back<S: State + ?Sized>(closed: &impl Parents<S>, mut id: Id) -> Vec<Id> {
    let mut ids = Vec::new();
    while id != NO_PARENT {
        ids.push(id);
        id = closed.parent_of(id);
    }
    ids
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
    Ok(plan_along(space, states)?.expect("a space expands a state the same way every time"))
}

/// The same, or `None` if a state is no successor of the one before.
fn plan_along<'a, S: Space>(
    space: &S,
    states: impl IntoIterator<Item = &'a S::State>,
) -> Result<Option<Plan<S::Action>>, Stop>
where
    S::State: 'a,
{
    let mut children = Successors::default();
    let mut plan = Plan { actions: Vec::new(), cost: 0 };
    let mut states = states.into_iter();
    let Some(mut before) = states.next() else { return Ok(Some(plan)) };
    for after in states {
        children.clear();
        space.expand(before, &mut children);
        let Some((action, cost)) = cheapest(&children, after) else { return Ok(None) };
        plan.actions.push(action);
        plan.cost = add(plan.cost, cost)?;
        before = after;
    }
    Ok(Some(plan))
}

/// The sum of two costs.
///
/// # Errors
/// When it exceeds the limit.
fn add(cost: Cost, more: Cost) -> Result<Cost, Stop> {
    cost.checked_add(more).filter(|&sum| sum < DEAD_END).ok_or(Stop::Limit(Limit::Cost))
}

/// The states on the path of a depth-first search, so that it takes no longer to look for one on a longer path: a hash
/// table with linear probing. The state that was entered last leaves first, and so it is the last one of every chain of
/// places that it is in: its place is simply freed.
#[derive(Default)]
pub(super) struct PathStates {
    /// The number of a state on the path, from 1; 0 marks a free place. At most half of a power of two of places are in
    /// use.
    table: Vec<u32>,
    /// For each state on the path, its hash and its place in the table.
    states: Vec<(u64, u32)>,
    /// The length of the longest path so far.
    most: usize,
}

impl PathStates {
    /// Bytes for each state of the longest path: both lists double when they are full, and the table has two to four
    /// places for each state.
    pub(super) const BYTES: u64 = (2 * size_of::<(u64, u32)>() + size_of::<[u32; 8]>()) as u64;

    fn hash<S: Hash + ?Sized>(state: &S) -> u64 {
        // The highest bits of this hash depend on all of the state.
        FxBuildHasher.hash_one(state).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }

    /// The first place to look for a hash.
    #[inline]
    fn home(&self, hash: u64) -> usize {
        (hash >> 32) as usize & (self.table.len() - 1)
    }

    /// The length of the longest path so far: up to it, [`enter`](Self::enter) needs no memory.
    #[inline]
    pub(super) fn most(&self) -> usize {
        self.most
    }

    /// Appends a state.
    pub(super) fn enter<S: Hash + ?Sized>(&mut self, state: &S) {
        if 2 * self.states.len() >= self.table.len() {
            self.grow();
        }
        self.insert(Self::hash(state));
        self.most = self.most.max(self.states.len());
    }

    #[expect(clippy::cast_possible_truncation, reason = "a path in memory is shorter")]
    fn insert(&mut self, hash: u64) {
        let mut place = self.home(hash);
        while self.table[place] != 0 {
            place = (place + 1) & (self.table.len() - 1);
        }
        self.states.push((hash, place as u32));
        self.table[place] = self.states.len() as u32;
    }

    #[cold]
    fn grow(&mut self) {
        self.table = vec![0; (2 * self.table.len()).max(64)];
        // In the same order, so that the last one leaves first.
        for (hash, _) in std::mem::take(&mut self.states) {
            self.insert(hash);
        }
    }

    /// Removes the state that was appended last.
    pub(super) fn leave(&mut self) {
        if let Some((_, place)) = self.states.pop() {
            self.table[place as usize] = 0;
        }
    }

    /// Whether a state is on the path; `at` returns the states by their index on it.
    #[inline]
    pub(super) fn contains<'a, S: Eq + Hash + ?Sized + 'a>(&self, state: &S, at: impl Fn(usize) -> &'a S) -> bool {
        let hash = Self::hash(state);
        let mut place = self.home(hash);
        loop {
            let Some(index) = (self.table[place] as usize).checked_sub(1) else { return false };
            if self.states[index].0 == hash && at(index) == state {
                return true;
            }
            place = (place + 1) & (self.table.len() - 1);
        }
    }
}

/// The cheapest action that leads to `state`; the first one among equals.
fn cheapest<S: Space>(children: &Successors<S>, state: &S::State) -> Option<(S::Action, Cost)> {
    (0..children.len())
        .filter(|&index| children.state(index) == state)
        .map(|index| (children.action(index), children.cost(index)))
        .min_by_key(|&(_, cost)| cost)
}
