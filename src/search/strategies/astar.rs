//! A* (Hart, Nilsson & Raphael, *A formal basis for the heuristic determination of minimum cost paths*,
//! 1968).
//!
//! Expands the state with the lowest `cost + weight * estimate`; ties by [`Ties`]. With an admissible
//! estimate, a plan costs at most *weight* times the optimum. States that are reached at a lower cost
//! are reopened, so the estimate need not be consistent. Where the space has a better, slower estimate, states may be
//! postponed by it ([`LazyEvaluation`]). States with an estimate of [`DEAD_END`] are never
//! expanded; as that is a proof, exhaustion is one too.

use crate::outcome::Weight;
use crate::search::open_list::{BucketQueue, QueueEntry};
use crate::search::settings::Ties;
use crate::search::strategies::prelude::*;

pub(in crate::search) const ROW: Row = Row {
    summary: "A*: expands the lowest f = g + h",
    source: "Hart, Nilsson & Raphael 1968",
    needs: &[Need::Heuristic],
    claim: Claim::Optimal,
    ..Row::new(Strategy::Astar, "astar", Family::Informed)
};

pub(in crate::search) fn begin<'s, S: Searched>(space: &'s S, settings: &Settings) -> BoxedSearch<'s, S> {
    Box::new(Astar::new(space, Weight::from_hundredths(100), settings.ties))
}

pub(super) struct Astar<'s, S: Searched> {
    space: &'s S,
    estimate: &'s dyn Heuristic<S>,
    /// The priority is `ones * cost + weight * estimate`, without a common factor.
    ones: u64,
    weight: u64,
    closed: Closed<S>,
    /// Ordered by priority, then by estimate or cost.
    open: BucketQueue,
    shallow_first: bool,
    children: Successors<S>,
    outcomes: Vec<InsertOutcome>,
    /// Paths of this cost or more are left out.
    prune_from: Cost,
    /// The children that are not left out.
    kept: Successors<S>,
    lazy: LazyEvaluation,
}

impl<'s, S: Searched> Astar<'s, S> {
    pub(super) fn new(space: &'s S, weight: Weight, ties: Ties) -> Self {
        let hundredths = u64::from(weight.hundredths());
        let factor = gcd(100, hundredths);
        Self {
            space,
            estimate: heuristic_of(space),
            ones: 100 / factor,
            weight: hundredths / factor,
            closed: Closed::new(space),
            open: BucketQueue::new(matches!(ties, Ties::DeepOldest | Ties::ShallowOldest)),
            shallow_first: matches!(ties, Ties::Shallow | Ties::ShallowOldest),
            children: Successors::default(),
            outcomes: Vec::new(),
            prune_from: Cost::MAX,
            kept: Successors::default(),
            lazy: LazyEvaluation::default(),
        }
    }

    fn open(&mut self, id: Id, cost: Cost, estimate: Cost, budget: &mut Budget<'_>) -> Result<(), Stop> {
        let priority = self.ones * u64::from(cost) + self.weight * u64::from(estimate);
        self.open.push(priority, if self.shallow_first { cost } else { estimate }, id, budget)
    }

    /// The cost at which an entry was pushed, and the estimate of its state.
    fn parts(&self, entry: QueueEntry) -> (u64, u64) {
        let tie = u64::from(entry.tie);
        if self.shallow_first {
            (tie, (entry.priority - self.ones * tie) / self.weight)
        } else {
            ((entry.priority - self.weight * tie) / self.ones, tie)
        }
    }

    /// Expands a state, unless a better estimate exceeds the one in its `sum` with the cost.
    fn postpone_or_expand(
        &mut self,
        id: Id,
        cost: Cost,
        sum: u64,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop> {
        let sum = Cost::try_from(sum).unwrap_or(Cost::MAX);
        if self.weight == self.ones && self.lazy.is_due(id, sum) {
            let estimate = sum - cost;
            if let Some(better) = self.estimate.improved(self.closed.state(id), estimate) {
                budget.check()?;
                let is_postponed = better > estimate;
                if is_postponed && better != DEAD_END && cost.saturating_add(better) < self.prune_from {
                    self.open(id, cost, better, budget)?;
                }
                self.lazy.evaluated(id, is_postponed, budget)?;
                if is_postponed {
                    return Ok(());
                }
            }
        }
        self.expand(id, cost, sum, budget)
    }

    /// Expands a state whose cost and estimate have this `sum`. Those of the successors are at least as high (*pathmax*).
    fn expand(&mut self, id: Id, cost: Cost, sum: Cost, budget: &mut Budget<'_>) -> Result<(), Stop> {
        self.closed.expand(self.space, id, &mut self.children, budget)?;
        if self.prune_from < Cost::MAX {
            return self.keep_some(id, cost, sum, budget);
        }
        // Look-ups come first: estimates of known states would be wasted.
        self.closed.offer_children(id, cost, &self.children, &mut self.outcomes, budget)?;
        for (index, &outcome) in self.outcomes.iter().enumerate() {
            if outcome == InsertOutcome::Known {
                self.children.prune(index);
            }
        }
        self.estimate.of_successors(self.closed.state(id), &mut self.children);
        for index in 0..self.children.len() {
            let estimate = self.children.estimate(index);
            if let InsertOutcome::New(child) | InsertOutcome::Cheaper(child) = self.outcomes[index]
                && estimate != DEAD_END
            {
                let cost = cost.saturating_add(self.children.cost(index));
                self.open(child, cost, estimate.max(sum.saturating_sub(cost)), budget)?;
            }
        }
        budget.stored(self.closed.len() as u64);
        Ok(())
    }
}

impl<S: Searched> Astar<'_, S> {
    /// The end of an expansion where paths are left out: children that are on none of the others are not stored. Near
    /// the end of a proof these are most.
    fn keep_some(&mut self, id: Id, cost: Cost, sum: Cost, budget: &mut Budget<'_>) -> Result<(), Stop> {
        for index in 0..self.children.len() {
            let child = cost.saturating_add(self.children.cost(index));
            let known = self.closed.find(self.children.state(index));
            if known.is_some_and(|known| self.closed.node(known).cost <= child) {
                self.children.prune(index);
            }
        }
        self.estimate.of_successors(self.closed.state(id), &mut self.children);
        self.kept.clear();
        for index in 0..self.children.len() {
            let (step, estimate) = (self.children.cost(index), self.children.estimate(index));
            if estimate != DEAD_END && cost.saturating_add(step).saturating_add(estimate) < self.prune_from {
                self.kept.push(self.children.state(index), self.children.action(index), step);
                self.kept.set_estimate(self.kept.len() - 1, estimate);
            }
        }
        self.kept.charge(budget)?;
        self.closed.offer_children(id, cost, &self.kept, &mut self.outcomes, budget)?;
        for index in 0..self.kept.len() {
            if let InsertOutcome::New(child) | InsertOutcome::Cheaper(child) = self.outcomes[index] {
                let cost = cost.saturating_add(self.kept.cost(index));
                self.open(child, cost, self.kept.estimate(index).max(sum.saturating_sub(cost)), budget)?;
            }
        }
        budget.stored(self.closed.len() as u64);
        Ok(())
    }
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

impl<S: Searched> Search<S> for Astar<'_, S> {
    fn prune_from(&mut self, cost: Cost) -> bool {
        // With a weight above 1, states are expanded whose sum exceeds the limit.
        let is_exact = self.weight == self.ones;
        if is_exact {
            self.prune_from = self.prune_from.min(cost);
        }
        is_exact
    }

    fn advance(&mut self, budget: &mut Budget<'_>) -> Result<Conclusion<S::Action>, Stop> {
        if self.closed.is_empty() {
            let start = self.space.start();
            let start = start.borrow();
            let estimate = self.estimate.of(start);
            self.closed.offer_root(start, budget)?;
            if estimate == DEAD_END {
                return Ok(Conclusion::Exhausted);
            }
            budget.raise_bound(estimate);
            self.open(0, 0, estimate, budget)?;
        }
        while let Some(entry) = self.open.pop() {
            if let Some(next) = self.open.peek() {
                self.closed.prefetch(next);
            }
            let id = entry.id;
            let cost = self.closed.node(id).cost;
            let (opened_at, estimate) = self.parts(entry);
            if u64::from(cost) < opened_at {
                continue;
            }
            if self.weight == self.ones {
                // An optimal path has a state in the open list with a sum of at most its cost, unless it is left out.
                let sum = Cost::try_from(opened_at + estimate).unwrap_or(Cost::MAX);
                budget.raise_bound(sum.min(self.prune_from));
                if sum >= self.prune_from {
                    return Ok(Conclusion::Exhausted);
                }
            }
            if self.space.is_goal(self.closed.state(id)) {
                return Ok(Conclusion::Found(path::forward(self.space, &self.closed, id)));
            }
            let result = self.postpone_or_expand(id, cost, opened_at + estimate, budget);
            result.inspect_err(|_| self.open.put_back(entry))?;
        }
        if self.prune_from < Cost::MAX {
            budget.raise_bound(self.prune_from);
        }
        Ok(Conclusion::Exhausted)
    }
}
