//! Breadth-first search in a table of the whole space, whose states have numbers (Korf & Schultze,
//! *Large-scale parallel breadth-first search*, 2005, on disks). Optimal if every action costs 1;
//! exhaustion is a proof. Blind. Allocates one byte per state at the start.

use crate::search::strategies::prelude::*;
use crate::search::{
    ranked_bfs::{Layers, goal_ranks},
    strategy::ranked_of,
};
use crate::space::{Ranked, SearchDirection};

pub(in crate::search) const ROW: Row = Row {
    summary: "breadth-first in a table of the whole space, one byte per state",
    source: "Korf & Schultze 2005",
    needs: &[Need::UnitCosts, Need::Ranked],
    claim: Claim::Optimal,
    compared: false,
    ..Row::new(Strategy::Enumerate, "enumerate", Family::Exhaustive)
};

pub(in crate::search) fn begin<'s, S: Searched>(space: &'s S, _: &Settings) -> BoxedSearch<'s, S> {
    let ranked = ranked_of(space);
    let goals = space.backward().map(|backward| goal_ranks(ranked, backward));
    Box::new(Enumerate { space, ranked, layers: None, goals, tested: false })
}

struct Enumerate<'s, S: Space> {
    space: &'s S,
    ranked: &'s dyn Ranked<S>,
    layers: Option<Layers<'s, S>>,
    /// The ranks of the goals, if the space lists its goals.
    goals: Option<Vec<u64>>,
    /// Whether the current layer has been tested for goals.
    tested: bool,
}

impl<'s, S: Space> Enumerate<'s, S> {
    /// The rank of a goal in the current layer.
    fn goal(&self, layers: &Layers<'s, S>, budget: &mut Budget<'_>) -> Result<Option<u64>, Stop> {
        if let Some(goals) = &self.goals {
            return Ok(goals.iter().copied().find(|&goal| layers.is_at(goal, layers.depth())));
        }
        let is_goal = |rank| self.space.is_goal(self.ranked.unrank(rank).borrow());
        layers.find(layers.depth(), budget, is_goal)
    }
}

impl<S: Space> Search<S> for Enumerate<'_, S> {
    fn advance(&mut self, budget: &mut Budget<'_>) -> Result<Conclusion<S::Action>, Stop> {
        let mut layers = if let Some(layers) = self.layers.take() {
            layers
        } else {
            let start = self.ranked.rank(self.space.start().borrow()).expect("the start has a rank");
            Layers::new(self.space, self.ranked, SearchDirection::Forward, &[start], 1, budget)?
        };
        let result = self.advance_layers(&mut layers, budget);
        self.layers = Some(layers);
        result
    }
}

impl<'s, S: Space> Enumerate<'s, S> {
    fn advance_layers(
        &mut self,
        layers: &mut Layers<'s, S>,
        budget: &mut Budget<'_>,
    ) -> Result<Conclusion<S::Action>, Stop> {
        loop {
            if !self.tested {
                if let Some(goal) = self.goal(layers, budget)? {
                    let mut states = layers.trace(goal, layers.depth(), budget)?;
                    states.reverse();
                    return path::along(self.space, states.iter().map(Borrow::borrow)).map(Conclusion::Found);
                }
                self.tested = true;
                budget.raise_bound(Cost::from(layers.depth()) + 1);
            }
            if !layers.expand(budget)? {
                return Ok(Conclusion::Exhausted);
            }
            self.tested = false;
        }
    }
}
