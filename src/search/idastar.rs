//! Iterative-deepening A* (Korf, *Depth-first iterative-deepening*, 1985), with a stack of its own.
//!
//! Depth-first under a bound on `cost + estimate` that rises, iteration by iteration, to the least
//! sum that was cut off. It keeps nothing but the current path and its siblings. Children are tried
//! in the order of their estimates. A space that knows commuting actions is asked which are
//! redundant after the previous one; otherwise states that are already on the path are skipped.
//! Optimal with an admissible estimate; an iteration that cuts nothing off is a proof.

use super::{Search, estimate_of, path};
use crate::budget::Budget;
use crate::outcome::{Conclusion, Cost, Plan, Stop};
use crate::space::{Children, DEAD, Estimate, Owned, Space};

pub(super) struct Idastar<'s, S: Space> {
    space: &'s S,
    estimate: &'s dyn Estimate<S>,
    start: Owned<S>,
    /// The path: a frame for the start and one for each state below it. Frames beyond `depth` keep
    /// their room for later.
    frames: Vec<Frame<S>>,
    depth: usize,
    bound: Option<Cost>,
    /// The least sum beyond the bound in this iteration.
    next_bound: Cost,
}

/// A state on the path, seen through its children.
struct Frame<S: Space> {
    /// What it cost to get here.
    cost: Cost,
    children: Children<S>,
    /// The children within the bound, best estimate first, and how many of them have been tried.
    order: Vec<u32>,
    tried: usize,
}

impl<S: Space> Frame<S> {
    /// The child that was tried last: the next state on the path.
    fn current(&self) -> usize {
        self.order[self.tried - 1] as usize
    }
}

impl<'s, S: Space> Idastar<'s, S> {
    pub(super) fn new(space: &'s S) -> Self {
        Self {
            space,
            estimate: estimate_of(space),
            start: space.start(),
            frames: Vec::new(),
            depth: 0,
            bound: None,
            next_bound: DEAD,
        }
    }

    /// Expands the deepest state of the path into a frame of its own. Children beyond the bound only
    /// raise the next one.
    fn deepen(&mut self, cost: Cost, bound: Cost, budget: &mut Budget<'_>) -> Result<(), Stop> {
        budget.expand()?;
        if self.frames.len() == self.depth {
            self.frames.push(Frame { cost: 0, children: Children::default(), order: Vec::new(), tried: 0 });
        }
        let (path, rest) = self.frames.split_at_mut(self.depth);
        let frame = &mut rest[0];
        let state = match path.last() {
            Some(parent) => parent.children.state(parent.current()),
            None => std::borrow::Borrow::borrow(&self.start),
        };
        frame.cost = cost;
        frame.tried = 0;
        frame.children.clear();
        self.space.expand(state, &mut frame.children);
        budget.generated(frame.children.len());
        let start = std::borrow::Borrow::borrow(&self.start);
        let previous = path.last().map(|parent| parent.children.action(parent.current()));
        path::prune(self.space, previous, &mut frame.children, |child| {
            child == start || path.iter().any(|above| above.children.state(above.current()) == child)
        });
        self.estimate.of_children(state, &mut frame.children);
        let children = &frame.children;
        frame.order.clear();
        for index in 0..children.len() {
            let estimate = children.estimate(index);
            let sum = cost.saturating_add(children.cost(index)).saturating_add(estimate);
            if estimate == DEAD {
                continue;
            }
            if sum > bound {
                self.next_bound = self.next_bound.min(sum);
            } else {
                #[expect(clippy::cast_possible_truncation, reason = "a state has fewer than 2^32 children")]
                frame.order.push(index as u32);
            }
        }
        // Most are cut off, so there is little to sort.
        frame.order.sort_by_key(|&index| children.estimate(index as usize));
        self.depth += 1;
        Ok(())
    }

    fn plan(&self) -> Plan<S::Action> {
        let path = &self.frames[..self.depth];
        Plan {
            actions: path.iter().map(|frame| frame.children.action(frame.current())).collect(),
            cost: path.last().map_or(0, |frame| frame.cost + frame.children.cost(frame.current())),
        }
    }
}

impl<S: Space> Search<S> for Idastar<'_, S> {
    fn advance(&mut self, budget: &mut Budget<'_>) -> Result<Conclusion<S::Action>, Stop> {
        let mut bound = if let Some(bound) = self.bound {
            bound
        } else {
            let start = std::borrow::Borrow::borrow(&self.start);
            if self.space.is_goal(start) {
                return Ok(Conclusion::Found(self.plan()));
            }
            let bound = self.estimate.of(start);
            if bound == DEAD {
                return Ok(Conclusion::Exhausted);
            }
            self.bound = Some(bound);
            bound
        };
        loop {
            if self.depth == 0 {
                budget.raise_bound(bound);
                self.deepen(0, bound, budget)?;
            }
            let frame = &mut self.frames[self.depth - 1];
            if frame.tried < frame.order.len() {
                frame.tried += 1;
                let child = frame.current();
                let cost = frame.cost.saturating_add(frame.children.cost(child));
                if self.space.is_goal(frame.children.state(child)) {
                    return Ok(Conclusion::Found(self.plan()));
                }
                if let Err(stop) = self.deepen(cost, bound, budget) {
                    // To be tried again when the search goes on.
                    self.frames[self.depth - 1].tried -= 1;
                    return Err(stop);
                }
                continue;
            }
            self.depth -= 1;
            if self.depth == 0 {
                if self.next_bound == DEAD {
                    return Ok(Conclusion::Exhausted);
                }
                bound = self.next_bound;
                self.bound = Some(bound);
                self.next_bound = DEAD;
            }
        }
    }
}
