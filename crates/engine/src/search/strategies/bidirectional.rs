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

use crate::outcome::Contradiction;
use crate::search::closed_list::{Layer, Probe, Tree};
use crate::search::strategies::prelude::*;
use crate::space::SearchDirection;

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
        from_start: BfsSide::new(space),
        from_goals: BfsSide::new(space),
        turn: None,
        prepared: false,
        prune_from: Cost::MAX,
        samples: Samples { left: SAMPLES, reversed: Successors::default() },
    })
}

struct Bidirectional<'s, S: Searched> {
    space: &'s S,
    backward: &'s dyn Backward<S>,
    from_start: BfsSide<S>,
    from_goals: BfsSide<S>,
    /// The side whose layer is being generated.
    turn: Option<SearchDirection>,
    prepared: bool,
    /// Paths of this cost or more may be left out.
    prune_from: Cost,
    samples: Samples<S>,
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

struct BfsSide<S: Searched> {
    closed: Tree<S>,
    layer: Layer<S>,
    depth: Cost,
}

impl<S: Searched> BfsSide<S> {
    fn new(space: &S) -> Self {
        Self { closed: Tree::new(space), layer: Layer::default(), depth: 0 }
    }

    fn roots(&mut self, states: &<S::State as State>::List, budget: &mut Budget<'_>) -> Result<(), Stop> {
        self.closed.roots(states, budget)?;
        self.layer.begin(&self.closed);
        Ok(())
    }
}

impl<S: Searched> Bidirectional<'_, S> {
    /// Inserts the start and the goals. Returns the plan if the start is a goal.
    fn prepare(&mut self, budget: &mut Budget<'_>) -> Result<Option<Plan<S::Action>>, Stop> {
        let start = self.space.start();
        let start = start.borrow();
        let mut roots = <S::State as State>::List::default();
        roots.push_state(start);
        self.from_start.roots(&roots, budget)?;
        roots.clear_states();
        self.backward.goal_states(&mut roots);
        self.from_goals.roots(&roots, budget)?;
        self.prepared = true;
        Ok(self.space.is_goal(start).then(|| Plan { actions: Vec::new(), cost: 0 }))
    }

    /// Expands some states of the layer of one side. Returns the ids on both sides of a state that both have reached.
    fn expand(&mut self, turn: SearchDirection, budget: &mut Budget<'_>) -> Result<Option<(Id, Id)>, Stop> {
        let most = match self.prune_from {
            Cost::MAX => Cost::MAX,
            limit => self.at_most(limit.saturating_sub(1)),
        };
        let (side, other) = match turn {
            SearchDirection::Forward => (&mut self.from_start, &self.from_goals),
            SearchDirection::Backward => (&mut self.from_goals, &self.from_start),
        };
        let (space, backward, samples) = (self.space, self.backward, &mut self.samples);
        let depth = side.depth;
        let left = if most == Cost::MAX { most } else { most.saturating_sub(depth + 1) };
        let expanded = side.layer.expand(&mut side.closed, budget, |state, children| {
            space.expanding(|| depth, true);
            let first = children.len();
            match turn {
                SearchDirection::Forward => {
                    space.expand_within(state, left, children);
                    samples.check(state, children, first, |child, found| backward.predecessors(child, found));
                }
                SearchDirection::Backward => {
                    backward.predecessors_within(state, left, children);
                    samples.check(state, children, first, |child, found| space.expand(child, found));
                }
            }
        });
        if turn == SearchDirection::Forward {
            let is_unlisted = |(_, state, probe): &(Id, &S::State, &Probe)| {
                space.is_goal(state) && !other.closed.contains(state, probe)
            };
            if side.layer.new_states().any(|new| is_unlisted(&new)) {
                return Err(Stop::Contradiction(Contradiction::Goals));
            }
        }
        if let Some((here, state)) = other.closed.first_known(side.layer.new_states())
            && let Some(there) = other.closed.find(state)
        {
            return Ok(Some(match turn {
                SearchDirection::Forward => (here, there),
                SearchDirection::Backward => (there, here),
            }));
        }
        expanded.map(|()| None)
    }

    /// The least cost that a plan can have, if it costs at least `cost`.
    fn at_least(&self, cost: Cost) -> Cost {
        self.space.cost_parity().map_or(cost, |parity| cost + ((cost ^ parity) & 1))
    }

    /// The highest cost that a plan can have, if it costs at most `cost`.
    fn at_most(&self, cost: Cost) -> Cost {
        self.space.cost_parity().map_or(cost, |parity| cost.saturating_sub((cost ^ parity) & 1))
    }

    fn count_stored(&self, budget: &mut Budget<'_>) {
        budget.stored(u64::from(self.from_start.closed.next_id()) + u64::from(self.from_goals.closed.next_id()));
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
        if !self.prepared
            && let Some(plan) = self.prepare(budget)?
        {
            return Ok(Conclusion::Found(plan));
        }
        loop {
            let turn = if let Some(turn) = self.turn {
                turn
            } else {
                if self.from_start.layer.remaining() == 0 || self.from_goals.layer.remaining() == 0 {
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
                if self.from_start.layer.remaining() <= self.from_goals.layer.remaining() {
                    SearchDirection::Forward
                } else {
                    SearchDirection::Backward
                }
            };
            self.turn = Some(turn);
            let met = self.expand(turn, budget)?;
            self.count_stored(budget);
            if let Some((front, back)) = met {
                let (front, back) = ((&self.from_start.closed, front), (&self.from_goals.closed, back));
                return path::through(self.space, self.backward, front, back).map(Conclusion::Found);
            }
            let side = match turn {
                SearchDirection::Forward => &mut self.from_start,
                SearchDirection::Backward => &mut self.from_goals,
            };
            if side.layer.is_done() {
                side.layer.begin(&side.closed);
                side.depth += 1;
                self.turn = None;
            }
        }
    }
}
