//! Anytime repairing A* (Likhachev, Gordon & Thrun, *ARA\*: anytime A\* with provable bounds on
//! sub-optimality*, 2003).
//!
//! Weighted A* with a large weight finds a plan soon; then the weight falls, step by step, to 1, and
//! each iteration goes on with the states of the one before. A state whose cost falls after it was
//! expanded waits for the next iteration, if the estimate is consistent; if it is merely admissible,
//! it is opened again at once, because the promise of the weight would not hold otherwise. States
//! that cannot be on a better plan than the one in hand are dropped.
//!
//! What is proved: the first state on an optimal path that has not been expanded at its present cost
//! waits in one of the two lists, reached at least cost, unless it was dropped, in which case the
//! plan in hand is optimal. So the least `cost + estimate` of what waits is a lower bound, and an
//! iteration that ends with weight *w* proves the plan to be within *w*. When the bound meets the
//! plan, it is optimal. Without a plan nothing is dropped, so running out of states is a proof.

use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::mem::size_of;

use super::closed::{Closed, Node};
use super::store::{Column, Id, Inserted, NO_PARENT, Searched};
use super::{Search, bound_within, estimate_of, open, path};
use crate::budget::Budget;
use crate::outcome::{Conclusion, Cost, Plan, Stop, Weight};
use crate::space::{Children, DEAD, Estimate, Quality};

/// How much the weight falls from one iteration to the next, in hundredths.
const STEP: u32 = 50;

pub(super) struct Ara<'s, S: Searched> {
    space: &'s S,
    estimate: &'s dyn Estimate<S>,
    weight: Weight,
    closed: Closed<S>,
    /// The iteration in which each state was last expanded.
    expanded: Column<u32>,
    iteration: u32,
    open: BinaryHeap<Entry>,
    /// Cheaper than when they were expanded in this iteration: to be opened in the next.
    inconsistent: Vec<Entry>,
    best: Option<Plan<S::Action>>,
    children: Children<S>,
    ids: Vec<Id>,
}

/// Compared so that the greatest is the next to expand: the least priority, then the smaller
/// estimate, then the younger.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Entry {
    /// `100 * cost + weight * estimate`, the weight in hundredths.
    priority: u64,
    estimate: Cost,
    cost: Cost,
    id: Id,
}

impl Entry {
    fn new(id: Id, cost: Cost, estimate: Cost, weight: Weight) -> Self {
        let priority = 100 * u64::from(cost) + u64::from(weight.hundredths()) * u64::from(estimate);
        Self { priority, estimate, cost, id }
    }

    fn sum(self) -> Cost {
        self.cost.saturating_add(self.estimate)
    }
}

impl Ord for Entry {
    fn cmp(&self, other: &Self) -> Ordering {
        (other.priority, other.estimate, self.id).cmp(&(self.priority, self.estimate, other.id))
    }
}

impl PartialOrd for Entry {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<'s, S: Searched> Ara<'s, S> {
    pub(super) fn new(space: &'s S, weight: Weight) -> Self {
        Self {
            space,
            estimate: estimate_of(space),
            weight,
            closed: Closed::new(space),
            expanded: Column::default(),
            iteration: 1,
            open: BinaryHeap::new(),
            inconsistent: Vec::new(),
            best: None,
            children: Children::default(),
            ids: Vec::new(),
        }
    }

    /// Whether what costs this much in all is no better than the plan in hand.
    fn is_hopeless(&self, sum: Cost) -> bool {
        self.best.as_ref().is_some_and(|plan| sum >= plan.cost)
    }

    fn insert(&mut self, state: &S::State, node: Node, budget: &mut Budget<'_>) -> Result<Inserted, Stop> {
        let inserted = self.closed.insert(state, node, budget)?;
        if let Inserted::New(_) = inserted {
            self.expanded.push(0, budget)?;
        }
        Ok(inserted)
    }

    /// Puts a state where it belongs: into the open list, or among those of the next iteration.
    fn enqueue(&mut self, id: Id, cost: Cost, estimate: Cost, budget: &mut Budget<'_>) -> Result<(), Stop> {
        let entry = Entry::new(id, cost, estimate, self.weight);
        let size = size_of::<Entry>();
        if self.expanded.get(id) == self.iteration && self.estimate.quality() == Quality::Consistent {
            let list = &mut self.inconsistent;
            if list.len() == list.capacity() {
                open::grow(list.capacity(), size, budget, |more| list.reserve_exact(more))?;
            }
            list.push(entry);
        } else {
            if self.open.len() == self.open.capacity() {
                open::grow(self.open.capacity(), size, budget, |more| self.open.reserve_exact(more))?;
            }
            self.open.push(entry);
        }
        Ok(())
    }

    fn expand(&mut self, id: Id, cost: Cost, budget: &mut Budget<'_>) -> Result<(), Stop> {
        budget.expand()?;
        let mut children = std::mem::take(&mut self.children);
        children.clear();
        self.space.expand(self.closed.state(id), &mut children);
        budget.generated(children.len());
        self.expanded.set(id, self.iteration);
        self.ids.clear();
        for index in 0..children.len() {
            let state = children.state(index);
            let node = Node { parent: id, cost: cost.saturating_add(children.cost(index)) };
            let child = match self.insert(state, node, budget)? {
                Inserted::New(child) => child,
                Inserted::Old(child) if node.cost < self.closed.node(child).cost => {
                    self.closed.set_node(child, node);
                    child
                }
                Inserted::Old(child) => {
                    self.ids.push(child);
                    children.kill(index);
                    continue;
                }
            };
            self.ids.push(child);
            if !self.is_hopeless(node.cost) && self.space.is_goal(state) {
                self.best = Some(path::forward(self.space, &self.closed, child));
                budget.found(node.cost);
            }
        }
        self.estimate.of_children(self.closed.state(id), &mut children);
        for index in 0..children.len() {
            let estimate = children.estimate(index);
            let cost = cost.saturating_add(children.cost(index));
            if estimate != DEAD && !self.is_hopeless(cost.saturating_add(estimate)) {
                self.enqueue(self.ids[index], cost, estimate, budget)?;
            }
        }
        self.children = children;
        budget.stored(self.closed.len() as u64);
        Ok(())
    }

    /// Expands until the plan in hand is within the weight, or nothing is left.
    fn improve(&mut self, budget: &mut Budget<'_>) -> Result<(), Stop> {
        while let Some(&entry) = self.open.peek() {
            if self.closed.node(entry.id).cost < entry.cost || self.is_hopeless(entry.sum()) {
                self.open.pop();
                continue;
            }
            if self.best.as_ref().is_some_and(|plan| entry.priority >= 100 * u64::from(plan.cost)) {
                return Ok(());
            }
            if self.weight.hundredths() == 100 && self.inconsistent.is_empty() {
                budget.raise_bound(entry.sum());
            }
            self.open.pop();
            if let Err(stop) = self.expand(entry.id, entry.cost, budget) {
                self.open.push(entry);
                return Err(stop);
            }
        }
        Ok(())
    }

    /// What the end of an iteration proves.
    fn raise_bound(&self, cost: Cost, budget: &mut Budget<'_>) {
        let live = |entry: &&Entry| self.closed.node(entry.id).cost == entry.cost;
        let waiting = self.open.iter().chain(&self.inconsistent).filter(live);
        budget.raise_bound(waiting.map(|entry| entry.sum()).fold(cost, Cost::min));
        budget.raise_bound(bound_within(cost, self.weight));
    }

    /// Begins the next iteration with a smaller weight, below what is proved already.
    fn lower_weight(&mut self, cost: Cost, budget: &mut Budget<'_>) -> Result<(), Stop> {
        let size = size_of::<Entry>();
        while self.open.capacity() < self.open.len() + self.inconsistent.len() {
            let (room, len) = (self.open.capacity(), self.open.len());
            open::grow(room, size, budget, |more| self.open.reserve_exact(room + more - len))?;
        }
        let proved = u64::from(cost) * 100 / u64::from(budget.lower_bound().max(1));
        let proved = u32::try_from(proved).unwrap_or(u32::MAX);
        let next = self.weight.hundredths().min(proved).saturating_sub(STEP);
        self.weight = Weight::from_hundredths(next);
        self.iteration += 1;
        let mut entries = std::mem::take(&mut self.open).into_vec();
        entries.append(&mut self.inconsistent);
        entries.retain(|entry| self.closed.node(entry.id).cost == entry.cost && entry.sum() < cost);
        for entry in &mut entries {
            *entry = Entry::new(entry.id, entry.cost, entry.estimate, self.weight);
        }
        self.open = BinaryHeap::from(entries);
        Ok(())
    }
}

impl<S: Searched> Search<S> for Ara<'_, S> {
    fn advance(&mut self, budget: &mut Budget<'_>) -> Result<Conclusion<S::Action>, Stop> {
        if self.closed.is_empty() {
            let start = self.space.start();
            let start = std::borrow::Borrow::borrow(&start);
            let estimate = self.estimate.of(start);
            self.insert(start, Node { parent: NO_PARENT, cost: 0 }, budget)?;
            if self.space.is_goal(start) {
                return Ok(Conclusion::Found(Plan { actions: Vec::new(), cost: 0 }));
            }
            if estimate == DEAD {
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
