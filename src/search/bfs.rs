//! Breadth-first search (Moore, *The shortest path through a maze*, 1959): all states at distance
//! *d* before any at *d* + 1. Optimal where every action costs 1; exhaustion is a proof. Blind: it
//! uses no estimate and no pruning rule of the puzzle.

use super::closed::{Closed, Node};
use super::store::{Id, Inserted, NO_PARENT, Searched};
use super::{Search, path};
use crate::budget::Budget;
use crate::outcome::{Conclusion, Stop};
use crate::space::Children;

pub(super) struct Bfs<'s, S: Searched> {
    space: &'s S,
    closed: Closed<S>,
    /// The first stored state that has not been expanded: the store is the queue.
    next: Id,
    children: Children<S>,
}

impl<'s, S: Searched> Bfs<'s, S> {
    pub(super) fn new(space: &'s S) -> Self {
        Self { space, closed: Closed::default(), next: 0, children: Children::default() }
    }
}

impl<S: Searched> Search<S> for Bfs<'_, S> {
    fn advance(&mut self, budget: &mut Budget<'_>) -> Result<Conclusion<S::Action>, Stop> {
        if self.closed.is_empty() {
            let start = self.space.start();
            let start = std::borrow::Borrow::borrow(&start);
            self.closed.insert(start, Node { parent: NO_PARENT, cost: 0 }, budget)?;
            if self.space.is_goal(start) {
                return Ok(Conclusion::Found(path::forward(self.space, &self.closed, 0)));
            }
        }
        while (self.next as usize) < self.closed.len() {
            let depth = self.closed.node(self.next).cost + 1;
            // Every state nearer than the children of this one has been tested.
            budget.raise_bound(depth);
            budget.expand()?;
            self.children.clear();
            self.space.expand(self.closed.state(self.next), &mut self.children);
            budget.generated(self.children.len());
            for index in 0..self.children.len() {
                let state = self.children.state(index);
                let node = Node { parent: self.next, cost: depth };
                if let Inserted::New(id) = self.closed.insert(state, node, budget)?
                    && self.space.is_goal(state)
                {
                    budget.stored(self.closed.len() as u64);
                    return Ok(Conclusion::Found(path::forward(self.space, &self.closed, id)));
                }
            }
            budget.stored(self.closed.len() as u64);
            // Only now: a stop above leaves the state to be expanded again.
            self.next += 1;
        }
        Ok(Conclusion::Exhausted)
    }
}
