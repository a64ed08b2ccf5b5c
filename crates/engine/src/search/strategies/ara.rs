//! Anytime repairing A* (Likhachev, Gordon & Thrun, *ARA\*: anytime A\* with provable bounds on
//! sub-optimality*, 2003).
//!
//! Weighted A* with a large weight finds a plan soon. Then the weight falls step by step to 1, and each iteration
//! continues with the states of the one before. A state that is reached at a lower cost after it was expanded waits
//! for the next iteration if the estimate is consistent; otherwise it is reopened at once, because the bound of the
//! weight would not hold. States that cannot be on a better plan than the best one so far are dropped.
//!
//! Proof: the first state on an optimal path that has not been expanded at its current cost is in one of
//! the two lists, at its lowest cost, unless it was dropped, in which case the best plan is optimal. So
//! the lowest `cost + estimate` in the lists is a lower bound, and an iteration that ends with weight *w*
//! proves the plan to be within *w*. The plan is optimal when the bound meets its cost. Without a plan
//! nothing is dropped, so running out of states proves that there is none.

use crate::search::strategies::prelude::*;
use crate::{
    outcome::Weight,
    search::{open_list::Narrow, proof::bound_within},
    space::Guarantee,
};

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
    /// States reached at a lower cost after their expansion in this iteration, with their costs and estimates.
    inconsistent: Vec<(Cost, Cost, Id)>,
    best: Option<Plan<S::Action>>,
    children: Successors<S>,
    ids: Vec<Id>,
}

/// The greatest entry is expanded first: the lowest priority, then the lowest estimate, then the newest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct WeightedEntry {
    /// `100 * cost + weight * estimate`, the weight in hundredths.
    priority: Reverse<u128>,
    estimate: Reverse<Cost>,
    id: Id,
    cost: Cost,
}

impl WeightedEntry {
    fn new(id: Id, cost: Cost, estimate: Cost, weight: Weight) -> Self {
        let priority = 100 * u128::from(cost) + u128::from(weight.hundredths()) * u128::from(estimate);
        Self { priority: Reverse(priority), estimate: Reverse(estimate), id, cost }
    }

    /// The sum of cost and estimate, which was checked when the state was reached.
    fn sum(self) -> Cost {
        self.cost + self.estimate.0
    }
}

impl Narrow for WeightedEntry {
    type Narrow = (Reverse<u64>, Reverse<u32>, Id, u32);

    #[inline]
    fn narrow(self) -> Option<Self::Narrow> {
        let priority = u64::try_from(self.priority.0).ok()?;
        Some((Reverse(priority), self.estimate.narrow()?, self.id, self.cost.narrow()?))
    }
    #[inline]
    fn widen((priority, estimate, id, cost): Self::Narrow) -> Self {
        Self { priority: Reverse(priority.0.into()), estimate: Narrow::widen(estimate), id, cost: cost.into() }
    }
}

impl<S: Searched> Ara<'_, S> {
    /// Whether plans of the given cost are no better than the best one so far.
    fn is_hopeless(&self, sum: Cost) -> bool {
        self.best.as_ref().is_some_and(|plan| sum >= plan.cost)
    }

    /// Adds a state to the open list or to the list of the next iteration.
    fn enqueue(&mut self, id: Id, cost: Cost, estimate: Cost, budget: &mut Budget<'_>) -> Result<(), Stop> {
        if self.expanded.get(id) == self.iteration && self.estimate.guarantee() == Guarantee::Consistent {
            open_list::push(&mut self.inconsistent, (cost, estimate, id), budget)
        } else {
            self.open.push(WeightedEntry::new(id, cost, estimate, self.weight), budget)
        }
    }

    fn expand(&mut self, id: Id, cost: Cost, budget: &mut Budget<'_>) -> Result<(), Stop> {
        self.closed.expand(self.space, id, &mut self.children, budget)?;
        let mut children = std::mem::take(&mut self.children);
        self.ids.clear();
        for index in 0..children.len() {
            let state = children.state(index);
            let node = Node { parent: id, cost: budget.sum(cost, children.cost(index)) };
            if node.cost == DEAD_END {
                self.ids.push(id);
                children.prune(index);
                continue;
            }
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
                self.best = Some(path::forward(self.space, &self.closed, child)?);
                budget.found(node.cost);
            }
        }
        self.expanded.extend_to(self.closed.len(), budget)?;
        self.expanded.set(id, self.iteration);
        self.estimate.of_successors(self.closed.state(id), &mut children);
        for index in 0..children.len() {
            let estimate = children.estimate(index);
            if estimate == DEAD_END {
                continue;
            }
            let cost = cost + children.cost(index);
            let sum = budget.sum(cost, estimate);
            if sum != DEAD_END && !self.is_hopeless(sum) {
                self.enqueue(self.ids[index], cost, estimate, budget)?;
            }
        }
        self.children = children;
        budget.stored(self.closed.len() as u64);
        Ok(())
    }

    /// Expands states until the best plan is within the weight or none is left.
    fn improve(&mut self, budget: &mut Budget<'_>) -> Result<(), Stop> {
        while let Some(entry) = self.open.peek() {
            if self.closed.node(entry.id).cost < entry.cost || self.is_hopeless(entry.sum()) {
                self.open.pop();
                continue;
            }
            if self.best.as_ref().is_some_and(|plan| entry.priority.0 >= 100 * u128::from(plan.cost)) {
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
        let inconsistent = self.inconsistent.iter().map(|&(cost, estimate, id)| (id, cost, cost + estimate));
        let waiting = self.open.iter().map(|entry| (entry.id, entry.cost, entry.sum())).chain(inconsistent);
        let live = waiting.filter(|&(id, cost, _)| self.closed.node(id).cost == cost);
        budget.raise_bound(live.map(|(.., sum)| sum).fold(cost, Cost::min));
        budget.raise_bound(bound_within(cost, self.weight));
    }

    /// Starts the next iteration with a lower weight, below what is already proved.
    fn lower_weight(&mut self, cost: Cost, budget: &mut Budget<'_>) -> Result<(), Stop> {
        let proved = u128::from(cost) * 100 / u128::from(budget.lower_bound().max(1));
        let proved = u32::try_from(proved).unwrap_or(u32::MAX);
        let next = self.weight.hundredths().min(proved).saturating_sub(STEP);
        self.next_iteration(Weight::from_hundredths(next), cost, budget)
    }

    /// Starts the next iteration with this weight, for plans of less than this cost. The states that became cheaper after
    /// their expansion are waiting again.
    fn next_iteration(&mut self, weight: Weight, cost: Cost, budget: &mut Budget<'_>) -> Result<(), Stop> {
        let more = self.inconsistent.len();
        self.open.reserve(more, if cost > Cost::from(u32::MAX) { more } else { 0 }, budget)?;
        self.weight = weight;
        self.iteration += 1;
        let (closed, weight) = (&self.closed, self.weight);
        let renew = |entry: WeightedEntry| {
            let is_live = closed.node(entry.id).cost == entry.cost && entry.sum() < cost;
            is_live.then(|| WeightedEntry::new(entry.id, entry.cost, entry.estimate.0, weight))
        };
        let inconsistent = self.inconsistent.drain(..);
        self.open
            .rebuild(inconsistent.map(|(cost, estimate, id)| WeightedEntry::new(id, cost, estimate, weight)), renew);
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
            let Some(best) = &self.best else {
                // A state can have become cheaper only after its children were left out because of a limit of cost.
                if self.inconsistent.is_empty() {
                    return Ok(Conclusion::Exhausted);
                }
                self.next_iteration(self.weight, DEAD_END, budget)?;
                continue;
            };
            let cost = best.cost;
            self.raise_bound(cost, budget);
            if budget.lower_bound() >= cost {
                return Ok(Conclusion::Found(best.clone()));
            }
            self.lower_weight(cost, budget)?;
            let weight = self.weight;
            budget.stage(|| format!("weight {weight}, best cost {cost}"));
        }
    }

    fn incumbent(&self) -> Option<Plan<S::Action>> {
        self.best.clone()
    }
}
