//! Breadth-first search (Moore, *The shortest path through a maze*, 1959): expands all states at distance
//! *d* before those at *d* + 1. Optimal if every action costs 1; exhaustion is a proof. Blind: uses no
//! estimate and no pruning rule of the puzzle.

use crate::search::closed_list::{Layer, Layered, Storable};
use crate::search::strategies::prelude::*;

pub(in crate::search) const ROW: Row = Row {
    summary: "breadth-first: layer by layer from the start",
    source: "Moore 1959",
    needs: &[Need::UnitCosts],
    claim: Claim::Optimal,
    ..Row::new(Strategy::Bfs, "bfs", Family::Blind)
};

pub(in crate::search) fn begin<'s, S: Searched>(space: &'s S, _: &Settings) -> BoxedSearch<'s, S> {
    Box::new(Bfs { space, states: Layered::new(space, false), layer: Layer::default(), depth: 0 })
}

struct Bfs<'s, S: Searched> {
    space: &'s S,
    states: Layered<S, <S::State as Storable>::Visited>,
    layer: Layer,
    /// The distance of the layer.
    depth: Cost,
}

impl<S: Searched> Search<S> for Bfs<'_, S> {
    fn advance(&mut self, budget: &mut Budget<'_>) -> Result<Conclusion<S::Action>, Stop> {
        let Self { space, states, layer, depth } = self;
        if states.is_empty() {
            let start = space.start();
            *layer = states.roots(std::slice::from_ref(&start), false, budget)?;
            if space.is_goal(start.borrow()) {
                return path::found(*space, states, 0);
            }
        }
        loop {
            if states.is_done(layer) {
                *layer = states.next_layer(layer);
                *depth += 1;
                if states.is_done(layer) {
                    return Ok(Conclusion::Exhausted);
                }
            }
            // All states up to this layer have been tested for the goal.
            budget.raise_bound(*depth + 1);
            let generate = |state: &S::State, children: &mut Successors<S>| {
                space.expanding(|| *depth, true);
                space.expand(state, children);
            };
            if let Some((goal, _)) = states.expand(layer, budget, generate, |state| space.is_goal(state))? {
                return path::found(*space, states, goal);
            }
        }
    }
}
