//! Uniform-cost search (Dijkstra, *A note on two problems in connexion with graphs*, 1959): the
//! cheapest state first. Optimal for any costs; exhaustion is a proof. Blind: it uses no estimate
//! and no pruning rule of the puzzle.

use std::cmp::Reverse;

use super::closed::{Closed, Node};
use super::open::Open;
use super::store::{Id, Inserted, NO_PARENT, Searched};
use super::{Search, path};
use crate::budget::Budget;
use crate::outcome::{Conclusion, Cost, Stop};
use crate::space::Children;

/// Whether a state is no goal: false comes first.
type NoGoal = bool;

pub(super) struct Uniform<'s, S: Searched> {
    space: &'s S,
    closed: Closed<S>,
    /// Cheapest first; among equals goals (so that the last layer need not be expanded), then the
    /// earlier stored. Entries that were overtaken stay and are skipped.
    open: Open<Reverse<(Cost, NoGoal, Id)>>,
    children: Children<S>,
}

impl<'s, S: Searched> Uniform<'s, S> {
    pub(super) fn new(space: &'s S) -> Self {
        Self { space, closed: Closed::new(space), open: Open::default(), children: Children::default() }
    }

    fn expand(&mut self, id: Id, cost: Cost, budget: &mut Budget<'_>) -> Result<(), Stop> {
        budget.expand()?;
        self.children.clear();
        self.space.expand(self.closed.state(id), &mut self.children);
        budget.generated(self.children.len());
        for index in 0..self.children.len() {
            let cost = cost.saturating_add(self.children.cost(index));
            let node = Node { parent: id, cost };
            let state = self.children.state(index);
            let child = match self.closed.insert(state, node, budget)? {
                Inserted::New(child) => child,
                Inserted::Old(child) if cost < self.closed.node(child).cost => {
                    self.closed.set_node(child, node);
                    child
                }
                Inserted::Old(_) => continue,
            };
            self.open.push(Reverse((cost, !self.space.is_goal(state), child)), budget)?;
        }
        budget.stored(self.closed.len() as u64);
        Ok(())
    }
}

impl<S: Searched> Search<S> for Uniform<'_, S> {
    fn advance(&mut self, budget: &mut Budget<'_>) -> Result<Conclusion<S::Action>, Stop> {
        if self.closed.is_empty() {
            let start = self.space.start();
            let node = Node { parent: NO_PARENT, cost: 0 };
            self.closed.insert(std::borrow::Borrow::borrow(&start), node, budget)?;
            self.open.push(Reverse((0, true, 0)), budget)?;
        }
        while let Some(entry) = self.open.pop() {
            let Reverse((cost, _, id)) = entry;
            if self.closed.node(id).cost < cost {
                continue;
            }
            budget.raise_bound(cost);
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
