//! Monotonic beam search (Lemons, Linares López, Holte & Ruml, *Beam search: faster and monotonic*, 2022).
//!
//! Searches layer by layer and keeps at most `width` states of each. A layer consists of slots that are
//! filled in turn: the state in slot 1 is expanded, and the best of its children fills slot 1 of the next
//! layer; the state in slot 2 is expanded, and the best of all remaining children fills slot 2; and so
//! on. So the first slots do not depend on the width, and a wider beam reaches a goal in the same layer
//! or an earlier one. For that, a state taken by a slot may be taken again by a lower slot only.
//!
//! If a layer is empty and a child was left over before, the beam was too narrow, which proves nothing:
//! the search restarts with twice the width. The closed list stays, because the wider beam visits the
//! same states. A beam that left over only dead states and states taken before has visited every state,
//! so its end is a proof. The beam ends with its first plan and makes no claim about the cost.
//!
//! If there is a time limit and an admissible estimate, [`Rectangle`] search looks for a better plan in the time that is
//! left. It begins anew: on 5x5 boards it found plans shorter by one when it did not leave out what the plan of the beam
//! makes hopeless.

use super::rectangle::Rectangle;
use crate::search::strategies::prelude::*;
use crate::{budget::Allotment, space::Guarantee};

pub(in crate::search) const ROW: Row = Row {
    summary: "beam search: keeps the best states of each layer; improves its plan until the time limit",
    source: "Lemons, Linares López, Holte & Ruml 2022",
    needs: &[Need::Rate],
    ..Row::new(Strategy::Beam, "beam", Family::Informed)
};

pub(in crate::search) fn begin<'s, S: Searched>(space: &'s S, settings: &Settings) -> BoxedSearch<'s, S> {
    Box::new(AnytimeBeam {
        space,
        first: settings.first,
        beam: Some((Beam::new(space, settings), Allotment::default())),
        rectangle: None,
    })
}

/// A beam, whose plan rectangle search then improves.
struct AnytimeBeam<'s, S: Searched> {
    space: &'s S,
    /// Whether the first plan ends the search.
    first: bool,
    /// The beam until it has found a plan, and its memory.
    beam: Option<(Beam<'s, S>, Allotment)>,
    /// The plan of the beam, and the search for a better one.
    rectangle: Option<(Plan<S::Action>, Rectangle<'s, S>)>,
}

impl<S: Searched> Search<S> for AnytimeBeam<'_, S> {
    fn advance(&mut self, budget: &mut Budget<'_>) -> Result<Conclusion<S::Action>, Stop> {
        if let Some((beam, memory)) = &mut self.beam {
            let plan = match budget.with_allotment(memory, u64::MAX, None, |budget| beam.advance(budget))? {
                Conclusion::Found(plan) => plan,
                Conclusion::Exhausted => return Ok(Conclusion::Exhausted),
            };
            let is_admissible = |it: &dyn Heuristic<S>| it.guarantee() >= Guarantee::Admissible;
            let can_improve = plan.cost > budget.lower_bound() && self.space.heuristic().is_some_and(is_admissible);
            if self.first || budget.limits().time.is_none() || !can_improve {
                return Ok(Conclusion::Found(plan));
            }
            budget.found(plan.cost);
            self.rectangle = Some((plan, Rectangle::new(self.space)));
            if let Some((_, memory)) = self.beam.take() {
                budget.reclaim(&memory);
            }
        }
        self.rectangle.as_mut().map_or(Ok(Conclusion::Exhausted), |(_, rectangle)| rectangle.advance(budget))
    }

    fn incumbent(&self) -> Option<Plan<S::Action>> {
        let (plan, rectangle) = self.rectangle.as_ref()?;
        let better = rectangle.incumbent().filter(|better| better.cost < plan.cost);
        Some(better.unwrap_or_else(|| plan.clone()))
    }
}

struct Beam<'s, S: Searched> {
    space: &'s S,
    rate: &'s dyn Heuristic<S>,
    width: u32,
    /// Number of the restart.
    run: u32,
    closed: Closed<S>,
    /// The slot and the run that last took each state.
    taken: PerState<Taken>,
    layer: BeamLayer,
    /// The slot whose turn it is.
    slot: u32,
    /// Number of expanded states of this layer.
    expanded: usize,
    next: BeamLayer,
    /// The remaining children: lowest rate first, then in the order of generation.
    candidates: Heap<Reverse<(Cost, u64, Id)>>,
    /// Number of children generated from this layer.
    sequence: u64,
    /// Whether a child was left over in this run.
    pruned: bool,
}

/// The filled slots of a layer, in order.
type BeamLayer = Vec<(u32, Id)>;

#[derive(Clone, Copy, Default)]
struct Taken {
    run: u32,
    slot: u32,
}

/// Whether a slot may take a state: no slot up to it has taken it in this run.
fn may_take(taken: Taken, run: u32, slot: u32) -> bool {
    taken.run != run || taken.slot > slot
}

impl<'s, S: Searched> Beam<'s, S> {
    fn new(space: &'s S, settings: &Settings) -> Self {
        Self {
            space,
            rate: rate_of(space),
            width: settings.width.max(1),
            run: 1,
            closed: Closed::default(),
            taken: PerState::default(),
            layer: Vec::new(),
            slot: 0,
            expanded: 0,
            next: Vec::new(),
            candidates: Heap::default(),
            sequence: 0,
            pruned: false,
        }
    }

    fn may_take(&self, id: Id) -> bool {
        may_take(self.taken.get(id), self.run, self.slot)
    }

    /// Fills the current slot of the next layer with a state.
    fn take(&mut self, id: Id, budget: &mut Budget<'_>) -> Result<(), Stop> {
        open_list::push(&mut self.next, (self.slot, id), budget)?;
        self.taken.set(id, Taken { run: self.run, slot: self.slot });
        Ok(())
    }

    /// Expands a state: its children become candidates. Returns the goal among the new ones, if any.
    fn expand(&mut self, id: Id, budget: &mut Budget<'_>) -> Result<Option<Id>, Stop> {
        self.closed.expand(self.space, id, budget)?;
        let Self { space, closed, rate, taken, candidates, sequence, slot, run, .. } = self;
        let cost = closed.node(id).cost;
        // With a limit of costs, cheaper paths must be followed.
        let is_limited = budget.limits().cost.is_some();
        let is_cheaper = |closed: &Closed<S>, index, child| {
            is_limited && cost.saturating_add(closed.children.cost(index)) < closed.node(child).cost
        };
        closed.leave_out(|closed, index, child| {
            !may_take(taken.get(child), *run, *slot) && !is_cheaper(closed, index, child)
        });
        let (state, children) = closed.state_and_children(id);
        rate.of_successors(state, children);
        let mut goal = None;
        closed.reach_children((id, cost), true, budget, |reached, budget| {
            let (Found::New(child) | Found::Cheaper(child) | Found::Known(child)) = reached.found;
            if let Found::New(_) = reached.found {
                taken.push(Taken::default(), budget)?;
                if goal.is_none() && space.is_goal(reached.state) {
                    goal = Some(child);
                }
            }
            if is_limited && matches!(reached.found, Found::Cheaper(_)) {
                taken.set(child, Taken::default());
            }
            if reached.estimate == DEAD_END {
                return Ok(());
            }
            *sequence += 1;
            candidates.push(Reverse((reached.estimate, *sequence, child)), budget)
        })?;
        Ok(goal)
    }

    /// Starts the next layer, or a wider beam if the layer is empty. Returns false if all states have been visited.
    fn next_layer(&mut self, budget: &mut Budget<'_>) -> Result<bool, Stop> {
        while let Some(Reverse((.., id))) = self.candidates.pop() {
            self.pruned |= self.taken.get(id).run != self.run;
        }
        self.slot = 0;
        self.expanded = 0;
        self.sequence = 0;
        std::mem::swap(&mut self.layer, &mut self.next);
        self.next.clear();
        if self.layer.is_empty() {
            if !self.pruned {
                return Ok(false);
            }
            self.pruned = false;
            self.width = self.width.saturating_mul(2);
            self.run += 1;
            let width = self.width;
            budget.stage(|| format!("again with width {width}"));
            self.begin(budget)?;
        }
        Ok(true)
    }

    /// Makes the start the first layer.
    fn begin(&mut self, budget: &mut Budget<'_>) -> Result<(), Stop> {
        self.take(0, budget)?;
        std::mem::swap(&mut self.layer, &mut self.next);
        Ok(())
    }

    fn advance(&mut self, budget: &mut Budget<'_>) -> Result<Conclusion<S::Action>, Stop> {
        if self.closed.is_empty() {
            let start = self.space.start();
            let start = start.borrow();
            self.closed.insert_root(start, budget)?;
            self.taken.push(Taken::default(), budget)?;
            if self.space.is_goal(start) {
                return path::found(self.space, &self.closed, 0);
            }
            if self.rate.of(start) == DEAD_END {
                return Ok(Conclusion::Exhausted);
            }
            raise_to_estimate(self.space, start, budget);
            self.begin(budget)?;
        }
        loop {
            let none_left = self.expanded == self.layer.len() && self.candidates.is_empty();
            if none_left || self.slot == self.width {
                if !self.next_layer(budget)? {
                    return Ok(Conclusion::Exhausted);
                }
                continue;
            }
            if let Some(&(slot, id)) = self.layer.get(self.expanded)
                && slot == self.slot
            {
                if let Some(goal) = self.expand(id, budget)? {
                    budget.stored(self.closed.len() as u64);
                    return path::found(self.space, &self.closed, goal);
                }
                self.expanded += 1;
            }
            while let Some(Reverse((.., id))) = self.candidates.pop() {
                if self.may_take(id) {
                    self.take(id, budget)?;
                    break;
                }
            }
            self.slot += 1;
        }
    }
}
