//! Greedy best-first search (Doran & Michie, *Experiments with the graph traverser program*, 1966):
//! always the state with the best rate, whatever it cost to get there; the earlier of equals. It
//! claims nothing of the cost. States that the rate calls *dead* are not expanded; as that is a
//! proof, exhaustion still is one.

use std::cmp::Reverse;

use super::closed::{Closed, Node};
use super::open::Open;
use super::store::{Id, Inserted, NO_PARENT, Searched};
use super::{Search, path, raise_to_estimate, rate_of};
use crate::budget::Budget;
use crate::outcome::{Conclusion, Cost, Stop};
use crate::space::{Children, DEAD, Estimate};

pub(super) struct Greedy<'s, S: Searched> {
    space: &'s S,
    rate: &'s dyn Estimate<S>,
    closed: Closed<S>,
    open: Open<Reverse<(Cost, Id)>>,
    children: Children<S>,
    found: Vec<Inserted>,
}

impl<'s, S: Searched> Greedy<'s, S> {
    pub(super) fn new(space: &'s S) -> Self {
        Self {
            space,
            rate: rate_of(space),
            closed: Closed::new(space),
            open: Open::default(),
            children: Children::default(),
            found: Vec::new(),
        }
    }

    /// Expands `id`; gives the goal among its new children, if there is one.
    fn expand(&mut self, id: Id, budget: &mut Budget<'_>) -> Result<Option<Id>, Stop> {
        budget.expand()?;
        self.children.clear();
        self.space.expand(self.closed.state(id), &mut self.children);
        budget.generated(self.children.len());
        let cost = self.closed.node(id).cost;
        self.closed.insert_children(id, cost, &self.children, &mut self.found, budget)?;
        for (index, &found) in self.found.iter().enumerate() {
            match found {
                Inserted::New(child) if self.space.is_goal(self.children.state(index)) => {
                    return Ok(Some(child));
                }
                Inserted::New(_) => {}
                Inserted::Old(_) => self.children.kill(index),
            }
        }
        self.rate.of_children(self.closed.state(id), &mut self.children);
        for (index, &found) in self.found.iter().enumerate() {
            let rate = self.children.estimate(index);
            if rate != DEAD {
                self.open.push(Reverse((rate, found.id())), budget)?;
            }
        }
        budget.stored(self.closed.len() as u64);
        Ok(None)
    }
}

impl<S: Searched> Search<S> for Greedy<'_, S> {
    fn advance(&mut self, budget: &mut Budget<'_>) -> Result<Conclusion<S::Action>, Stop> {
        if self.closed.is_empty() {
            let start = self.space.start();
            let start = std::borrow::Borrow::borrow(&start);
            self.closed.insert(start, Node { parent: NO_PARENT, cost: 0 }, budget)?;
            if self.space.is_goal(start) {
                return Ok(Conclusion::Found(path::forward(self.space, &self.closed, 0)));
            }
            let rate = self.rate.of(start);
            if rate == DEAD {
                return Ok(Conclusion::Exhausted);
            }
            raise_to_estimate(self.space, start, budget);
            self.open.push(Reverse((rate, 0)), budget)?;
        }
        while let Some(entry) = self.open.pop() {
            match self.expand(entry.0.1, budget) {
                Ok(Some(goal)) => {
                    budget.stored(self.closed.len() as u64);
                    return Ok(Conclusion::Found(path::forward(self.space, &self.closed, goal)));
                }
                Ok(None) => {}
                Err(stop) => {
                    self.open.put_back(entry);
                    return Err(stop);
                }
            }
        }
        Ok(Conclusion::Exhausted)
    }
}
