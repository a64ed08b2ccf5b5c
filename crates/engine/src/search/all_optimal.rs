//! What the commands that list need: every optimal plan, and the number of states at each distance.

use std::borrow::Borrow;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::{
    budget::Budget,
    outcome::{Cost, Stop},
    space::{Backward, Owned, Space, State, StateList, Successors},
};

// Enumeration of all optimal plans.
//
// Two searches compute the distances from the start up to half of the optimal cost, and the distances to
// the goals up to the other half. A state is on an optimal plan if its distance fits its position in the
// plan. From the middle back to the start, the states of the first half without an optimal continuation
// are excluded, so that the enumeration never runs into a dead end.

/// Distance of a state from the start, and whether an optimal plan continues from it.
type Known = (Cost, bool);

/// Called with each plan, and with the budget for the memory it allocates.
type Visit<'v, A> = dyn FnMut(&[A], &mut Budget<'_>) -> Result<(), Stop> + 'v;

struct Halves<'s, S: Space> {
    space: &'s S,
    cost: Cost,
    /// The largest distance from the start in `front`; `back` has the states beyond it.
    middle: Cost,
    front: FxHashMap<Owned<S>, Known>,
    back: FxHashMap<Owned<S>, Cost>,
}

/// Calls `visit` for every optimal plan of `space`. `cost`: the optimal cost; `follows`: whether the second
/// action may follow the first one.
///
/// # Errors
/// When the budget or `visit` stops the enumeration, which is then incomplete.
pub fn each_optimal<S: Space>(
    space: &S,
    backward: &dyn Backward<S>,
    cost: Cost,
    follows: &dyn Fn(S::Action, S::Action) -> bool,
    budget: &mut Budget<'_>,
    visit: &mut Visit<'_, S::Action>,
) -> Result<(), Stop> {
    if cost == 0 {
        return visit(&[], budget);
    }
    let middle = cost / 2;
    let start = vec![space.start()];
    let front = distances::<S>(start, middle, budget, |state, children| space.expand(state, children))?;
    let mut list = <S::State as State>::List::default();
    backward.goal_states(&mut list);
    let goals = (0..list.count()).map(|index| list.state(index).to_owned()).collect();
    let rest = cost - middle - 1;
    let back = distances::<S>(goals, rest, budget, |state, children| backward.predecessors(state, children))?;
    let front = front.into_iter().map(|(state, distance)| (state, (distance, false))).collect();
    let mut halves = Halves { space, cost, middle, front, back };
    halves.exclude_dead_ends(budget)?;
    let start = space.start();
    halves.visit_plans(start.borrow(), 0, &mut Vec::new(), follows, budget, visit)
}

/// The distances from `roots` of all states up to the distance `limit`.
fn distances<S: Space>(
    roots: Vec<Owned<S>>,
    limit: Cost,
    budget: &mut Budget<'_>,
    neighbours: impl Fn(&S::State, &mut Successors<S>),
) -> Result<FxHashMap<Owned<S>, Cost>, Stop> {
    let mut known: FxHashMap<Owned<S>, Cost> = FxHashMap::default();
    // One queue per distance. A state may be in several; only the first one counts.
    let mut queues: Vec<Vec<Owned<S>>> = vec![Vec::new(); limit as usize + 1];
    for root in roots {
        known.insert(root.clone(), 0);
        queues[0].push(root);
    }
    let mut children = Successors::default();
    for distance in 0..=limit {
        for state in std::mem::take(&mut queues[distance as usize]) {
            if known.get(state.borrow()) != Some(&distance) || distance == limit {
                continue;
            }
            budget.expand()?;
            children.clear();
            neighbours(state.borrow(), &mut children);
            budget.generated(children.len());
            for index in 0..children.len() {
                let (child, there) = (children.state(index), distance.saturating_add(children.cost(index)));
                if there > limit || known.get(child).is_some_and(|&before| before <= there) {
                    continue;
                }
                // Twice for the map, which doubles when it is full, and twice for the copy.
                budget.grow(4 * (size_of::<Owned<S>>() as u64 + child.heap_bytes() + 8))?;
                known.insert(child.to_owned(), there);
                queues[there as usize].push(child.to_owned());
            }
        }
    }
    Ok(known)
}

impl<S: Space> Halves<'_, S> {
    /// Whether an optimal plan continues from a child at the given distance from the start.
    fn continues(&self, child: &S::State, distance: Cost) -> bool {
        if distance <= self.middle {
            self.front.get(child) == Some(&(distance, true))
        } else {
            distance <= self.cost && self.back.get(child) == Some(&(self.cost - distance))
        }
    }

    /// Marks the states of the first half from which an optimal plan continues, the farthest first.
    fn exclude_dead_ends(&mut self, budget: &mut Budget<'_>) -> Result<(), Stop> {
        let mut layers: Vec<Vec<Owned<S>>> = vec![Vec::new(); self.middle as usize + 1];
        for (state, &(distance, _)) in &self.front {
            // Vectors may have twice the capacity that they need.
            budget.grow(2 * (size_of::<Owned<S>>() as u64 + state.borrow().heap_bytes()))?;
            layers[distance as usize].push(state.clone());
        }
        let mut children = Successors::default();
        for (distance, layer) in (0..=self.middle).rev().zip(layers.into_iter().rev()) {
            for state in layer {
                budget.expand()?;
                children.clear();
                self.space.expand(state.borrow(), &mut children);
                children.charge(budget)?;
                let leads_on = (0..children.len())
                    .any(|index| self.continues(children.state(index), distance + children.cost(index)));
                self.front.insert(state, (distance, leads_on));
            }
        }
        Ok(())
    }

    /// Calls `visit` for the plans that extend `path`, which leads to `state`.
    fn visit_plans(
        &self,
        state: &S::State,
        distance: Cost,
        path: &mut Vec<S::Action>,
        follows: &dyn Fn(S::Action, S::Action) -> bool,
        budget: &mut Budget<'_>,
        visit: &mut Visit<'_, S::Action>,
    ) -> Result<(), Stop> {
        if distance == self.cost {
            return visit(path, budget);
        }
        budget.check()?;
        let mut children = Successors::default();
        self.space.expand(state, &mut children);
        children.charge(budget)?;
        for index in 0..children.len() {
            let (action, there) = (children.action(index), distance + children.cost(index));
            let in_order = path.last().is_none_or(|&previous| follows(previous, action));
            if in_order && self.continues(children.state(index), there) {
                path.push(action);
                self.visit_plans(children.state(index), there, path, follows, budget, visit)?;
                path.pop();
            }
        }
        children.release(budget);
        Ok(())
    }
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
/// When the budget stops the search.
pub fn count_layers<S: Space>(
    space: &S,
    roots: Vec<Owned<S>>,
    backward: Option<&dyn Backward<S>>,
    is_end: &dyn Fn(&S::State) -> bool,
    limit: usize,
    budget: &mut Budget<'_>,
) -> Result<Counted<S>, Stop> {
    let mut seen: FxHashSet<Owned<S>> = roots.iter().cloned().collect();
    let mut layer = roots;
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
