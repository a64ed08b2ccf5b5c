//! A* (Hart, Nilsson & Raphael, *A formal basis for the heuristic determination of minimum cost
//! paths*, 1968) and weighted A* (Pohl, *Heuristic search viewed as path finding in a graph*, 1970).
//!
//! The state with the least `cost + weight * estimate` first; among equals the one with the smaller
//! estimate, then the younger. With an admissible estimate an answer costs at most *weight* times
//! the optimum. A state that is reached at less cost than before is opened again, so the estimate
//! need not be consistent. States whose estimate says *dead* are never expanded; as that is a proof,
//! exhaustion still is one.

use std::cmp::Ordering;

use super::closed::{Closed, Node};
use super::open::Open;
use super::store::{Id, Inserted, NO_PARENT, Searched};
use super::{Search, estimate_of, path};
use crate::budget::Budget;
use crate::outcome::{Conclusion, Cost, Stop, Weight};
use crate::space::{Children, DEAD, Estimate};

pub(super) struct Astar<'s, S: Searched> {
    space: &'s S,
    estimate: &'s dyn Estimate<S>,
    weight: u64,
    closed: Closed<S>,
    open: Open<Entry>,
    children: Children<S>,
    /// The id of each child that is to be opened.
    ids: Vec<Id>,
}

/// Compared so that the greatest is the next to expand.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Entry {
    /// `100 * cost + weight * estimate`, the weight in hundredths.
    priority: u64,
    estimate: Cost,
    cost: Cost,
    id: Id,
}

impl Ord for Entry {
    fn cmp(&self, other: &Self) -> Ordering {
        (other.priority, other.estimate, self.id).cmp(&(self.priority, self.estimate, other.id))
    }
}

impl PartialOrd for Entry {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<'s, S: Searched> Astar<'s, S> {
    pub(super) fn new(space: &'s S, weight: Weight) -> Self {
        Self {
            space,
            estimate: estimate_of(space),
            weight: u64::from(weight.hundredths()),
            closed: Closed::default(),
            open: Open::default(),
            children: Children::default(),
            ids: Vec::new(),
        }
    }

    fn open(&mut self, id: Id, cost: Cost, estimate: Cost, budget: &mut Budget<'_>) -> Result<(), Stop> {
        let priority = 100 * u64::from(cost) + self.weight * u64::from(estimate);
        self.open.push(Entry { priority, estimate, cost, id }, budget)
    }

    fn expand(&mut self, id: Id, cost: Cost, budget: &mut Budget<'_>) -> Result<(), Stop> {
        budget.expand()?;
        self.children.clear();
        self.space.expand(self.closed.state(id), &mut self.children);
        budget.generated(self.children.len());
        // First the look-up, then the estimates: those of states that are known already would be
        // wasted.
        self.ids.clear();
        for index in 0..self.children.len() {
            let cost = cost.saturating_add(self.children.cost(index));
            let node = Node { parent: id, cost };
            let child = match self.closed.insert(self.children.state(index), node, budget)? {
                Inserted::New(child) => child,
                Inserted::Old(child) => {
                    if cost < self.closed.node(child).cost {
                        self.closed.set_node(child, node);
                    } else {
                        self.children.kill(index);
                    }
                    child
                }
            };
            self.ids.push(child);
        }
        self.estimate.of_children(self.closed.state(id), &mut self.children);
        for index in 0..self.children.len() {
            let estimate = self.children.estimate(index);
            if estimate != DEAD {
                let cost = cost.saturating_add(self.children.cost(index));
                self.open(self.ids[index], cost, estimate, budget)?;
            }
        }
        budget.stored(self.closed.len() as u64);
        Ok(())
    }
}

impl<S: Searched> Search<S> for Astar<'_, S> {
    fn advance(&mut self, budget: &mut Budget<'_>) -> Result<Conclusion<S::Action>, Stop> {
        if self.closed.is_empty() {
            let start = self.space.start();
            let start = std::borrow::Borrow::borrow(&start);
            let estimate = self.estimate.of(start);
            self.closed.insert(start, Node { parent: NO_PARENT, cost: 0 }, budget)?;
            if estimate == DEAD {
                return Ok(Conclusion::Exhausted);
            }
            budget.raise_bound(estimate);
            self.open(0, 0, estimate, budget)?;
        }
        while let Some(entry) = self.open.pop() {
            let Entry { cost, id, estimate, .. } = entry;
            if self.closed.node(id).cost < cost {
                continue;
            }
            if self.weight == 100 {
                // An optimal path has a state in the open list whose sum does not exceed its cost.
                budget.raise_bound(cost.saturating_add(estimate));
            }
            if self.space.is_goal(self.closed.state(id)) {
                return Ok(Conclusion::Found(path::forward(self.space, &self.closed, id)));
            }
            if let Err(stop) = self.expand(id, cost, budget) {
                self.open.put_back(entry);
                return Err(stop);
            }
        }
        Ok(Conclusion::Exhausted)
    }
}
