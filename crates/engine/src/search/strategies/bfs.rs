//! Breadth-first search (Moore, *The shortest path through a maze*, 1959): expands all states at distance
//! *d* before those at *d* + 1. Optimal if every action costs 1; exhaustion is a proof. Blind: uses no
//! estimate and no pruning rule of the puzzle.

use crate::search::closed_list::{Layer, Tree};
use crate::search::strategies::prelude::*;

pub(in crate::search) const ROW: Row = Row {
    summary: "breadth-first: layer by layer from the start",
    source: "Moore 1959",
    needs: &[Need::UnitCosts],
    claim: Claim::Optimal,
    ..Row::new(Strategy::Bfs, "bfs", Family::Blind)
};

pub(in crate::search) fn begin<'s, S: Searched>(space: &'s S, _: &Settings) -> BoxedSearch<'s, S> {
    Box::new(Bfs { space, tree: Tree::new(space), layer: Layer::default(), layers: Vec::new() })
}

struct Bfs<'s, S: Searched> {
    space: &'s S,
    tree: Tree<S>,
    layer: Layer<S>,
    /// The sizes of the layers up to the current one.
    layers: Vec<u64>,
}

impl<S: Searched> Bfs<'_, S> {
    fn begin_layer(&mut self) {
        self.layer.begin(&self.tree);
        if self.layer.remaining() > 0 {
            self.layers.push(self.layer.remaining().into());
        }
    }
}

impl<S: Searched> Search<S> for Bfs<'_, S> {
    fn advance(&mut self, budget: &mut Budget<'_>) -> Result<Conclusion<S::Action>, Stop> {
        if self.tree.is_empty() {
            let start = self.space.start();
            let start = start.borrow();
            let mut roots = <S::State as State>::List::default();
            roots.push_state(start);
            self.tree.roots(&roots, budget)?;
            self.begin_layer();
            if self.space.is_goal(start) {
                return path::found(self.space, &self.tree, 0);
            }
        }
        loop {
            if self.layer.is_done() {
                self.begin_layer();
                if self.layer.is_done() {
                    return Ok(Conclusion::Exhausted);
                }
            }
            // All states up to this layer have been tested for the goal.
            budget.raise_bound(self.layers.len() as Cost);
            let (space, layer) = (self.space, self.layers.len() as Cost - 1);
            let expanded = self.layer.expand(&mut self.tree, budget, |state, children| {
                space.expanding(|| layer, true);
                space.expand(state, children);
            });
            budget.stored(u64::from(self.tree.next_id()));
            for (id, state, _) in self.layer.new_states() {
                if self.space.is_goal(state) {
                    return path::found(self.space, &self.tree, id);
                }
            }
            expanded?;
        }
    }
}
