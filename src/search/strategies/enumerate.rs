//! Breadth-first search in a table of the whole space, whose states have numbers (Korf & Schultze,
//! *Large-scale parallel breadth-first search*, 2005, on disks). Optimal if every action costs 1;
//! exhaustion is a proof. Blind. Allocates one byte per state at the start.

use crate::search::ranked_bfs::{Layers, goal_ranks};
use crate::search::strategies::prelude::*;
use crate::search::strategy::ranked_of;
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
    Box::new(Enumerate::new(space))
}

struct Enumerate<'s, S: Space> {
    space: &'s S,
    ranked: &'s dyn Ranked<S>,
    layers: Option<Layers<'s, S>>,
    /// The ranks of the goals, if the space lists its goals.
    goals: Option<Vec<u64>>,
    /// Whether the present layer has been tested for goals.
    tested: bool,
}

impl<'s, S: Space> Enumerate<'s, S> {
    fn new(space: &'s S) -> Self {
        let ranked = ranked_of(space);
        let goals = space.backward().map(|backward| goal_ranks(ranked, backward));
        Self { space, ranked, layers: None, goals, tested: false }
    }

    /// The rank of a goal in the present layer.
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
                    let plan = path::along(self.space, states.iter().map(Borrow::borrow));
                    return Ok(Conclusion::Found(plan));
                }
                self.tested = true;
                budget.raise_bound(layers.depth() + 1);
            }
            if !layers.expand(budget)? {
                return Ok(Conclusion::Exhausted);
            }
            self.tested = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::space::{Owned, Successors};

    /// A cycle with steps in both directions.
    struct Ring(u64);

    impl Space for Ring {
        type State = u64;
        type Action = bool;
        fn start(&self) -> u64 {
            0
        }
        fn is_goal(&self, state: &u64) -> bool {
            *state == self.0 / 2
        }
        fn expand(&self, state: &u64, children: &mut Successors<Self>) {
            children.push(&((state + 1) % self.0), true, 1);
            children.push(&((state + self.0 - 1) % self.0), false, 1);
        }
        fn ranked(&self) -> Option<&dyn Ranked<Self>> {
            Some(self)
        }
    }

    impl Ranked<Self> for Ring {
        fn size(&self) -> u64 {
            self.0
        }
        fn rank(&self, state: &u64) -> Option<u64> {
            Some(*state)
        }
        fn unrank(&self, rank: u64) -> Owned<Self> {
            rank
        }
    }

    #[test]
    fn resumes_after_a_pause() {
        for pause in [1, 2, 7] {
            let ring = Ring(600);
            let mut budget = Budget::unlimited();
            let mut search = Enumerate::new(&ring);
            let mut pauses = 0;
            let conclusion = loop {
                budget.pause_after(pause);
                match search.advance(&mut budget) {
                    Err(Stop::Paused) => pauses += 1,
                    other => break other,
                }
            };
            let Ok(Conclusion::Found(plan)) = conclusion else { panic!("{conclusion:?}") };
            assert_eq!((plan.cost, budget.statistics().expanded, pauses), (300, 599, 598 / pause));
        }
    }
}
