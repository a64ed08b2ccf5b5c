//! Depth-first search with an explicit stack (Tarry, *Le problème des labyrinthes*, 1895; Tarjan,
//! *Depth-first search and linear graph algorithms*, 1972).
//!
//! Expands the newest state, the first of its siblings. A state is closed when it is generated, so it is on the stack
//! once. Makes no claim about the cost. Complete in finite spaces, where exhaustion is a proof; in infinite ones it
//! may follow one path until a limit. Blind: uses no estimate and no pruning rule of the puzzle.

use std::mem::size_of;

use crate::search::strategies::prelude::*;

pub(in crate::search) const ROW: Row = Row {
    summary: "depth-first: expands the newest state",
    source: "Tarry 1895; Tarjan 1972",
    compared: false,
    ..Row::new(Strategy::Dfs, "dfs", Family::Blind)
};

pub(in crate::search) fn begin<'s, S: Searched>(space: &'s S, _: &Settings) -> BoxedSearch<'s, S> {
    Box::new(Dfs { space, closed: Closed::default(), stack: Vec::new() })
}

struct Dfs<'s, S: Searched> {
    space: &'s S,
    closed: Closed<S>,
    stack: Vec<Id>,
}

impl<S: Searched> Dfs<'_, S> {
    /// Expands the state on top of the stack. Returns the goal among its new children, if any.
    fn expand(&mut self, id: Id, budget: &mut Budget<'_>) -> Result<Option<Id>, Stop> {
        self.closed.expand(self.space, id, budget)?;
        let cost = self.closed.node(id).cost;
        let Self { space, closed, stack, .. } = self;
        // The children replace it, the last one at the bottom.
        stack.pop();
        let (first, mut goal) = (stack.len(), None);
        closed.reach_children((id, cost), false, budget, |reached, budget| {
            if let Some(child) = reached.found.open(budget) {
                if space.is_goal(reached.state) {
                    goal = goal.or(Some(child));
                }
                open_list::push(stack, child, budget)?;
            }
            Ok(())
        })?;
        stack[first..].reverse();
        Ok(goal)
    }
}

impl<S: Searched> Search<S> for Dfs<'_, S> {
    fn advance(&mut self, budget: &mut Budget<'_>) -> Result<Conclusion<S::Action>, Stop> {
        if self.closed.is_empty() {
            let start = self.space.start();
            let start = start.borrow();
            open_list::grow(0, size_of::<Id>(), budget, |more| self.stack.reserve_exact(more))?;
            self.closed.insert_root(start, budget)?;
            self.stack.push(0);
            if self.space.is_goal(start) {
                return path::found(self.space, &self.closed, 0);
            }
        }
        while let Some(&id) = self.stack.last() {
            if let Some(goal) = self.expand(id, budget)? {
                return path::found(self.space, &self.closed, goal);
            }
        }
        Ok(Conclusion::Exhausted)
    }
}
