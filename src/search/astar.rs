//! A* (Hart, Nilsson & Raphael, *A formal basis for the heuristic determination of minimum cost
//! paths*, 1968) and weighted A* (Pohl, *Heuristic search viewed as path finding in a graph*, 1970).
//!
//! The state with the least `cost + weight * estimate` first; among equals the one with the smaller
//! estimate, then the younger. With an admissible estimate an answer costs at most *weight* times
//! the optimum. A state that is reached at less cost than before is opened again, so the estimate
//! need not be consistent. States whose estimate says *dead* are never expanded; as that is a proof,
//! exhaustion still is one.

use super::buckets::{Buckets, Entry};
use super::closed::Closed;
use super::store::{Id, Offer, Searched};
use super::{Search, estimate_of, path};
use crate::budget::Budget;
use crate::outcome::{Conclusion, Cost, Stop, Weight};
use crate::space::{Children, DEAD, Estimate};

pub(super) struct Astar<'s, S: Searched> {
    space: &'s S,
    estimate: &'s dyn Estimate<S>,
    /// The priority is `ones * cost + weight * estimate`, without a common factor.
    ones: u64,
    weight: u64,
    closed: Closed<S>,
    /// By priority, then by estimate.
    open: Buckets,
    children: Children<S>,
    offers: Vec<Offer>,
}

impl<'s, S: Searched> Astar<'s, S> {
    pub(super) fn new(space: &'s S, weight: Weight) -> Self {
        let hundredths = u64::from(weight.hundredths());
        let factor = common_factor(100, hundredths);
        Self {
            space,
            estimate: estimate_of(space),
            ones: 100 / factor,
            weight: hundredths / factor,
            closed: Closed::new(space),
            open: Buckets::default(),
            children: Children::default(),
            offers: Vec::new(),
        }
    }

    fn open(&mut self, id: Id, cost: Cost, estimate: Cost, budget: &mut Budget<'_>) -> Result<(), Stop> {
        let priority = self.ones * u64::from(cost) + self.weight * u64::from(estimate);
        self.open.push(priority, estimate, id, budget)
    }

    /// The cost at which an entry was opened.
    fn cost_of(&self, entry: Entry) -> u64 {
        (entry.priority - self.weight * u64::from(entry.tie)) / self.ones
    }

    fn expand(&mut self, id: Id, cost: Cost, budget: &mut Budget<'_>) -> Result<(), Stop> {
        budget.expand()?;
        self.children.clear();
        self.space.expand(self.closed.state(id), &mut self.children);
        budget.generated(self.children.len());
        // First the look-up, then the estimates: those of states that are known already would be
        // wasted.
        self.closed.offer_children(id, cost, &self.children, &mut self.offers, budget)?;
        for (index, &offer) in self.offers.iter().enumerate() {
            if offer == Offer::Known {
                self.children.kill(index);
            }
        }
        self.estimate.of_children(self.closed.state(id), &mut self.children);
        for index in 0..self.children.len() {
            let estimate = self.children.estimate(index);
            if let Offer::New(child) | Offer::Cheaper(child) = self.offers[index]
                && estimate != DEAD
            {
                let cost = cost.saturating_add(self.children.cost(index));
                self.open(child, cost, estimate, budget)?;
            }
        }
        budget.stored(self.closed.len() as u64);
        Ok(())
    }
}

/// The greatest common divisor.
fn common_factor(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { common_factor(b, a % b) }
}

impl<S: Searched> Search<S> for Astar<'_, S> {
    fn advance(&mut self, budget: &mut Budget<'_>) -> Result<Conclusion<S::Action>, Stop> {
        if self.closed.is_empty() {
            let start = self.space.start();
            let start = std::borrow::Borrow::borrow(&start);
            let estimate = self.estimate.of(start);
            self.closed.offer_root(start, budget)?;
            if estimate == DEAD {
                return Ok(Conclusion::Exhausted);
            }
            budget.raise_bound(estimate);
            self.open(0, 0, estimate, budget)?;
        }
        while let Some(entry) = self.open.pop() {
            if let Some(next) = self.open.peek() {
                self.closed.announce(next);
            }
            let id = entry.id;
            let cost = self.closed.node(id).cost;
            if u64::from(cost) < self.cost_of(entry) {
                continue;
            }
            if self.weight == self.ones {
                // An optimal path has a state in the open list whose sum does not exceed its cost.
                budget.raise_bound(cost.saturating_add(entry.tie));
            }
            if self.space.is_goal(self.closed.state(id)) {
                return Ok(Conclusion::Found(path::forward(self.space, &self.closed, id)));
            }
            if let Err(stop) = self.expand(id, cost, budget) {
                self.open.put_back(entry);
                return Err(stop);
            }
        }
        Ok(Conclusion::Exhausted)
    }
}
