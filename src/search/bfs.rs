//! Breadth-first search (Moore, *The shortest path through a maze*, 1959): all states at distance
//! *d* before any at *d* + 1. Optimal where every action costs 1; exhaustion is a proof. Blind: it
//! uses no estimate and no pruning rule of the puzzle.

use super::closed::Tree;
use super::store::{Id, Inserted, Searched};
use super::{Search, path};
use crate::budget::Budget;
use crate::outcome::{Conclusion, Cost, Stop};
use crate::space::Children;

pub(super) struct Bfs<'s, S: Searched> {
    space: &'s S,
    /// The store is the queue.
    tree: Tree<S>,
    /// The first stored state that has not been expanded, and the end of its layer.
    next: Id,
    layer_end: Id,
    depth: Cost,
    children: Children<S>,
    found: Vec<Inserted>,
}

impl<'s, S: Searched> Bfs<'s, S> {
    pub(super) fn new(space: &'s S) -> Self {
        Self {
            space,
            tree: Tree::default(),
            next: 0,
            layer_end: 0,
            depth: 0,
            children: Children::default(),
            found: Vec::new(),
        }
    }
}

impl<S: Searched> Search<S> for Bfs<'_, S> {
    fn advance(&mut self, budget: &mut Budget<'_>) -> Result<Conclusion<S::Action>, Stop> {
        if self.tree.is_empty() {
            let start = self.space.start();
            let start = std::borrow::Borrow::borrow(&start);
            self.tree.root(start, budget)?;
            self.layer_end = 1;
            if self.space.is_goal(start) {
                return Ok(Conclusion::Found(path::forward(self.space, &self.tree, 0)));
            }
        }
        loop {
            if self.next == self.layer_end {
                self.layer_end = self.tree.next_id();
                self.depth += 1;
                if self.next == self.layer_end {
                    return Ok(Conclusion::Exhausted);
                }
            }
            // Every state nearer than the children of this one has been tested.
            budget.raise_bound(self.depth + 1);
            budget.expand()?;
            self.children.clear();
            self.space.expand(self.tree.state(self.next), &mut self.children);
            budget.generated(self.children.len());
            self.tree.insert_children(self.next, &self.children, &mut self.found, budget)?;
            budget.stored(u64::from(self.tree.next_id()));
            for (index, &found) in self.found.iter().enumerate() {
                if let Inserted::New(id) = found
                    && self.space.is_goal(self.children.state(index))
                {
                    return Ok(Conclusion::Found(path::forward(self.space, &self.tree, id)));
                }
            }
            self.next += 1;
        }
    }
}
