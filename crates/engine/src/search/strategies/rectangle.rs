//! Rectangle search (Lemons, Ruml, Holte & Linares López, *Rectangle search: an anytime beam search*, 2024).
//!
//! Keeps an open list per layer, the number of actions from the start. Iteration *k* visits the first *k* layers and
//! expands the states with the lowest estimates in each until *k* of the layer have been expanded in total: the
//! searched part is a rectangle that grows in width and depth. So the search is deep soon, and no early mistake is
//! final. After the first plan it continues to look for better ones; states that cannot be on one are dropped.
//!
//! The estimate is admissible, and states reached at a lower cost are reopened. So the first state on an optimal path
//! that has not been expanded at its current cost is in its layer, unless it was dropped because the best plan is
//! optimal. When all layers are empty, the best plan is optimal, and without one there is no plan.

use std::{collections::BTreeSet, mem::size_of};

use crate::search::strategies::prelude::*;

pub(in crate::search) fn begin<'s, S: Searched>(space: &'s S, _: &Settings) -> BoxedSearch<'s, S> {
    Box::new(Rectangle::new(space))
}

/// A search under way, and the best plan so far.
pub(super) struct Rectangle<'s, S: Searched> {
    space: &'s S,
    estimate: &'s dyn Heuristic<S>,
    closed: Closed<S>,
    layers: Vec<RectangleLayer>,
    /// The layers with open states.
    open_layers: BTreeSet<usize>,
    /// Width and depth of the rectangle.
    size: usize,
    /// The current layer.
    at: usize,
    best: Option<Plan<S::Action>>,
}

/// The open states of a layer, and the number of expanded ones.
#[derive(Default)]
struct RectangleLayer {
    /// Ordered by estimate, then cost, then the oldest.
    open: Heap<Reverse<(Cost, Cost, Id)>>,
    expanded: usize,
}

impl<'s, S: Searched> Rectangle<'s, S> {
    /// A search of a space that has an admissible estimate.
    pub(super) fn new(space: &'s S) -> Self {
        Self {
            space,
            estimate: heuristic_of(space),
            closed: Closed::default(),
            layers: Vec::new(),
            open_layers: BTreeSet::new(),
            size: 1,
            at: 0,
            best: None,
        }
    }

    /// Whether plans of the given cost are no better than the best one so far.
    fn is_hopeless(&self, sum: Cost) -> bool {
        self.best.as_ref().is_some_and(|plan| sum >= plan.cost)
    }

    /// The first state of the current layer.
    fn head(&mut self) -> Option<(Cost, Id)> {
        while let Some(Reverse((estimate, cost, id))) = self.layers[self.at].open.peek() {
            let sum = cost + estimate;
            if self.closed.node(id).cost == cost && !self.is_hopeless(sum) {
                return Some((cost, id));
            }
            self.layers[self.at].open.pop();
        }
        None
    }

    /// Creates the layer of the given depth if it is missing.
    fn deepen(&mut self, depth: usize, budget: &mut Budget<'_>) -> Result<(), Stop> {
        if depth == self.layers.len() {
            // A node of the tree is shared by a few layers.
            budget.grow(4 * size_of::<usize>() as u64)?;
            open_list::push(&mut self.layers, RectangleLayer::default(), budget)?;
        }
        Ok(())
    }

    fn expand(&mut self, id: Id, cost: Cost, budget: &mut Budget<'_>) -> Result<(), Stop> {
        self.deepen(self.at + 1, budget)?;
        self.closed.expand(self.space, id, budget)?;
        self.layers[self.at].open.pop();
        self.layers[self.at].expanded += 1;
        let Self { space, closed, estimate, layers, open_layers, best, at, .. } = self;
        let least = best.as_ref().map_or(DEAD_END, |plan| plan.cost);
        for index in 0..closed.children.len() {
            if budget.sum(cost, closed.children.cost(index)) >= least {
                closed.children.prune(index);
            }
        }
        closed.leave_out_known(cost);
        let (state, children) = closed.state_and_children(id);
        estimate.of_successors(state, children);
        let mut goal: Option<(Cost, Id)> = None;
        closed.reach_children((id, cost), true, budget, |reached, budget| {
            let (Found::New(child) | Found::Cheaper(child)) = reached.found else { return Ok(()) };
            let least = goal.map_or(least, |(cost, _)| cost);
            let sum = budget.sum(reached.cost, reached.estimate);
            if sum < least {
                layers[*at + 1].open.push(Reverse((reached.estimate, reached.cost, child)), budget)?;
                open_layers.insert(*at + 1);
                if space.is_goal(reached.state) {
                    goal = Some((reached.cost, child));
                }
            }
            Ok(())
        })?;
        if let Some((cost, goal)) = goal {
            *best = Some(path::forward(*space, closed, goal)?);
            budget.found(cost);
        }
        Ok(())
    }
}

impl<S: Searched> Search<S> for Rectangle<'_, S> {
    fn advance(&mut self, budget: &mut Budget<'_>) -> Result<Conclusion<S::Action>, Stop> {
        if self.closed.is_empty() {
            let start = self.space.start();
            let start = start.borrow();
            let estimate = self.estimate.of(start);
            self.closed.insert_root(start, budget)?;
            if self.space.is_goal(start) {
                return Ok(Conclusion::Found(Plan { actions: Vec::new(), cost: 0 }));
            }
            if estimate == DEAD_END {
                return Ok(Conclusion::Exhausted);
            }
            budget.raise_bound(estimate);
            self.deepen(0, budget)?;
            self.layers[0].open.push(Reverse((estimate, 0, 0)), budget)?;
            self.open_layers.insert(0);
        }
        loop {
            if self.open_layers.is_empty() {
                let Some(best) = &self.best else { return Ok(Conclusion::Exhausted) };
                budget.raise_bound(best.cost);
                return Ok(Conclusion::Found(best.clone()));
            }
            // Layers without open states are skipped, so that a deep rectangle takes no longer than a shallow one.
            while let Some(&at) = self.open_layers.range(self.at..self.size).next() {
                self.at = at;
                budget.check()?;
                while self.layers[self.at].expanded < self.size
                    && let Some((cost, id)) = self.head()
                {
                    if let Some(best) = self.best.as_ref().filter(|plan| plan.cost <= budget.lower_bound()) {
                        return Ok(Conclusion::Found(best.clone()));
                    }
                    self.expand(id, cost, budget)?;
                }
                if self.layers[at].open.is_empty() {
                    self.open_layers.remove(&at);
                }
                self.at += 1;
            }
            self.size += 1;
            self.at = 0;
            if self.size.is_power_of_two() {
                let size = self.size;
                budget.stage(|| format!("{size} states a layer, depth up to {size}"));
            }
        }
    }

    fn incumbent(&self) -> Option<Plan<S::Action>> {
        self.best.clone()
    }
}
