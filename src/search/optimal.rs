//! Every plan of the least cost.
//!
//! States with their distances from the start up to half of the cost, and with their distances to the
//! goals up to the rest of it, hold every optimal plan: each of its states before the middle has its
//! distance from the start, each after it its distance to a goal. States of the first half from which
//! no optimal plan goes on are crossed out from the middle back, so the walk that lists the plans
//! never runs into a dead end.

use std::borrow::Borrow;

use rustc_hash::FxHashMap;

use crate::budget::Budget;
use crate::outcome::{Cost, Stop};
use crate::space::{Backward, Children, Owned, Space, State, StateList};

/// What is known of a state of the first half: its distance, and whether an optimal plan goes on.
type Known = (Cost, bool);

/// Is given each plan, and the budget for what it keeps of it.
type Visit<'v, A> = dyn FnMut(&[A], &mut Budget<'_>) -> Result<(), Stop> + 'v;

struct Halves<'s, S: Space> {
    space: &'s S,
    cost: Cost,
    /// Distances from the start up to this are in `front`, distances to a goal in `back` from there.
    middle: Cost,
    front: FxHashMap<Owned<S>, Known>,
    back: FxHashMap<Owned<S>, Cost>,
}

/// Calls `visit` for every plan of `space` that costs `cost`, which is the least. Of two actions in a
/// row only those are listed to which `follows` says yes.
///
/// # Errors
/// When the budget or `visit` stops it: the list is then not complete.
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
    backward.roots(&mut list);
    let goals = (0..list.count()).map(|index| list.state(index).to_owned()).collect();
    let rest = cost - middle - 1;
    let back = distances::<S>(goals, rest, budget, |state, children| backward.predecessors(state, children))?;
    let front = front.into_iter().map(|(state, distance)| (state, (distance, false))).collect();
    let mut halves = Halves { space, cost, middle, front, back };
    halves.cross_out(budget)?;
    let start = space.start();
    halves.walk(start.borrow(), 0, &mut Vec::new(), follows, budget, visit)
}

/// The distances of all states within `most` of `roots`.
fn distances<S: Space>(
    roots: Vec<Owned<S>>,
    most: Cost,
    budget: &mut Budget<'_>,
    neighbours: impl Fn(&S::State, &mut Children<S>),
) -> Result<FxHashMap<Owned<S>, Cost>, Stop> {
    let mut known: FxHashMap<Owned<S>, Cost> = FxHashMap::default();
    // A queue for each distance; a state may wait in several and counts in the first.
    let mut queues: Vec<Vec<Owned<S>>> = vec![Vec::new(); most as usize + 1];
    for root in roots {
        known.insert(root.clone(), 0);
        queues[0].push(root);
    }
    let mut children = Children::default();
    for distance in 0..=most {
        for state in std::mem::take(&mut queues[distance as usize]) {
            if known.get(state.borrow()) != Some(&distance) || distance == most {
                continue;
            }
            budget.expand()?;
            children.clear();
            neighbours(state.borrow(), &mut children);
            budget.generated(children.len());
            for index in 0..children.len() {
                let (child, there) = (children.state(index), distance.saturating_add(children.cost(index)));
                if there > most || known.get(child).is_some_and(|&before| before <= there) {
                    continue;
                }
                // The map doubles now and then; the queue holds a copy.
                budget.grow(4 * (size_of::<Owned<S>>() as u64 + child.heap_bytes() + 8))?;
                known.insert(child.to_owned(), there);
                queues[there as usize].push(child.to_owned());
            }
        }
    }
    Ok(known)
}

impl<S: Space> Halves<'_, S> {
    /// Whether an optimal plan goes on from a child, reached at that distance from the start.
    fn goes_on(&self, child: &S::State, distance: Cost) -> bool {
        if distance <= self.middle {
            self.front.get(child) == Some(&(distance, true))
        } else {
            distance <= self.cost && self.back.get(child) == Some(&(self.cost - distance))
        }
    }

    /// Marks the states of the first half from which an optimal plan goes on, the farthest first.
    fn cross_out(&mut self, budget: &mut Budget<'_>) -> Result<(), Stop> {
        let mut layers: Vec<Vec<Owned<S>>> = vec![Vec::new(); self.middle as usize + 1];
        for (state, &(distance, _)) in &self.front {
            layers[distance as usize].push(state.clone());
        }
        let mut children = Children::default();
        for (distance, layer) in (0..=self.middle).rev().zip(layers.into_iter().rev()) {
            for state in layer {
                budget.expand()?;
                children.clear();
                self.space.expand(state.borrow(), &mut children);
                let leads_on = (0..children.len())
                    .any(|index| self.goes_on(children.state(index), distance + children.cost(index)));
                self.front.insert(state, (distance, leads_on));
            }
        }
        Ok(())
    }

    fn walk(
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
        let mut children = Children::default();
        self.space.expand(state, &mut children);
        for index in 0..children.len() {
            let (action, there) = (children.action(index), distance + children.cost(index));
            let in_order = path.last().is_none_or(|&previous| follows(previous, action));
            if in_order && self.goes_on(children.state(index), there) {
                path.push(action);
                self.walk(children.state(index), there, path, follows, budget, visit)?;
                path.pop();
            }
        }
        Ok(())
    }
}
