//! Uniform-cost search (Dijkstra, *A note on two problems in connexion with graphs*, 1959): expands the
//! state with the lowest cost. Optimal for any costs; exhaustion is a proof. Blind: uses no estimate and
//! no pruning rule of the puzzle.

use crate::search::strategies::prelude::*;

pub(in crate::search) const ROW: Row = Row {
    summary: "uniform cost (Dijkstra): expands the lowest cost g",
    source: "Dijkstra 1959",
    claim: Claim::Optimal,
    ..Row::new(Strategy::Uniform, "uniform", Family::Blind)
};

pub(in crate::search) fn begin<'s, S: Searched>(space: &'s S, _: &Settings) -> BoxedSearch<'s, S> {
    Box::new(Uniform { space, closed: Closed::new(space), open: Heap::default(), children: Successors::default() })
}

/// Whether a state is not a goal: false is ordered first.
type NoGoal = bool;

struct Uniform<'s, S: Searched> {
    space: &'s S,
    closed: Closed<S>,
    /// Ordered by cost, then goals first (so that the last layer is not expanded), then the oldest.
    /// Entries with outdated costs are skipped.
    open: Heap<Reverse<(Cost, NoGoal, Id)>>,
    children: Successors<S>,
}

impl<S: Searched> Uniform<'_, S> {
    fn expand(&mut self, id: Id, cost: Cost, budget: &mut Budget<'_>) -> Result<(), Stop> {
        self.closed.expand(self.space, id, &mut self.children, budget)?;
        for index in 0..self.children.len() {
            let cost = budget.sum(cost, self.children.cost(index));
            if cost == DEAD_END {
                continue;
            }
            let node = Node { parent: id, cost };
            let state = self.children.state(index);
            let reached = self.closed.reach(state, node, budget)?;
            let (InsertOutcome::New(child) | InsertOutcome::Cheaper(child)) = reached else { continue };
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
            self.closed.insert_root(start.borrow(), budget)?;
            self.open.push(Reverse((0, true, 0)), budget)?;
        }
        while let Some(entry) = self.open.pop() {
            let Reverse((cost, _, id)) = entry;
            if self.closed.node(id).cost < cost {
                continue;
            }
            budget.raise_bound(cost);
            if self.space.is_goal(self.closed.state(id)) {
                return path::found(self.space, &self.closed, id);
            }
            self.expand(id, cost, budget).inspect_err(|_| self.open.put(entry))?;
        }
        Ok(Conclusion::Exhausted)
    }
}
