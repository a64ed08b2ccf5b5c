//! Breadth-first search (Moore, *The shortest path through a maze*, 1959): expands all states at distance
//! *d* before those at *d* + 1. Optimal if every action costs 1; exhaustion is a proof. Blind: uses no
//! estimate and no pruning rule of the puzzle.

use crate::search::strategies::prelude::*;
use crate::{
    budget::MAX_THREADS,
    search::{
        closed_list::{Layer, Tree},
        parallel_bfs,
    },
    space::Replica,
};

pub(in crate::search) const ROW: Row = Row {
    summary: "breadth-first: layer by layer from the start",
    source: "Moore 1959",
    needs: &[Need::UnitCosts],
    claim: Claim::Optimal,
    ..Row::new(Strategy::Bfs, "bfs", Family::Blind)
};

pub(in crate::search) fn begin<'s, S: Searched>(space: &'s S, settings: &Settings) -> BoxedSearch<'s, S> {
    Box::new(Bfs {
        space,
        tree: Tree::new(space),
        layer: Layer::default(),
        layers: Vec::new(),
        threads: settings.threads,
    })
}

struct Bfs<'s, S: Searched> {
    space: &'s S,
    tree: Tree<S>,
    layer: Layer<S>,
    /// The sizes of the layers up to the current one.
    layers: Vec<u64>,
    threads: usize,
}

impl<'s, S: Searched> Bfs<'s, S> {
    fn begin_layer(&mut self) {
        self.layer.begin(&self.tree);
        if self.layer.remaining() > 0 {
            self.layers.push(self.layer.remaining().into());
        }
    }

    /// The spaces of the other threads; `None` if the search cannot use any, because the space has no
    /// twins or expansions must be counted one by one.
    fn replicas(&self, budget: &Budget<'_>) -> Option<Vec<Replica<'s, S>>> {
        if self.threads.min(MAX_THREADS) < 2 || budget.counts_expansions() {
            return None;
        }
        (1..self.threads.min(MAX_THREADS)).map(|_| self.space.replicate()).collect()
    }
}

impl<S: Searched> Search<S> for Bfs<'_, S> {
    fn advance(&mut self, budget: &mut Budget<'_>) -> Result<Conclusion<S::Action>, Stop> {
        if self.tree.is_empty() {
            if let Some(replicas) = self.replicas(budget) {
                return parallel_bfs::search(self.space, replicas, &mut self.layers, budget);
            }
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
