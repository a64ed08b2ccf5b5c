//! Partial-expansion A* (Yoshizumi, Miura & Ishida, *A\* with partial expansion for large branching
//! factor problems*, 2000).
//!
//! An expanded state stores only the children whose sum `cost + estimate` does not exceed its own value
//! *F*. The others are dropped, and the state returns to the open list with their lowest sum as its new
//! *F*. So states that A* would generate and never expand are never stored, at the price of several
//! expansions of some states, each of which is counted.
//!
//! Optimal with an admissible estimate, which need not be consistent: the open list always has a state on
//! an optimal path, at its lowest cost, with an *F* of at most the optimal cost. For the next state on the
//! path is either stored at its lowest cost, and replaces it, or among the dropped children, whose lowest
//! sum is *F*. So *F* is a lower bound, and exhaustion is a proof.

use crate::search::{open_list::Narrow, strategies::prelude::*};

pub(in crate::search) const ROW: Row = Row {
    summary: "partial-expansion A*: stores a successor only once its f is due, for less memory",
    source: "Yoshizumi, Miura & Ishida 2000",
    needs: &[Need::Heuristic],
    claim: Claim::Optimal,
    ..Row::new(Strategy::Pea, "pea", Family::Informed)
};

pub(in crate::search) fn begin<'s, S: Searched>(space: &'s S, _: &Settings) -> BoxedSearch<'s, S> {
    Box::new(Pea {
        space,
        estimate: heuristic_of(space),
        closed: Closed::new(space),
        open: Heap::default(),
        children: Successors::default(),
    })
}

struct Pea<'s, S: Searched> {
    space: &'s S,
    estimate: &'s dyn Heuristic<S>,
    closed: Closed<S>,
    open: Heap<PartialEntry>,
    children: Successors<S>,
}

/// The greatest entry is expanded first: the lowest *F*, then the lowest estimate, then the newest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct PartialEntry {
    value: Reverse<Cost>,
    estimate: Reverse<Cost>,
    id: Id,
    cost: Cost,
}

impl PartialEntry {
    fn new(value: Cost, estimate: Cost, id: Id, cost: Cost) -> Self {
        Self { value: Reverse(value), estimate: Reverse(estimate), id, cost }
    }
}

impl Narrow for PartialEntry {
    type Narrow = (Reverse<u32>, Reverse<u32>, Id, u32);

    #[inline]
    fn narrow(self) -> Option<Self::Narrow> {
        (self.value, self.estimate, self.id, self.cost).narrow()
    }
    #[inline]
    fn widen(narrow: Self::Narrow) -> Self {
        let (value, estimate, id, cost) = Narrow::widen(narrow);
        Self { value, estimate, id, cost }
    }
}

impl<S: Searched> Pea<'_, S> {
    /// Stores the children with sums of at most *F*, and returns the state to the open list if there are others.
    fn expand(&mut self, entry: PartialEntry, budget: &mut Budget<'_>) -> Result<(), Stop> {
        budget.expand()?;
        let PartialEntry { value: Reverse(value), cost, id, .. } = entry;
        self.children.clear();
        self.space.expanding(|| cost, true);
        self.space.expand(self.closed.state(id), &mut self.children);
        self.children.charge(budget)?;
        budget.generated(self.children.len());
        // Known states at this cost or a lower one need no estimate.
        for index in 0..self.children.len() {
            let cost = budget.sum(cost, self.children.cost(index));
            if cost == DEAD_END {
                self.children.prune(index);
                continue;
            }
            let known = self.closed.find(self.children.state(index));
            if known.is_some_and(|child| self.closed.node(child).cost <= cost) {
                self.children.prune(index);
            }
        }
        self.estimate.of_successors(self.closed.state(id), &mut self.children);
        let mut next = DEAD_END;
        for index in 0..self.children.len() {
            let estimate = self.children.estimate(index);
            if estimate == DEAD_END {
                continue;
            }
            let cost = cost + self.children.cost(index);
            let sum = budget.sum(cost, estimate);
            if sum > value {
                // `DEAD_END` if it exceeds the limit.
                next = next.min(sum);
            } else {
                self.store(index, Node { parent: id, cost }, estimate, budget)?;
            }
        }
        if next != DEAD_END {
            self.open.push(PartialEntry { value: Reverse(next), ..entry }, budget)?;
        }
        budget.stored(self.closed.len() as u64);
        Ok(())
    }

    fn store(&mut self, index: usize, node: Node, estimate: Cost, budget: &mut Budget<'_>) -> Result<(), Stop> {
        let reached = self.closed.reach(self.children.state(index), node, budget)?;
        // A known state is twice among the children.
        let (InsertOutcome::New(id) | InsertOutcome::Cheaper(id)) = reached else { return Ok(()) };
        let value = node.cost + estimate;
        self.open.push(PartialEntry::new(value, estimate, id, node.cost), budget)
    }
}

impl<S: Searched> Search<S> for Pea<'_, S> {
    fn advance(&mut self, budget: &mut Budget<'_>) -> Result<Conclusion<S::Action>, Stop> {
        if self.closed.is_empty() {
            let start = self.space.start();
            let start = start.borrow();
            let estimate = self.estimate.of(start);
            self.closed.insert_root(start, budget)?;
            if estimate == DEAD_END {
                return Ok(Conclusion::Exhausted);
            }
            self.open.push(PartialEntry::new(estimate, estimate, 0, 0), budget)?;
        }
        while let Some(entry) = self.open.pop() {
            if self.closed.node(entry.id).cost < entry.cost {
                continue;
            }
            budget.raise_bound(entry.value.0);
            if self.space.is_goal(self.closed.state(entry.id)) {
                return path::found(self.space, &self.closed, entry.id);
            }
            self.expand(entry, budget).inspect_err(|_| self.open.put(entry))?;
        }
        Ok(Conclusion::Exhausted)
    }
}
