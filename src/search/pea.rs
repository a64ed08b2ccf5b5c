//! Partial-expansion A* (Yoshizumi, Miura & Ishida, *A\* with partial expansion for large branching
//! factor problems*, 2000).
//!
//! An expanded state keeps only the children whose sum `cost + estimate` does not exceed its own
//! value *F*; the others are forgotten, and the state goes back into the open list with the least of
//! their sums as its new *F*. So states that A* would generate and never expand are never stored, at
//! the price of expanding some states several times; each time counts as an expansion.
//!
//! Optimal with an admissible estimate, which need not be consistent: the open list always has a
//! state on an optimal path, reached at least cost, whose *F* does not exceed the optimum. For the
//! next state on that path is either stored as cheaply, and then stands for it, or is among the
//! forgotten children, whose least sum *F* is. So *F* is a lower bound too, and exhaustion is a proof.

use std::cmp::Ordering;

use super::closed::{Closed, Node};
use super::open::Open;
use super::store::{Id, Inserted, NO_PARENT, Searched};
use super::{Search, estimate_of, path};
use crate::budget::Budget;
use crate::outcome::{Conclusion, Cost, Stop};
use crate::space::{Children, DEAD, Estimate};

pub(super) struct Pea<'s, S: Searched> {
    space: &'s S,
    estimate: &'s dyn Estimate<S>,
    closed: Closed<S>,
    open: Open<Entry>,
    children: Children<S>,
}

/// Compared so that the greatest is the next to expand: the least *F*, then the smaller estimate,
/// then the younger.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Entry {
    value: Cost,
    estimate: Cost,
    cost: Cost,
    id: Id,
}

impl Ord for Entry {
    fn cmp(&self, other: &Self) -> Ordering {
        (other.value, other.estimate, self.id).cmp(&(self.value, self.estimate, other.id))
    }
}

impl PartialOrd for Entry {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<'s, S: Searched> Pea<'s, S> {
    pub(super) fn new(space: &'s S) -> Self {
        Self {
            space,
            estimate: estimate_of(space),
            closed: Closed::new(space),
            open: Open::default(),
            children: Children::default(),
        }
    }

    /// Stores the children whose turn has come and puts the state back if others remain.
    fn expand(&mut self, entry: Entry, budget: &mut Budget<'_>) -> Result<(), Stop> {
        budget.expand()?;
        let Entry { value, cost, id, .. } = entry;
        self.children.clear();
        self.space.expand(self.closed.state(id), &mut self.children);
        budget.generated(self.children.len());
        // What is known at no more cost needs no estimate.
        for index in 0..self.children.len() {
            let cost = cost.saturating_add(self.children.cost(index));
            let known = self.closed.find(self.children.state(index));
            if known.is_some_and(|child| self.closed.node(child).cost <= cost) {
                self.children.kill(index);
            }
        }
        self.estimate.of_children(self.closed.state(id), &mut self.children);
        let mut next = DEAD;
        for index in 0..self.children.len() {
            let estimate = self.children.estimate(index);
            if estimate == DEAD {
                continue;
            }
            let cost = cost.saturating_add(self.children.cost(index));
            // Below DEAD, so that a sum beyond all numbers is late but not forgotten.
            let sum = cost.saturating_add(estimate).min(DEAD - 1);
            if sum > value {
                next = next.min(sum);
            } else {
                self.keep(index, Node { parent: id, cost }, estimate, budget)?;
            }
        }
        if next != DEAD {
            self.open.push(Entry { value: next, ..entry }, budget)?;
        }
        budget.stored(self.closed.len() as u64);
        Ok(())
    }

    fn keep(
        &mut self,
        index: usize,
        node: Node,
        estimate: Cost,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop> {
        let id = match self.closed.insert(self.children.state(index), node, budget)? {
            Inserted::New(id) => id,
            Inserted::Old(id) if node.cost < self.closed.node(id).cost => {
                self.closed.set_node(id, node);
                id
            }
            // A twin among the children.
            Inserted::Old(_) => return Ok(()),
        };
        let value = node.cost.saturating_add(estimate);
        self.open.push(Entry { value, estimate, cost: node.cost, id }, budget)
    }
}

impl<S: Searched> Search<S> for Pea<'_, S> {
    fn advance(&mut self, budget: &mut Budget<'_>) -> Result<Conclusion<S::Action>, Stop> {
        if self.closed.is_empty() {
            let start = self.space.start();
            let start = std::borrow::Borrow::borrow(&start);
            let estimate = self.estimate.of(start);
            self.closed.insert(start, Node { parent: NO_PARENT, cost: 0 }, budget)?;
            if estimate == DEAD {
                return Ok(Conclusion::Exhausted);
            }
            self.open.push(Entry { value: estimate, estimate, cost: 0, id: 0 }, budget)?;
        }
        while let Some(entry) = self.open.pop() {
            if self.closed.node(entry.id).cost < entry.cost {
                continue;
            }
            budget.raise_bound(entry.value);
            if self.space.is_goal(self.closed.state(entry.id)) {
                return Ok(Conclusion::Found(path::forward(self.space, &self.closed, entry.id)));
            }
            if let Err(stop) = self.expand(entry, budget) {
                self.open.put_back(entry);
                return Err(stop);
            }
        }
        Ok(Conclusion::Exhausted)
    }
}
