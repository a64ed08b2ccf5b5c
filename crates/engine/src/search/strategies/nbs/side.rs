//! One of the two searches: its closed list, and its frontier in two lists.

use crate::search::strategies::prelude::*;

/// One of the two searches. Entries whose state was since reached at a lower cost are skipped.
pub(super) struct HeuristicSide<S: Searched> {
    pub(super) closed: Closed<S>,
    /// Ordered by cost plus estimate, then the deepest, then the newest.
    waiting: Heap<(Reverse<Cost>, Cost, Id)>,
    /// Ordered by cost, then the newest.
    ready: Heap<(Reverse<Cost>, Id)>,
}

impl<S: Searched> HeuristicSide<S> {
    pub(super) fn new(space: &S) -> Self {
        Self { closed: Closed::new(space), waiting: Heap::default(), ready: Heap::default() }
    }

    /// Records a path to a state. Returns the id of the state if it is new or its cost has fallen.
    pub(super) fn reach(
        &mut self,
        state: &S::State,
        parent: Id,
        cost: Cost,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Id>, Stop> {
        Ok(match self.closed.reach(state, Node { parent, cost }, budget)? {
            InsertOutcome::New(id) | InsertOutcome::Cheaper(id) => Some(id),
            InsertOutcome::Known => None,
        })
    }

    /// Adds a state to the frontier. Every waiting state may become ready, so room is reserved in both
    /// lists.
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

    /// The lowest sum of a waiting state.
    pub(super) fn waiting(&mut self) -> Option<Cost> {
        while let Some(&(Reverse(sum), cost, id)) = self.waiting.peek() {
            if self.closed.node(id).cost == cost {
                return Some(sum);
            }
            self.waiting.pop();
        }
        None
    }

    /// The ready state with the lowest cost.
    pub(super) fn ready(&mut self) -> Option<(Cost, Id)> {
        while let Some(&(Reverse(cost), id)) = self.ready.peek() {
            if self.closed.node(id).cost == cost {
                return Some((cost, id));
            }
            self.ready.pop();
        }
        None
    }

    /// Removes the head of the ready list.
    pub(super) fn take_ready(&mut self) {
        self.ready.pop();
    }

    /// Moves the waiting states within the bound to the ready list.
    pub(super) fn make_ready(&mut self, bound: Cost) {
        while self.waiting().is_some_and(|sum| sum <= bound) {
            if let Some((_, cost, id)) = self.waiting.pop() {
                self.ready.put((Reverse(cost), id));
            }
        }
    }

    pub(super) fn is_empty(&mut self) -> bool {
        self.ready().is_none() && self.waiting().is_none()
    }
}
