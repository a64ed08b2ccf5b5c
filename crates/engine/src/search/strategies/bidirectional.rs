//! Bidirectional breadth-first search (Pohl, *Bi-directional search*, 1971), a whole layer at a time.
//!
//! The side with the smaller frontier generates its next layer, and the first state that both sides have
//! reached ends the search. That state is on an optimal plan: if one side has all states up to distance
//! *f*, the other one all up to *b*, and they share none, then no path is shorter than *f* + *b* + 1, and
//! every state they share in the next layer of either side is on a path of exactly that length. (This
//! does not hold if the sides alternate state by state.) If one side runs out of states, there is no plan.
//!
//! Requires actions that all cost 1. Blind: uses no estimate and no pruning rule of the puzzle.
//!
//! All of this holds only if goals and predecessors are what the space declares. So each state that is new from the start is
//! tested for being a goal that is not listed, and some moves are tried in the other direction ([`Samples`]).

use crate::search::closed_list::{Layer, Layered, Storable};
use crate::search::strategies::prelude::*;
use crate::{outcome::Contradiction, space::SearchDirection};

pub(in crate::search) const ROW: Row = Row {
    summary: "breadth-first from start and goal, the smaller layer first",
    source: "Pohl 1971",
    needs: &[Need::UnitCosts, Need::Backward],
    claim: Claim::Optimal,
    ..Row::new(Strategy::Bidirectional, "bidirectional", Family::Blind)
};

pub(in crate::search) fn begin<'s, S: Searched>(space: &'s S, _: &Settings) -> BoxedSearch<'s, S> {
    Box::new(Bidirectional {
        space,
        backward: backward_of(space),
        states: Layered::new(space, true),
        from_start: Side::default(),
        from_goals: Side::default(),
        turn: None,
        prune_from: Cost::MAX,
        samples: Samples { left: SAMPLES, reversed: Successors::default() },
    })
}

struct Bidirectional<'s, S: Searched> {
    space: &'s S,
    backward: &'s dyn Backward<S>,
    /// The states that either side has reached: one look-up of a successor says whether it is known, and to which side.
    states: Layered<S, <S::State as Storable>::Visited>,
    from_start: Side,
    from_goals: Side,
    /// The side whose layer is being generated.
    turn: Option<SearchDirection>,
    /// Paths of this cost or more may be left out.
    prune_from: Cost,
    samples: Samples<S>,
}

/// The frontier of a side, and its distance.
#[derive(Default)]
struct Side {
    layer: Layer,
    depth: Cost,
}

/// Number of expansions, the first ones, of which a move is tried in the other direction; in builds with debug assertions
/// of all.
const SAMPLES: u32 = 256;

/// Moves that are tried in the other direction.
struct Samples<S: Searched> {
    left: u32,
    reversed: Successors<S>,
}

impl<S: Searched> Samples<S> {
    /// Checks that one of the `children` from `first` on leads back to `state` by `reverse`.
    fn check(
        &mut self,
        state: &S::State,
        children: &mut Successors<S>,
        first: usize,
        reverse: impl FnOnce(&S::State, &mut Successors<S>),
    ) {
        let count = children.len() - first;
        if count == 0 || (self.left == 0 && !cfg!(debug_assertions)) {
            return;
        }
        self.left = self.left.saturating_sub(1);
        self.reversed.clear();
        reverse(children.state(first + self.left as usize % count), &mut self.reversed);
        if !(0..self.reversed.len()).any(|index| self.reversed.state(index) == state) {
            children.refute(Contradiction::Predecessors);
        }
    }
}

impl<S: Searched> Bidirectional<'_, S> {
    /// Stores the start and the goals. Returns the plan if the start is a goal.
    fn prepare(&mut self, budget: &mut Budget<'_>) -> Result<Option<Plan<S::Action>>, Stop> {
        let start = self.space.start();
        if self.space.is_goal(start.borrow()) {
            return Ok(Some(Plan { actions: Vec::new(), cost: 0 }));
        }
        self.from_start.layer = self.states.roots(&[start], false, budget)?;
        self.from_goals.layer = self.states.roots(&self.backward.goal_states(), true, budget)?;
        Ok(None)
    }

    /// Expands some states of the layer of one side. Returns the plan through a state that both have reached.
    fn expand(&mut self, turn: SearchDirection, budget: &mut Budget<'_>) -> Result<Option<Plan<S::Action>>, Stop> {
        let most = match self.prune_from {
            Cost::MAX => Cost::MAX,
            limit => self.at_most(limit.saturating_sub(1)),
        };
        let Self { space, backward, states, samples, .. } = self;
        let is_forward = turn == SearchDirection::Forward;
        let side = if is_forward { &mut self.from_start } else { &mut self.from_goals };
        let (depth, this) = (side.depth, side.layer.clone());
        let left = if most == Cost::MAX { most } else { most.saturating_sub(depth + 1) };
        let generate = |state: &S::State, children: &mut Successors<S>| {
            space.expanding(|| depth, true);
            let first = children.len();
            if is_forward {
                space.expand_within(state, left, children);
                samples.check(state, children, first, |child, found| backward.predecessors(child, found));
            } else {
                backward.predecessors_within(state, left, children);
                samples.check(state, children, first, |child, found| space.expand(child, found));
            }
        };
        // All children that are looked up together are tested for being goals, also those after one that both sides reach.
        let is_unlisted_goal = |state: &S::State| is_forward && space.is_goal(state);
        let Some((other, parent)) = states.expand(&mut side.layer, budget, generate, is_unlisted_goal)? else {
            return Ok(None);
        };
        if !this.is_other(states.marked_parent(other)) {
            return Err(Stop::Contradiction(Contradiction::Goals));
        }
        let (front, back) = if is_forward { (parent, other) } else { (other, parent) };
        path::through(*space, states, (front, back)).map(Some)
    }

    /// The least cost that a plan can have, if it costs at least `cost`.
    fn at_least(&self, cost: Cost) -> Cost {
        self.space.cost_parity().map_or(cost, |parity| cost + ((cost ^ parity) & 1))
    }

    /// The highest cost that a plan can have, if it costs at most `cost`.
    fn at_most(&self, cost: Cost) -> Cost {
        self.space.cost_parity().map_or(cost, |parity| cost.saturating_sub((cost ^ parity) & 1))
    }
}

impl<S: Searched> Search<S> for Bidirectional<'_, S> {
    fn prune_from(&mut self, cost: Cost) -> bool {
        self.prune_from = self.prune_from.min(cost);
        true
    }

    fn lower_bound(&self) -> Cost {
        self.at_least(self.from_start.depth + self.from_goals.depth + 1)
    }

    fn advance(&mut self, budget: &mut Budget<'_>) -> Result<Conclusion<S::Action>, Stop> {
        if self.states.is_empty()
            && let Some(plan) = self.prepare(budget)?
        {
            return Ok(Conclusion::Found(plan));
        }
        loop {
            let turn = if let Some(turn) = self.turn {
                turn
            } else {
                let remaining = [&self.from_start, &self.from_goals].map(|side| side.layer.remaining());
                if remaining.contains(&0) {
                    if self.prune_from < Cost::MAX {
                        budget.raise_bound(self.prune_from);
                    }
                    return Ok(Conclusion::Exhausted);
                }
                let bound = self.lower_bound();
                budget.raise_bound(bound.min(self.prune_from));
                if bound >= self.prune_from {
                    return Ok(Conclusion::Exhausted);
                }
                if remaining[0] <= remaining[1] { SearchDirection::Forward } else { SearchDirection::Backward }
            };
            self.turn = Some(turn);
            if let Some(plan) = self.expand(turn, budget)? {
                return Ok(Conclusion::Found(plan));
            }
            let side = match turn {
                SearchDirection::Forward => &mut self.from_start,
                SearchDirection::Backward => &mut self.from_goals,
            };
            if self.states.is_done(&side.layer) {
                side.layer = self.states.next_layer(&side.layer);
                side.depth += 1;
                self.turn = None;
            }
        }
    }
}
