//! Monotonic beam search (Lemons, Linares López, Holte & Ruml, *Beam search: faster and monotonic*,
//! 2022).
//!
//! Layer by layer, and of each layer only as many states as the beam is wide. A layer is made of
//! slots that are filled in turn: the state in slot 1 is expanded, the best of its children goes into
//! slot 1 of the next layer; the state in slot 2 is expanded, and the best of all children that are
//! left goes into slot 2; and so on. So what the first slots hold does not depend on how many follow,
//! and a wider beam reaches a goal in the same layer or an earlier one. For that, a state that was
//! taken by one slot may be taken again by a lower one, but by no other.
//!
//! If a layer is empty and a child was left over before, the beam was too narrow: that proves
//! nothing, and the search starts again with twice the width. The closed list stays, because the
//! wider beam comes through the same states. Only a beam that left nothing over but what is dead or
//! already taken has seen every state, and its end is a proof. It ends with its first plan and claims
//! nothing of the cost.

use std::cmp::Reverse;
use std::mem::size_of;

use super::closed::{Closed, Node};
use super::heap::Heap;
use super::store::{Column, Id, Inserted, NO_PARENT, Searched};
use super::{Search, open, path, raise_to_estimate, rate_of};
use crate::budget::Budget;
use crate::outcome::{Conclusion, Cost, Stop};
use crate::space::{Children, DEAD, Estimate};

pub(super) struct Beam<'s, S: Searched> {
    space: &'s S,
    rate: &'s dyn Estimate<S>,
    width: u32,
    /// Counts the widths that were tried.
    run: u32,
    closed: Closed<S>,
    /// By which slot each state was last taken, and in which run.
    taken: Column<Taken>,
    layer: Layer,
    /// The slot whose turn it is.
    slot: u32,
    /// The states of this layer that have been expanded.
    expanded: usize,
    next: Layer,
    /// The children that are left, best rate first, then in the order of their generation.
    candidates: Heap<Reverse<(Cost, u64, Id)>>,
    /// Counts the children of a layer.
    sequence: u64,
    /// Whether a child was left over in this run.
    pruned: bool,
    children: Children<S>,
    ids: Vec<Id>,
}

/// The filled slots of a layer, in order.
type Layer = Vec<(u32, Id)>;

#[derive(Clone, Copy, Default)]
struct Taken {
    run: u32,
    slot: u32,
}

impl<'s, S: Searched> Beam<'s, S> {
    pub(super) fn new(space: &'s S, width: u32) -> Self {
        Self {
            space,
            rate: rate_of(space),
            width: width.max(1),
            run: 1,
            closed: Closed::new(space),
            taken: Column::default(),
            layer: Vec::new(),
            slot: 0,
            expanded: 0,
            next: Vec::new(),
            candidates: Heap::default(),
            sequence: 0,
            pruned: false,
            children: Children::default(),
            ids: Vec::new(),
        }
    }

    fn insert(&mut self, state: &S::State, node: Node, budget: &mut Budget<'_>) -> Result<Inserted, Stop> {
        let inserted = self.closed.insert(state, node, budget)?;
        if let Inserted::New(_) = inserted {
            self.taken.push(Taken::default(), budget)?;
        }
        Ok(inserted)
    }

    /// Whether the present slot may take a state: none up to it has in this run.
    fn may_take(&self, id: Id) -> bool {
        let taken = self.taken.get(id);
        taken.run != self.run || taken.slot > self.slot
    }

    /// Fills the present slot of the next layer with a state.
    fn take(&mut self, id: Id, budget: &mut Budget<'_>) -> Result<(), Stop> {
        if self.next.len() == self.next.capacity() {
            let (room, size) = (self.next.capacity(), size_of::<(u32, Id)>());
            open::grow(room, size, budget, |more| self.next.reserve_exact(more))?;
        }
        self.taken.set(id, Taken { run: self.run, slot: self.slot });
        self.next.push((self.slot, id));
        Ok(())
    }

    /// Makes the children of `id` candidates; gives the goal among the new ones, if there is one.
    /// (A goal that is not new ended the search when it was.)
    fn expand(&mut self, id: Id, budget: &mut Budget<'_>) -> Result<Option<Id>, Stop> {
        budget.expand()?;
        let mut children = std::mem::take(&mut self.children);
        children.clear();
        self.space.expand(self.closed.state(id), &mut children);
        budget.generated(children.len());
        let cost = self.closed.node(id).cost;
        self.ids.clear();
        for index in 0..children.len() {
            let state = children.state(index);
            let node = Node { parent: id, cost: cost.saturating_add(children.cost(index)) };
            let child = match self.insert(state, node, budget)? {
                Inserted::New(child) if self.space.is_goal(state) => return Ok(Some(child)),
                Inserted::New(child) => child,
                Inserted::Old(child) => {
                    if node.cost < self.closed.node(child).cost {
                        self.closed.set_node(child, node);
                    }
                    if !self.may_take(child) {
                        children.kill(index);
                    }
                    child
                }
            };
            self.ids.push(child);
        }
        self.rate.of_children(self.closed.state(id), &mut children);
        for index in 0..children.len() {
            let rate = children.estimate(index);
            if rate != DEAD {
                self.candidates.push(Reverse((rate, self.sequence, self.ids[index])), budget)?;
                self.sequence += 1;
            }
        }
        self.children = children;
        budget.stored(self.closed.len() as u64);
        Ok(None)
    }

    /// Goes on to the next layer, or to a wider beam if that is empty. False if all has been seen.
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
}

impl<S: Searched> Search<S> for Beam<'_, S> {
    fn advance(&mut self, budget: &mut Budget<'_>) -> Result<Conclusion<S::Action>, Stop> {
        if self.closed.is_empty() {
            let start = self.space.start();
            let start = std::borrow::Borrow::borrow(&start);
            self.insert(start, Node { parent: NO_PARENT, cost: 0 }, budget)?;
            if self.space.is_goal(start) {
                return Ok(Conclusion::Found(path::forward(self.space, &self.closed, 0)));
            }
            if self.rate.of(start) == DEAD {
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
                    return Ok(Conclusion::Found(path::forward(self.space, &self.closed, goal)));
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
