//! Breadth-first search (Moore, *The shortest path through a maze*, 1959): all states at distance
//! *d* before any at *d* + 1. Optimal where every action costs 1; exhaustion is a proof. Blind: it
//! uses no estimate and no pruning rule of the puzzle.

use super::store::Searched;
use super::tree::{Layer, Tree};
use super::{Search, path};
use crate::budget::Budget;
use crate::outcome::{Conclusion, Cost, Stop};
use crate::space::{State, StateList};

pub(super) struct Bfs<'s, S: Searched> {
    space: &'s S,
    /// The store is the queue.
    tree: Tree<S>,
    layer: Layer<S>,
    depth: Cost,
}

impl<'s, S: Searched> Bfs<'s, S> {
    pub(super) fn new(space: &'s S) -> Self {
        Self { space, tree: Tree::new(space), layer: Layer::default(), depth: 0 }
    }
}

impl<S: Searched> Search<S> for Bfs<'_, S> {
    fn advance(&mut self, budget: &mut Budget<'_>) -> Result<Conclusion<S::Action>, Stop> {
        if self.tree.is_empty() {
            let start = self.space.start();
            let start = std::borrow::Borrow::borrow(&start);
            let mut roots = <S::State as State>::List::default();
            roots.push_state(start);
            self.tree.roots(&roots, budget)?;
            self.layer.begin(&self.tree);
            if self.space.is_goal(start) {
                return Ok(Conclusion::Found(path::forward(self.space, &self.tree, 0)));
            }
        }
        loop {
            if self.layer.is_done() {
                self.layer.begin(&self.tree);
                self.depth += 1;
                if self.layer.is_done() {
                    return Ok(Conclusion::Exhausted);
                }
            }
            // Every state nearer than the children of this layer has been tested.
            budget.raise_bound(self.depth + 1);
            let space = self.space;
            let expanded =
                self.layer.expand(&mut self.tree, budget, |state, children| space.expand(state, children));
            budget.stored(u64::from(self.tree.next_id()));
            for (id, state, _) in self.layer.new_states() {
                if self.space.is_goal(state) {
                    return Ok(Conclusion::Found(path::forward(self.space, &self.tree, id)));
                }
            }
            expanded?;
        }
    }
}
