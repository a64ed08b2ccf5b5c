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
    /// The sizes of the layers begun.
    layers: Vec<u64>,
}

impl<'s, S: Searched> Bfs<'s, S> {
    pub(super) fn new(space: &'s S) -> Self {
        Self { space, tree: Tree::new(space), layer: Layer::default(), layers: Vec::new() }
    }

    fn begin_layer(&mut self) {
        self.layer.begin(&self.tree);
        if self.layer.remaining() > 0 {
            self.layers.push(self.layer.remaining().into());
        }
    }

    /// The sizes of the layers begun.
    #[cfg(test)]
    pub(super) fn layers(&self) -> &[u64] {
        &self.layers
    }

    /// Whether it has not begun.
    pub(super) fn is_fresh(&self) -> bool {
        self.tree.is_empty()
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
            self.begin_layer();
            if self.space.is_goal(start) {
                return Ok(Conclusion::Found(path::forward(self.space, &self.tree, 0)));
            }
        }
        loop {
            if self.layer.is_done() {
                self.begin_layer();
                if self.layer.is_done() {
                    return Ok(Conclusion::Exhausted);
                }
            }
            // Every state nearer than the children of this layer has been tested.
            budget.raise_bound(Cost::try_from(self.layers.len()).unwrap_or(Cost::MAX));
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
