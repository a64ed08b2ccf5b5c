//! One of the two searches: its closed list and its frontier in two lists.

use std::cmp::Reverse;

use crate::budget::Budget;
use crate::outcome::{Cost, Stop};
use crate::search::closed::{Closed, Node};
use crate::search::heap::Heap;
use crate::search::store::{Id, Inserted, Searched};

/// See the module. Entries whose state was reached at less cost since are dropped when they come up.
pub(super) struct Side<S: Searched> {
    pub(super) closed: Closed<S>,
    /// By cost plus estimate; among equals the deeper, then the younger.
    waiting: Heap<(Reverse<Cost>, Cost, Id)>,
    /// By cost; among equals the younger.
    ready: Heap<(Reverse<Cost>, Id)>,
}

impl<S: Searched> Side<S> {
    /// One that has reached nothing yet.
    pub(super) fn new(space: &S) -> Self {
        Self { closed: Closed::new(space), waiting: Heap::default(), ready: Heap::default() }
    }

    /// Notes a way to a state; gives its id if it is new or was reached at more cost before.
    pub(super) fn reach(
        &mut self,
        state: &S::State,
        parent: Id,
        cost: Cost,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Id>, Stop> {
        let node = Node { parent, cost };
        Ok(match self.closed.insert(state, node, budget)? {
            Inserted::New(id) => Some(id),
            Inserted::Old(id) if cost < self.closed.node(id).cost => {
                self.closed.set_node(id, node);
                Some(id)
            }
            Inserted::Old(_) => None,
        })
    }

    /// Puts a state into the frontier. Every state that waits may become ready, so both lists get
    /// their room now.
    pub(super) fn wait(
        &mut self,
        sum: Cost,
        cost: Cost,
        id: Id,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop> {
        self.ready.reserve(self.waiting.len() + 1, budget)?;
        self.waiting.push((Reverse(sum), cost, id), budget)
    }

    /// The least sum that waits.
    pub(super) fn waiting(&mut self) -> Option<Cost> {
        while let Some(&(Reverse(sum), cost, id)) = self.waiting.peek() {
            if self.closed.node(id).cost == cost {
                return Some(sum);
            }
            self.waiting.pop();
        }
        None
    }

    /// The cheapest state that is ready.
    pub(super) fn ready(&mut self) -> Option<(Cost, Id)> {
        while let Some(&(Reverse(cost), id)) = self.ready.peek() {
            if self.closed.node(id).cost == cost {
                return Some((cost, id));
            }
            self.ready.pop();
        }
        None
    }

    /// Takes the head of the ready list.
    pub(super) fn take_ready(&mut self) {
        self.ready.pop();
    }

    /// Moves what waits and is within the bound.
    pub(super) fn make_ready(&mut self, bound: Cost) {
        while self.waiting().is_some_and(|sum| sum <= bound) {
            if let Some((_, cost, id)) = self.waiting.pop() {
                self.ready.put((Reverse(cost), id));
            }
        }
    }

    /// Whether nothing is left to expand.
    pub(super) fn is_empty(&mut self) -> bool {
        self.ready().is_none() && self.waiting().is_none()
    }
}
