//! Enumeration of all optimal plans, and counts of states by distance.

use std::{borrow::Borrow, cmp::Reverse, mem::size_of};

use rustc_hash::FxHashSet;

use super::{
    closed_list::{Closed, Found, Id, Node, PerState, Searched},
    open_list::{self, Heap},
};
use crate::{
    budget::Budget,
    outcome::{Cost, Stop},
    space::{Backward, DEAD_END, Owned, Space, State, Successors},
};

// Enumeration of all optimal plans.
//
// Two searches compute the distances from the start up to half of the optimal cost, and the distances to
// the goals up to the other half. A state is on an optimal plan if its distance fits its position in the
// plan. From the middle back to the start, the states of the first half without an optimal continuation
// are excluded, so that the enumeration runs into a dead end only among actions that cost nothing.
// In a space without moves backward, the first half is the whole way.

/// Called with each plan, and with the budget for the memory it allocates.
type Visit<'v, A> = dyn FnMut(&[A], &mut Budget<'_>) -> Result<(), Stop> + 'v;

struct Halves<'s, S: Searched> {
    space: &'s S,
    cost: Cost,
    /// The largest distance from the start in `front`; `back` has the states beyond it.
    middle: Cost,
    front: Closed<S>,
    back: Closed<S>,
    /// Whether an optimal plan continues from each state of `front`.
    leads_on: PerState<bool>,
}

/// Calls `visit` for every optimal plan of `space` that visits no state twice and no goal before its end: where actions
/// cost nothing, there may be infinitely many others. `cost`: the optimal cost.
///
/// Without `backward`, the states up to the whole of the cost are stored, with it those up to half of it from each end.
///
/// # Errors
/// When the budget or `visit` stops the enumeration, which is then incomplete.
pub fn each_optimal<S: Searched>(
    space: &S,
    backward: Option<&dyn Backward<S>>,
    cost: Cost,
    budget: &mut Budget<'_>,
    visit: &mut Visit<'_, S::Action>,
) -> Result<(), Stop> {
    let middle = if backward.is_some() { cost / 2 } else { cost };
    let front = distances(space, &[space.start()], middle, budget, |state, children| space.expand(state, children))?;
    let back = match (cost.checked_sub(middle.saturating_add(1)), backward) {
        (Some(rest), Some(backward)) => distances(space, &backward.goal_states(), rest, budget, |state, children| {
            backward.predecessors(state, children);
        })?,
        _ => Closed::default(),
    };
    let mut halves = Halves { space, cost, middle, front, back, leads_on: PerState::default() };
    halves.exclude_dead_ends(budget)?;
    halves.visit_plans(budget, visit)
}

/// All states that can be reached from the start, each with the cost of a cheapest path, the lowest first: Dijkstra's
/// algorithm without a goal.
///
/// # Errors
/// When the budget stops the search.
pub fn reachable<S: Searched>(space: &S, budget: &mut Budget<'_>) -> Result<Vec<(Owned<S>, Cost)>, Stop> {
    let expand = |state: &S::State, children: &mut Successors<S>| space.expand(state, children);
    let closed = distances(space, &[space.start()], DEAD_END - 1, budget, expand)?;
    let row = |id| (closed.state(id).to_owned(), closed.node(id).cost);
    let mut all: Vec<_> = (0..).take(closed.len()).map(row).collect();
    all.sort_by_key(|&(_, cost)| cost);
    Ok(all)
}

/// The distances from `roots` of all states up to the distance `limit`.
fn distances<S: Searched>(
    space: &S,
    roots: &[Owned<S>],
    limit: Cost,
    budget: &mut Budget<'_>,
    neighbours: impl Fn(&S::State, &mut Successors<S>),
) -> Result<Closed<S>, Stop> {
    let mut closed = Closed::default();
    let mut open: Heap<Reverse<(Cost, Id)>> = Heap::default();
    for root in roots {
        if let Found::New(id) = closed.insert_root(root.borrow(), budget)? {
            open.push(Reverse((0, id)), budget)?;
        }
    }
    // The farthest states have neighbours within the limit only if actions cost nothing.
    let last = limit.checked_sub(Cost::from(space.unit_costs()));
    let mut children = Successors::default();
    while let Some(Reverse((distance, id))) = open.pop() {
        if closed.node(id).cost < distance || last.is_none_or(|last| distance > last) {
            continue;
        }
        budget.expand()?;
        children.clear();
        neighbours(closed.state(id), &mut children);
        children.charge(budget)?;
        budget.generated(children.len());
        for index in 0..children.len() {
            let node = Node::new(id, distance.saturating_add(children.cost(index)));
            if node.cost <= limit
                && let Found::New(child) | Found::Cheaper(child) = closed.reach(children.state(index), node, budget)?
            {
                open.push(Reverse((node.cost, child)), budget)?;
            }
        }
    }
    children.release(budget);
    Ok(closed)
}

/// A state on a path with its children.
struct PathFrame<S: Searched> {
    /// The cost of the path up to the state.
    distance: Cost,
    children: Successors<S>,
    /// The number of children tried.
    tried: usize,
}

impl<S: Searched> Halves<'_, S> {
    /// Whether an optimal plan continues from a child at the given distance from the start.
    fn continues(&self, child: &S::State, distance: Cost) -> bool {
        if distance <= self.middle {
            self.front.find(child).is_some_and(|id| self.front.node(id).cost == distance && self.leads_on.get(id))
        } else if let Some(rest) = self.cost.checked_sub(distance) {
            self.back.find(child).is_some_and(|id| self.back.node(id).cost == rest)
        } else {
            false
        }
    }

    /// Marks the states of the first half from which an optimal plan continues, the farthest first.
    fn exclude_dead_ends(&mut self, budget: &mut Budget<'_>) -> Result<(), Stop> {
        self.leads_on.extend_to(self.front.len(), budget)?;
        let mut states: Vec<(Reverse<Cost>, Id)> = Vec::new();
        open_list::reserve(&mut states, self.front.len(), budget)?;
        states.extend((0..).take(self.front.len()).map(|id| (Reverse(self.front.node(id).cost), id)));
        states.sort_unstable();
        let mut children = Successors::default();
        // The actions that cost nothing between states of one distance, by the state that they lead to.
        let mut free: Vec<(Id, Id)> = Vec::new();
        for layer in states.chunk_by(|a, b| a.0 == b.0) {
            free.clear();
            for &(Reverse(distance), id) in layer {
                budget.expand()?;
                children.clear();
                self.space.expand(self.front.state(id), &mut children);
                children.charge(budget)?;
                let mut leads_on = self.space.is_goal(self.front.state(id)) && distance == self.cost;
                for index in 0..children.len() {
                    let (child, cost) = (children.state(index), children.cost(index));
                    leads_on = leads_on || self.continues(child, distance.saturating_add(cost));
                    if cost == 0
                        && let Some(to) = self.front.find(child)
                    {
                        open_list::push(&mut free, (to, id), budget)?;
                    }
                }
                self.leads_on.set(id, leads_on);
            }
            free.sort_unstable();
            self.mark_before(layer, &free, budget)?;
        }
        Ok(())
    }

    /// Marks the states of a layer from which actions that cost nothing lead to marked ones.
    fn mark_before(
        &mut self,
        layer: &[(Reverse<Cost>, Id)],
        free: &[(Id, Id)],
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop> {
        if free.is_empty() {
            return Ok(());
        }
        let mut marked: Vec<Id> = Vec::new();
        open_list::reserve(&mut marked, layer.len(), budget)?;
        marked.extend(layer.iter().map(|state| state.1).filter(|&id| self.leads_on.get(id)));
        while let Some(to) = marked.pop() {
            let first = free.partition_point(|edge| edge.0 < to);
            for &(_, from) in free[first..].iter().take_while(|edge| edge.0 == to) {
                if !self.leads_on.get(from) {
                    self.leads_on.set(from, true);
                    marked.push(from);
                }
            }
        }
        budget.shrink((marked.capacity() * size_of::<Id>()) as u64);
        Ok(())
    }

    /// Calls `visit` for every plan.
    fn visit_plans(&self, budget: &mut Budget<'_>, visit: &mut Visit<'_, S::Action>) -> Result<(), Stop> {
        let start = self.space.start();
        if self.space.is_goal(start.borrow()) {
            return if self.cost == 0 { visit(&[], budget) } else { Ok(()) };
        }
        // Frames beyond the path are reused.
        let (mut frames, mut path): (Vec<PathFrame<S>>, Vec<S::Action>) = (Vec::new(), Vec::new());
        self.deepen(start.borrow(), 0, (&mut frames, 0), budget)?;
        let mut depth = 1;
        while depth > 0 {
            let PathFrame { distance, children, tried } = &mut frames[depth - 1];
            path.truncate(depth - 1);
            let Some(index) = (*tried..children.len()).next() else {
                depth -= 1;
                continue;
            };
            *tried += 1;
            let (action, there) = (children.action(index), distance.saturating_add(children.cost(index)));
            if !self.continues(children.state(index), there) {
                continue;
            }
            let child = children.state(index).to_owned();
            if there == *distance && is_on_path(start.borrow(), &frames[..depth], child.borrow()) {
                continue;
            }
            open_list::push(&mut path, action, budget)?;
            if self.space.is_goal(child.borrow()) {
                if there == self.cost {
                    visit(&path, budget)?;
                }
            } else {
                self.deepen(child.borrow(), there, (&mut frames, depth), budget)?;
                depth += 1;
            }
        }
        Ok(())
    }

    /// Expands a state into the frame at `depth`.
    fn deepen(
        &self,
        state: &S::State,
        distance: Cost,
        (frames, depth): (&mut Vec<PathFrame<S>>, usize),
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop> {
        budget.check()?;
        if frames.len() == depth {
            open_list::push(frames, PathFrame { distance, children: Successors::default(), tried: 0 }, budget)?;
        }
        let frame = &mut frames[depth];
        (frame.distance, frame.tried) = (distance, 0);
        frame.children.clear();
        self.space.expand(state, &mut frame.children);
        frame.children.charge(budget)
    }
}

/// Whether a state that costs nothing more is among the last ones of a path, which are all that can be equal to it.
fn is_on_path<S: Searched>(start: &S::State, path: &[PathFrame<S>], state: &S::State) -> bool {
    let distance = path.last().map_or(0, |frame| frame.distance);
    let here = |at: usize| match at.checked_sub(1) {
        Some(before) => path[before].children.state(path[before].tried - 1),
        None => start,
    };
    (0..path.len()).rev().take_while(|&at| path[at].distance == distance).any(|at| here(at) == state)
}

// The number of states at each distance, for spaces whose states have no numbers.

/// Number of states by distance.
pub struct Counted<S: Space> {
    /// The number of states at each distance from 0.
    pub layers: Vec<u64>,
    /// Some of the farthest states.
    pub farthest: Vec<Owned<S>>,
    /// The distance of the nearest state that satisfies `is_end`.
    pub end: Option<Cost>,
}

/// Counts the states by their distance from `roots`, or to them with `backward`. `limit`: maximum number
/// of farthest states to return.
///
/// # Errors
/// When the budget stops the search, and when an action does not cost 1.
pub fn count_layers<S: Space>(
    space: &S,
    roots: Vec<Owned<S>>,
    backward: Option<&dyn Backward<S>>,
    is_end: &dyn Fn(&S::State) -> bool,
    limit: usize,
    budget: &mut Budget<'_>,
) -> Result<Counted<S>, Stop> {
    let mut seen = FxHashSet::default();
    let mut layer: Vec<Owned<S>> = roots.into_iter().filter(|root| seen.insert(root.clone())).collect();
    let mut counted = Counted { layers: Vec::new(), farthest: Vec::new(), end: None };
    let mut children = Successors::default();
    while !layer.is_empty() {
        let distance = Cost::try_from(counted.layers.len()).unwrap_or(Cost::MAX);
        if counted.end.is_none() && layer.iter().any(|state| is_end(state.borrow())) {
            counted.end = Some(distance);
        }
        counted.layers.push(layer.len() as u64);
        let mut next = Vec::new();
        for state in &layer {
            budget.expand()?;
            children.clear();
            match backward {
                Some(backward) => backward.predecessors(state.borrow(), &mut children),
                None => space.expand(state.borrow(), &mut children),
            }
            children.check_unit_costs(0);
            children.charge(budget)?;
            budget.generated(children.len());
            for index in 0..children.len() {
                let child = children.state(index);
                if !seen.contains(child) {
                    // Twice for the set, which doubles when it is full, and twice for the copy.
                    budget.grow(4 * (size_of::<Owned<S>>() as u64 + child.heap_bytes()))?;
                    seen.insert(child.to_owned());
                    next.push(child.to_owned());
                }
            }
        }
        budget.stored(seen.len() as u64);
        counted.farthest = std::mem::replace(&mut layer, next);
    }
    counted.farthest.truncate(limit);
    Ok(counted)
}
