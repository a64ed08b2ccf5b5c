//! Bidirectional breadth-first search (Pohl, *Bi-directional search*, 1971), a whole layer at a time.
//!
//! The side with the smaller frontier generates its next layer, and the first state that both sides
//! know ends the search. That first meeting is optimal: when one side has all states up to distance
//! *f* and the other all up to *b*, and they have not met, no path is shorter than *f* + *b* + 1,
//! and every meeting in the next layer of either side has exactly that length. Alternating state by
//! state instead of layer by layer loses this. If one side runs out of states, there is no plan.
//!
//! Needs actions that all cost 1. Blind: it uses no estimate and no pruning rule of the puzzle.

use super::store::{Id, Searched};
use super::tree::{Layer, Tree};
use super::{Search, path};
use crate::budget::Budget;
use crate::outcome::{Conclusion, Plan, Stop};
use crate::space::{Backward, State, StateList};

pub(super) struct Bidirectional<'s, S: Searched> {
    space: &'s S,
    backward: &'s dyn Backward<S>,
    from_start: Side<S>,
    from_goals: Side<S>,
    /// The side whose layer is being generated.
    turn: Option<Turn>,
    prepared: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Turn {
    Start,
    Goals,
}

/// One of the two searches. The store is the queue.
struct Side<S: Searched> {
    closed: Tree<S>,
    layer: Layer<S>,
    depth: u32,
}

impl<S: Searched> Side<S> {
    fn new(space: &S) -> Self {
        Self { closed: Tree::new(space), layer: Layer::default(), depth: 0 }
    }

    fn roots(&mut self, states: &<S::State as State>::List, budget: &mut Budget<'_>) -> Result<(), Stop> {
        self.closed.roots(states, budget)?;
        self.layer.begin(&self.closed);
        Ok(())
    }
}

impl<'s, S: Searched> Bidirectional<'s, S> {
    pub(super) fn new(space: &'s S) -> Self {
        Self {
            space,
            backward: space.backward().expect("the table says that this strategy needs it"),
            from_start: Side::new(space),
            from_goals: Side::new(space),
            turn: None,
            prepared: false,
        }
    }

    /// Stores the start and the goals; gives the plan if the start is one of them.
    fn prepare(&mut self, budget: &mut Budget<'_>) -> Result<Option<Plan<S::Action>>, Stop> {
        let start = self.space.start();
        let start = std::borrow::Borrow::borrow(&start);
        let mut roots = <S::State as State>::List::default();
        roots.push_state(start);
        self.from_start.roots(&roots, budget)?;
        roots.clear_states();
        self.backward.roots(&mut roots);
        self.from_goals.roots(&roots, budget)?;
        self.prepared = true;
        Ok(self.space.is_goal(start).then(|| Plan { actions: Vec::new(), cost: 0 }))
    }

    /// Expands some states of the layer of `turn`; gives a state that both sides know, by its id on
    /// either side.
    fn expand(&mut self, turn: Turn, budget: &mut Budget<'_>) -> Result<Option<(Id, Id)>, Stop> {
        let (side, other) = match turn {
            Turn::Start => (&mut self.from_start, &self.from_goals),
            Turn::Goals => (&mut self.from_goals, &self.from_start),
        };
        let (space, backward) = (self.space, self.backward);
        let expanded = side.layer.expand(&mut side.closed, budget, |state, children| match turn {
            Turn::Start => space.expand(state, children),
            Turn::Goals => backward.predecessors(state, children),
        });
        if let Some((here, state)) = other.closed.first_known(side.layer.new_states())
            && let Some(there) = other.closed.find(state)
        {
            return Ok(Some(match turn {
                Turn::Start => (here, there),
                Turn::Goals => (there, here),
            }));
        }
        expanded.map(|()| None)
    }

    fn join(&self, (front, back): (Id, Id)) -> Plan<S::Action> {
        let mut plan = path::forward(self.space, &self.from_start.closed, front);
        let rest = path::backward(self.backward, &self.from_goals.closed, back);
        plan.actions.extend(rest.actions);
        plan.cost += rest.cost;
        plan
    }

    fn note_stored(&self, budget: &mut Budget<'_>) {
        budget.stored(
            u64::from(self.from_start.closed.next_id()) + u64::from(self.from_goals.closed.next_id()),
        );
    }
}

impl<S: Searched> Search<S> for Bidirectional<'_, S> {
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
                    return Ok(Conclusion::Exhausted);
                }
                budget.raise_bound(self.from_start.depth + self.from_goals.depth + 1);
                if self.from_start.layer.remaining() <= self.from_goals.layer.remaining() {
                    Turn::Start
                } else {
                    Turn::Goals
                }
            };
            self.turn = Some(turn);
            let met = self.expand(turn, budget)?;
            self.note_stored(budget);
            if let Some(ids) = met {
                return Ok(Conclusion::Found(self.join(ids)));
            }
            let side = match turn {
                Turn::Start => &mut self.from_start,
                Turn::Goals => &mut self.from_goals,
            };
            if side.layer.is_done() {
                side.layer.begin(&side.closed);
                side.depth += 1;
                self.turn = None;
            }
        }
    }
}
