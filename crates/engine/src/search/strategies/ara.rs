//! Anytime repairing A* (Likhachev, Gordon & Thrun, *ARA\*: anytime A\* with provable bounds on
//! sub-optimality*, 2003).
//!
//! Weighted A* with a large weight finds a plan soon. Then the weight falls step by step to 1, and each iteration
//! continues with the states of the one before. A state that is reached at a lower cost after it was expanded waits
//! for the next iteration if the estimate is consistent; otherwise it is reopened at once, because the bound of the
//! weight would not hold. States that cannot be on a better plan than the best one so far are dropped.
//!
//! Proof: the first state on an optimal path that has not been expanded at its present cost is in one of
//! the two lists, at its lowest cost, unless it was dropped, in which case the best plan is optimal. So
//! the lowest `cost + estimate` in the lists is a lower bound, and an iteration that ends with weight *w*
//! proves the plan to be within *w*. The plan is optimal when the bound meets its cost. Without a plan
//! nothing is dropped, so running out of states proves that there is none.

use crate::search::strategies::prelude::*;
use crate::{outcome::Weight, search::proof::bound_within, space::Guarantee};

pub(in crate::search) const ROW: Row = Row {
    summary: "anytime A*: weighted A* with a falling weight, improves until a limit",
    source: "Likhachev, Gordon & Thrun 2003",
    needs: &[Need::Heuristic],
    claim: Claim::Improving,
    ..Row::new(Strategy::Ara, "ara", Family::Informed)
};

pub(in crate::search) fn begin<'s, S: Searched>(space: &'s S, settings: &Settings) -> BoxedSearch<'s, S> {
    Box::new(Ara {
        space,
        estimate: heuristic_of(space),
        weight: settings.first_weight,
        closed: Closed::new(space),
        expanded: PerState::default(),
        iteration: 1,
        open: Heap::default(),
        inconsistent: Vec::new(),
        best: None,
        children: Successors::default(),
        ids: Vec::new(),
    })
}

/// Decrease of the weight per iteration, in hundredths.
const STEP: u32 = 50;

struct Ara<'s, S: Searched> {
    space: &'s S,
    estimate: &'s dyn Heuristic<S>,
    weight: Weight,
    closed: Closed<S>,
    /// The iteration in which each state was last expanded.
    expanded: PerState<u32>,
    iteration: u32,
    open: Heap<WeightedEntry>,
    /// States reached at a lower cost after their expansion in this iteration.
    inconsistent: Vec<WeightedEntry>,
    best: Option<Plan<S::Action>>,
    children: Successors<S>,
    ids: Vec<Id>,
}

/// The greatest entry is expanded first: the lowest priority, then the lowest estimate, then the newest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct WeightedEntry {
    /// `100 * cost + weight * estimate`, the weight in hundredths.
    priority: Reverse<u64>,
    estimate: Reverse<Cost>,
    id: Id,
    cost: Cost,
}

impl WeightedEntry {
    fn new(id: Id, cost: Cost, estimate: Cost, weight: Weight) -> Self {
        let priority = 100 * u64::from(cost) + u64::from(weight.hundredths()) * u64::from(estimate);
        Self { priority: Reverse(priority), estimate: Reverse(estimate), id, cost }
    }

    fn sum(self) -> Cost {
        self.cost.saturating_add(self.estimate.0)
    }
}

impl<S: Searched> Ara<'_, S> {
    /// Whether plans of the given cost are no better than the best one so far.
    fn is_hopeless(&self, sum: Cost) -> bool {
        self.best.as_ref().is_some_and(|plan| sum >= plan.cost)
    }

    /// Adds a state to the open list or to the list of the next iteration.
    fn enqueue(&mut self, id: Id, cost: Cost, estimate: Cost, budget: &mut Budget<'_>) -> Result<(), Stop> {
        let entry = WeightedEntry::new(id, cost, estimate, self.weight);
        if self.expanded.get(id) == self.iteration && self.estimate.guarantee() == Guarantee::Consistent {
            open_list::push(&mut self.inconsistent, entry, budget)
        } else {
            self.open.push(entry, budget)
        }
    }

    fn expand(&mut self, id: Id, cost: Cost, budget: &mut Budget<'_>) -> Result<(), Stop> {
        self.closed.expand(self.space, id, &mut self.children, budget)?;
        let mut children = std::mem::take(&mut self.children);
        self.ids.clear();
        for index in 0..children.len() {
            let state = children.state(index);
            let node = Node { parent: id, cost: cost.saturating_add(children.cost(index)) };
            let child = match self.closed.reach(state, node, budget)? {
                InsertOutcome::New(child) | InsertOutcome::Cheaper(child) => child,
                InsertOutcome::Known => {
                    self.ids.push(id);
                    children.prune(index);
                    continue;
                }
            };
            self.ids.push(child);
            if !self.is_hopeless(node.cost) && self.space.is_goal(state) {
                self.best = Some(path::forward(self.space, &self.closed, child));
                budget.found(node.cost);
            }
        }
        self.expanded.extend_to(self.closed.len(), budget)?;
        self.expanded.set(id, self.iteration);
        self.estimate.of_successors(self.closed.state(id), &mut children);
        for index in 0..children.len() {
            let estimate = children.estimate(index);
            let cost = cost.saturating_add(children.cost(index));
            if estimate != DEAD_END && !self.is_hopeless(cost.saturating_add(estimate)) {
                self.enqueue(self.ids[index], cost, estimate, budget)?;
            }
        }
        self.children = children;
        budget.stored(self.closed.len() as u64);
        Ok(())
    }

    /// Expands states until the best plan is within the weight or none is left.
    fn improve(&mut self, budget: &mut Budget<'_>) -> Result<(), Stop> {
        while let Some(&entry) = self.open.peek() {
            if self.closed.node(entry.id).cost < entry.cost || self.is_hopeless(entry.sum()) {
                self.open.pop();
                continue;
            }
            if self.best.as_ref().is_some_and(|plan| entry.priority.0 >= 100 * u64::from(plan.cost)) {
                return Ok(());
            }
            if self.weight.hundredths() == 100 && self.inconsistent.is_empty() {
                budget.raise_bound(entry.sum());
            }
            self.open.pop();
            self.expand(entry.id, entry.cost, budget).inspect_err(|_| self.open.put(entry))?;
        }
        Ok(())
    }

    /// Raises the lower bound by what the end of an iteration proves.
    fn raise_bound(&self, cost: Cost, budget: &mut Budget<'_>) {
        let live = |entry: &&WeightedEntry| self.closed.node(entry.id).cost == entry.cost;
        let waiting = self.open.iter().chain(&self.inconsistent).filter(live);
        budget.raise_bound(waiting.map(|entry| entry.sum()).fold(cost, Cost::min));
        budget.raise_bound(bound_within(cost, self.weight));
    }

    /// Starts the next iteration with a lower weight, below what is already proved.
    fn lower_weight(&mut self, cost: Cost, budget: &mut Budget<'_>) -> Result<(), Stop> {
        self.open.reserve(self.inconsistent.len(), budget)?;
        let proved = u64::from(cost) * 100 / u64::from(budget.lower_bound().max(1));
        let proved = u32::try_from(proved).unwrap_or(u32::MAX);
        let next = self.weight.hundredths().min(proved).saturating_sub(STEP);
        self.weight = Weight::from_hundredths(next);
        self.iteration += 1;
        let (closed, weight) = (&self.closed, self.weight);
        self.open.rebuild(|entries| {
            entries.append(&mut self.inconsistent);
            entries.retain(|entry| closed.node(entry.id).cost == entry.cost && entry.sum() < cost);
            for entry in entries {
                *entry = WeightedEntry::new(entry.id, entry.cost, entry.estimate.0, weight);
            }
        });
        Ok(())
    }
}

impl<S: Searched> Search<S> for Ara<'_, S> {
    fn advance(&mut self, budget: &mut Budget<'_>) -> Result<Conclusion<S::Action>, Stop> {
        if self.closed.is_empty() {
            let start = self.space.start();
            let start = start.borrow();
            let estimate = self.estimate.of(start);
            self.closed.insert_root(start, budget)?;
            self.expanded.extend_to(1, budget)?;
            if self.space.is_goal(start) {
                return Ok(Conclusion::Found(Plan { actions: Vec::new(), cost: 0 }));
            }
            if estimate == DEAD_END {
                return Ok(Conclusion::Exhausted);
            }
            budget.raise_bound(estimate);
            self.enqueue(0, 0, estimate, budget)?;
        }
        loop {
            self.improve(budget)?;
            let Some(best) = &self.best else { return Ok(Conclusion::Exhausted) };
            let cost = best.cost;
            self.raise_bound(cost, budget);
            if budget.lower_bound() >= cost {
                return Ok(Conclusion::Found(best.clone()));
            }
            self.lower_weight(cost, budget)?;
        }
    }

    fn incumbent(&self) -> Option<Plan<S::Action>> {
        self.best.clone()
    }
}
