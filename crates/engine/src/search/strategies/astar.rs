//! A* (Hart, Nilsson & Raphael, *A formal basis for the heuristic determination of minimum cost paths*, 1968).
//!
//! Expands the state with the lowest `cost + weight * estimate`; ties by [`Ties`]. With an admissible
//! estimate, a plan costs at most *weight* times the optimum. States that are reached at a lower cost
//! are reopened, so the estimate need not be consistent. Where the space has a better, slower estimate, states may be
//! postponed by it ([`LazyEvaluation`]). Successors whose sum exceeds that of their parent may be left out until the
//! search comes to this sum, when the parent is expanded again ([`Space::expand_within`]; Felner et al.,
//! *Partial-expansion A\* with selective node generation*, 2012). States with an estimate of [`DEAD_END`] are never
//! expanded; as that is a proof, exhaustion is one too.

use crate::outcome::Weight;
use crate::search::strategies::prelude::*;
use crate::search::{
    lazy_evaluation::LayerGrowth,
    open_list::{BucketQueue, QueueEntry},
    settings::Ties,
};

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
    /// States some of whose successors were left out, by the least cost of a path through these.
    deferred: BucketQueue,
    shallow_first: bool,
    children: Successors<S>,
    reached: Vec<Reached>,
    /// Paths of this cost or more are left out.
    prune_from: Cost,
    /// The sum that the search has come to, if its estimates are not weighted.
    bound: Cost,
    /// The children that are not left out.
    kept: Successors<S>,
    lazy: LazyEvaluation,
    growth: LayerGrowth,
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
            deferred: BucketQueue::new(false),
            shallow_first: matches!(ties, Ties::Shallow | Ties::ShallowOldest),
            children: Successors::default(),
            reached: Vec::new(),
            prune_from: Cost::MAX,
            bound: 0,
            kept: Successors::default(),
            lazy: LazyEvaluation::default(),
            growth: LayerGrowth::default(),
        }
    }

    /// Adds a state to the open list, unless the sum of its cost and its weighted estimate exceeds the limit. As a goal has
    /// a lower one, the state then is on no plan that could refute the claim of the search.
    fn open(&mut self, id: Id, cost: Cost, estimate: Cost, budget: &mut Budget<'_>) -> Result<(), Stop> {
        let tie = if self.shallow_first { cost } else { estimate };
        if self.weight == self.ones {
            let sum = budget.sum(cost, estimate);
            return if sum == DEAD_END { Ok(()) } else { self.open.push(sum, tie, id, budget) };
        }
        let sum = u128::from(self.ones) * u128::from(cost) + u128::from(self.weight) * u128::from(estimate);
        match u64::try_from(sum) {
            Ok(priority) if priority < DEAD_END => self.open.push(priority, tie, id, budget),
            _ => {
                budget.exceed();
                Ok(())
            }
        }
    }

    /// The cost at which an entry was pushed, and the estimate of its state.
    fn parts(&self, entry: QueueEntry) -> (Cost, Cost) {
        let tie = entry.tie;
        if self.shallow_first {
            (tie, (entry.priority - self.ones * tie) / self.weight)
        } else {
            ((entry.priority - self.weight * tie) / self.ones, tie)
        }
    }

    /// Expands a state, unless a better estimate exceeds the one in its `sum` with the cost.
    fn postpone_or_expand(&mut self, id: Id, cost: Cost, sum: Cost, budget: &mut Budget<'_>) -> Result<(), Stop> {
        if self.weight == self.ones && self.lazy.is_due(id, sum) {
            let estimate = sum - cost;
            if let Some(better) = self.estimate.improved(self.closed.state(id), estimate) {
                budget.check()?;
                let is_postponed = better > estimate;
                if is_postponed && better != DEAD_END && budget.sum(cost, better) < self.prune_from {
                    self.open(id, cost, better, budget)?;
                }
                self.lazy.evaluated(id, is_postponed, budget)?;
                if is_postponed {
                    return Ok(());
                }
            }
        }
        self.expand(id, cost, sum, false, budget)
    }

    /// Expands a state whose cost and estimate have this `sum`, perhaps `again`. The sums of new successors are at least as
    /// high (*pathmax*): the others were generated the first time.
    fn expand(&mut self, id: Id, cost: Cost, sum: Cost, again: bool, budget: &mut Budget<'_>) -> Result<(), Stop> {
        let most = if self.growth.defers(sum) { sum } else { self.prune_from.saturating_sub(1) };
        let left = if self.weight == self.ones && most < Cost::MAX - 1 { most - cost } else { Cost::MAX };
        let left_out = self.closed.expand_within(self.space, (id, left, again), &mut self.children, budget)?;
        if !again {
            self.growth.count_expansion();
        }
        self.offer_children(id, cost, sum, budget)?;
        let least = if left_out == DEAD_END { DEAD_END } else { budget.sum(cost, left_out) };
        if least < self.prune_from {
            self.deferred.push(least, left_out, id, budget)?;
        }
        Ok(())
    }

    fn offer_children(&mut self, id: Id, cost: Cost, sum: Cost, budget: &mut Budget<'_>) -> Result<(), Stop> {
        if self.prune_from < Cost::MAX {
            return self.keep_some(id, cost, sum, budget);
        }
        // Lookups come first: estimates of known states would be wasted.
        self.closed.offer_children(id, cost, &mut self.children, &mut self.reached, budget)?;
        self.estimate.of_successors(self.closed.state(id), &mut self.children);
        for reached in 0..self.reached.len() {
            let Reached { index, id: child } = self.reached[reached];
            let (step, estimate) = (self.children.cost(index as usize), self.children.estimate(index as usize));
            if estimate != DEAD_END {
                let cost = budget.sum(cost, step);
                if cost != DEAD_END {
                    self.open(child, cost, estimate.max(sum.saturating_sub(cost)), budget)?;
                }
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
        self.closed.offer_children(id, cost, &mut self.kept, &mut self.reached, budget)?;
        for reached in 0..self.reached.len() {
            let Reached { index, id: child } = self.reached[reached];
            let cost = cost + self.kept.cost(index as usize);
            self.open(child, cost, self.kept.estimate(index as usize).max(sum.saturating_sub(cost)), budget)?;
        }
        budget.stored(self.closed.len() as u64);
        Ok(())
    }
}

impl<S: Searched> Astar<'_, S> {
    /// The next state to expand, from either queue. Open ones come first, because they may lead to a goal sooner.
    fn next(&mut self) -> Option<Next> {
        let Some(deferred) = self.deferred.first_priority() else { return self.open.pop().map(Next::Open) };
        match self.open.first_priority() {
            Some(open) if open <= deferred => self.open.pop().map(Next::Open),
            _ => self.deferred.pop().map(Next::Deferred),
        }
    }

    /// Raises the lower bound to `sum`, below which all states have been expanded except on paths that are left out.
    fn come_to(&mut self, sum: Cost, budget: &mut Budget<'_>) {
        self.bound = sum.min(self.prune_from).max(self.bound);
        budget.raise_bound(self.bound);
    }

    /// Expands a state again, with the successors that were left out before, unless it was reached at a lower cost since.
    /// Returns whether the search has ended.
    fn expand_deferred(&mut self, entry: QueueEntry, budget: &mut Budget<'_>) -> Result<bool, Stop> {
        let sum = entry.priority;
        let cost = sum - entry.tie;
        if self.closed.node(entry.id).cost < cost {
            return Ok(false);
        }
        self.come_to(sum, budget);
        if sum >= self.prune_from {
            return Ok(true);
        }
        let result = self.expand(entry.id, cost, sum, true, budget);
        result.inspect_err(|_| self.deferred.put_back(entry))?;
        Ok(false)
    }
}

/// The next state, by its entry in one of the queues.
enum Next {
    Open(QueueEntry),
    Deferred(QueueEntry),
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

    fn lower_bound(&self) -> Cost {
        self.bound
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
        while let Some(next) = self.next() {
            let entry = match next {
                Next::Open(entry) => entry,
                Next::Deferred(entry) if self.expand_deferred(entry, budget)? => {
                    return Ok(Conclusion::Exhausted);
                }
                Next::Deferred(_) => continue,
            };
            if let Some(next) = self.open.peek() {
                self.closed.prefetch(next);
            }
            let id = entry.id;
            let cost = self.closed.node(id).cost;
            let (opened_at, estimate) = self.parts(entry);
            if cost < opened_at {
                continue;
            }
            if self.weight == self.ones {
                // An optimal path has a state in the open list with a sum of at most its cost, unless it is left out.
                let sum = opened_at + estimate;
                self.come_to(sum, budget);
                if sum >= self.prune_from {
                    return Ok(Conclusion::Exhausted);
                }
            }
            if self.space.is_goal(self.closed.state(id)) {
                return path::found(self.space, &self.closed, id);
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
