//! Uniform-cost search (Dijkstra, *A note on two problems in connexion with graphs*, 1959): expands the
//! state with the lowest cost. Optimal for any costs; exhaustion is a proof. Blind: uses no estimate and
//! no pruning rule of the puzzle.

use crate::search::{monotone_queue::MonotoneQueue, strategies::prelude::*};

pub(in crate::search) const ROW: Row = Row {
    summary: "uniform cost (Dijkstra): expands the lowest cost g",
    source: "Dijkstra 1959",
    claim: Claim::Optimal,
    ..Row::new(Strategy::Uniform, "uniform", Family::Blind)
};

pub(in crate::search) fn begin<'s, S: Searched>(space: &'s S, _: &Settings) -> BoxedSearch<'s, S> {
    Box::new(Uniform {
        space,
        closed: Closed::new(space),
        open: MonotoneQueue::default(),
        goal: None,
        children: Successors::default(),
        reached: Vec::new(),
    })
}

struct Uniform<'s, S: Searched> {
    space: &'s S,
    closed: Closed<S>,
    /// Without goals. Entries with outdated costs are skipped.
    open: MonotoneQueue,
    /// The goal with the lowest known cost, the first one among equals. It comes before other states of this cost, so
    /// that the last layer is not expanded.
    goal: Option<(Cost, Id)>,
    children: Successors<S>,
    reached: Vec<Reached>,
}

impl<S: Searched> Uniform<'_, S> {
    fn expand(&mut self, id: Id, cost: Cost, budget: &mut Budget<'_>) -> Result<(), Stop> {
        self.closed.expand(self.space, id, &mut self.children, budget)?;
        self.closed.offer_children(id, cost, &mut self.children, &mut self.reached, budget)?;
        for &Reached { index, id: child } in &self.reached {
            let index = index as usize;
            let cost = budget.sum(cost, self.children.cost(index));
            if cost == DEAD_END {
                continue;
            }
            if !self.space.is_goal(self.children.state(index)) {
                self.open.push(cost, child, budget)?;
            } else if self.goal.is_none_or(|(best, _)| cost < best) {
                self.goal = Some((cost, child));
            }
        }
        budget.stored(self.closed.len() as u64);
        Ok(())
    }
}

impl<S: Searched> Search<S> for Uniform<'_, S> {
    fn advance(&mut self, budget: &mut Budget<'_>) -> Result<Conclusion<S::Action>, Stop> {
        if self.closed.is_empty() {
            let start = self.space.start();
            self.closed.offer_root(start.borrow(), budget)?;
            if self.space.is_goal(start.borrow()) {
                self.goal = Some((0, 0));
            } else {
                self.open.push(0, 0, budget)?;
            }
        }
        while let Some((cost, id)) = self.open.peek(budget)? {
            if let Some((best, goal)) = self.goal
                && best <= cost
            {
                budget.raise_bound(best);
                return path::found(self.space, &self.closed, goal);
            }
            if let Some(next) = self.open.following() {
                self.closed.prefetch(next);
            }
            if self.closed.node(id).cost == cost {
                budget.raise_bound(cost);
                self.expand(id, cost, budget)?;
            }
            self.open.pop();
        }
        let Some((best, goal)) = self.goal else { return Ok(Conclusion::Exhausted) };
        budget.raise_bound(best);
        path::found(self.space, &self.closed, goal)
    }
}
