//! Depth-first search with a stack of its own (Tarry, *Le problème des labyrinthes*, 1895; Tarjan,
//! *Depth-first search and linear graph algorithms*, 1972).
//!
//! The youngest state first; the first child of a state is the next to expand. A state is closed
//! when it is generated, so it is on the stack once. It claims nothing of the cost: the way it finds
//! is as long as it happens to be. In a finite space it is complete, and exhaustion is a proof; in an
//! endless one it may follow one way until a limit. Blind: it uses no estimate and no pruning rule of
//! the puzzle.

use std::mem::size_of;

use super::closed::{Closed, Node};
use super::store::{Id, Inserted, NO_PARENT, Searched};
use super::{Search, open, path, raise_to_estimate};
use crate::budget::Budget;
use crate::outcome::{Conclusion, Stop};
use crate::space::Children;

pub(super) struct Dfs<'s, S: Searched> {
    space: &'s S,
    closed: Closed<S>,
    stack: Vec<Id>,
    children: Children<S>,
    /// What came of offering each child to the closed list.
    found: Vec<Inserted>,
}

impl<'s, S: Searched> Dfs<'s, S> {
    pub(super) fn new(space: &'s S) -> Self {
        Self {
            space,
            closed: Closed::new(space),
            stack: Vec::new(),
            children: Children::default(),
            found: Vec::new(),
        }
    }

    /// Expands the state on top of the stack; gives the goal among its new children, if there is
    /// one.
    fn expand(&mut self, id: Id, budget: &mut Budget<'_>) -> Result<Option<Id>, Stop> {
        budget.expand()?;
        self.children.clear();
        self.space.expand(self.closed.state(id), &mut self.children);
        budget.generated(self.children.len());
        let cost = self.closed.node(id).cost;
        self.closed.insert_children(id, cost, &self.children, &mut self.found, budget)?;
        budget.stored(self.closed.len() as u64);
        // The children take its place, the last of them at the bottom.
        self.stack.pop();
        for (index, &inserted) in self.found.iter().enumerate().rev() {
            let Inserted::New(child) = inserted else { continue };
            if self.space.is_goal(self.children.state(index)) {
                return Ok(Some(child));
            }
            if self.stack.len() == self.stack.capacity() {
                let room = self.stack.capacity();
                open::grow(room, size_of::<Id>(), budget, |more| self.stack.reserve_exact(more))?;
            }
            self.stack.push(child);
        }
        Ok(None)
    }
}

impl<S: Searched> Search<S> for Dfs<'_, S> {
    fn advance(&mut self, budget: &mut Budget<'_>) -> Result<Conclusion<S::Action>, Stop> {
        if self.closed.is_empty() {
            let start = self.space.start();
            let start = std::borrow::Borrow::borrow(&start);
            open::grow(0, size_of::<Id>(), budget, |more| self.stack.reserve_exact(more))?;
            self.closed.insert(start, Node { parent: NO_PARENT, cost: 0 }, budget)?;
            self.stack.push(0);
            raise_to_estimate(self.space, start, budget);
            if self.space.is_goal(start) {
                return Ok(Conclusion::Found(path::forward(self.space, &self.closed, 0)));
            }
        }
        while let Some(&id) = self.stack.last() {
            if let Some(goal) = self.expand(id, budget)? {
                return Ok(Conclusion::Found(path::forward(self.space, &self.closed, goal)));
            }
        }
        Ok(Conclusion::Exhausted)
    }
}
