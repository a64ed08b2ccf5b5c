//! Rectangle search (Lemons, Ruml, Holte & Linares López, *Rectangle search: an anytime beam search*,
//! 2024).
//!
//! An open list for each layer, the number of actions from the start. Iteration *k* goes down the
//! first *k* layers and expands in each the states with the best estimates until *k* of it have been
//! expanded in all: the part that has been searched is a rectangle that grows in width and depth
//! together. So it is soon deep, and no early mistake is final. After the first plan it goes on for
//! better ones; states that cannot be on one are dropped.
//!
//! The estimate is admissible and a state that is reached at less cost is opened again, so the first
//! state on an optimal path that has not been expanded at its present cost waits in its layer, unless
//! it was dropped because the plan in hand is optimal. When all layers are empty, the plan in hand is
//! optimal, and if there is none, there is no plan.

use std::cmp::Reverse;
use std::mem::size_of;

use super::closed::{Closed, Node};
use super::heap::Heap;
use super::store::{Id, Inserted, NO_PARENT, Searched};
use super::{Search, estimate_of, open, path};
use crate::budget::Budget;
use crate::outcome::{Conclusion, Cost, Plan, Stop};
use crate::space::{Children, DEAD, Estimate};

pub(super) struct Rectangle<'s, S: Searched> {
    space: &'s S,
    estimate: &'s dyn Estimate<S>,
    closed: Closed<S>,
    layers: Vec<Layer>,
    /// Width and depth of the rectangle.
    size: usize,
    /// The layer whose turn it is.
    at: usize,
    best: Option<Plan<S::Action>>,
    children: Children<S>,
    ids: Vec<Id>,
}

/// The states that wait in one layer, and how many were expanded.
#[derive(Default)]
struct Layer {
    /// Best estimate first, then the cheapest, then the earlier stored.
    open: Heap<Reverse<(Cost, Cost, Id)>>,
    expanded: usize,
}

impl<'s, S: Searched> Rectangle<'s, S> {
    pub(super) fn new(space: &'s S) -> Self {
        Self {
            space,
            estimate: estimate_of(space),
            closed: Closed::new(space),
            layers: Vec::new(),
            size: 1,
            at: 0,
            best: None,
            children: Children::default(),
            ids: Vec::new(),
        }
    }

    /// Whether what costs this much in all is no better than the plan in hand.
    fn is_hopeless(&self, sum: Cost) -> bool {
        self.best.as_ref().is_some_and(|plan| sum >= plan.cost)
    }

    /// The state of the layer whose turn it is.
    fn head(&mut self) -> Option<(Cost, Id)> {
        while let Some(&Reverse((estimate, cost, id))) = self.layers[self.at].open.peek() {
            let sum = cost.saturating_add(estimate);
            if self.closed.node(id).cost == cost && !self.is_hopeless(sum) {
                return Some((cost, id));
            }
            self.layers[self.at].open.pop();
        }
        None
    }

    /// Makes sure that there is a layer of this depth.
    fn deepen(&mut self, depth: usize, budget: &mut Budget<'_>) -> Result<(), Stop> {
        if depth == self.layers.len() {
            if depth == self.layers.capacity() {
                open::grow(depth, size_of::<Layer>(), budget, |more| self.layers.reserve_exact(more))?;
            }
            self.layers.push(Layer::default());
        }
        Ok(())
    }

    fn expand(&mut self, id: Id, cost: Cost, budget: &mut Budget<'_>) -> Result<(), Stop> {
        self.deepen(self.at + 1, budget)?;
        budget.expand()?;
        self.layers[self.at].open.pop();
        self.layers[self.at].expanded += 1;
        self.children.clear();
        self.space.expand(self.closed.state(id), &mut self.children);
        budget.generated(self.children.len());
        self.ids.clear();
        for index in 0..self.children.len() {
            let state = self.children.state(index);
            let node = Node { parent: id, cost: cost.saturating_add(self.children.cost(index)) };
            let child = match self.closed.insert(state, node, budget)? {
                Inserted::New(child) => child,
                Inserted::Old(child) if node.cost < self.closed.node(child).cost => {
                    self.closed.set_node(child, node);
                    child
                }
                Inserted::Old(child) => {
                    self.children.kill(index);
                    self.ids.push(child);
                    continue;
                }
            };
            self.ids.push(child);
            if !self.is_hopeless(node.cost) && self.space.is_goal(state) {
                self.best = Some(path::forward(self.space, &self.closed, child));
                budget.found(node.cost);
            }
        }
        self.estimate.of_children(self.closed.state(id), &mut self.children);
        for index in 0..self.children.len() {
            let estimate = self.children.estimate(index);
            let cost = cost.saturating_add(self.children.cost(index));
            if estimate != DEAD && !self.is_hopeless(cost.saturating_add(estimate)) {
                let entry = Reverse((estimate, cost, self.ids[index]));
                self.layers[self.at + 1].open.push(entry, budget)?;
            }
        }
        budget.stored(self.closed.len() as u64);
        Ok(())
    }
}

impl<S: Searched> Search<S> for Rectangle<'_, S> {
    fn advance(&mut self, budget: &mut Budget<'_>) -> Result<Conclusion<S::Action>, Stop> {
        if self.closed.is_empty() {
            let start = self.space.start();
            let start = std::borrow::Borrow::borrow(&start);
            let estimate = self.estimate.of(start);
            self.closed.insert(start, Node { parent: NO_PARENT, cost: 0 }, budget)?;
            if self.space.is_goal(start) {
                return Ok(Conclusion::Found(Plan { actions: Vec::new(), cost: 0 }));
            }
            if estimate == DEAD {
                return Ok(Conclusion::Exhausted);
            }
            budget.raise_bound(estimate);
            self.deepen(0, budget)?;
            self.layers[0].open.push(Reverse((estimate, 0, 0)), budget)?;
        }
        loop {
            if self.layers.iter().all(|layer| layer.open.is_empty()) {
                return Ok(self.best.clone().map_or(Conclusion::Exhausted, Conclusion::Found));
            }
            while self.at < self.size.min(self.layers.len()) {
                budget.check()?;
                while self.layers[self.at].expanded < self.size
                    && let Some((cost, id)) = self.head()
                {
                    if let Some(best) = self.best.as_ref().filter(|plan| plan.cost <= budget.lower_bound()) {
                        return Ok(Conclusion::Found(best.clone()));
                    }
                    self.expand(id, cost, budget)?;
                }
                self.at += 1;
            }
            self.size += 1;
            self.at = 0;
        }
    }

    fn incumbent(&self) -> Option<Plan<S::Action>> {
        self.best.clone()
    }
}
