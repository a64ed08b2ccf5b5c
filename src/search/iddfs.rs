//! Depth-first iterative deepening (Korf, *Depth-first iterative-deepening: an optimal admissible
//! tree search*, 1985), with a stack of its own.
//!
//! Depth-first down to a depth, which rises by one as long as something was cut off. It keeps nothing
//! but the current path and its siblings. A space that knows commuting actions is asked which are
//! redundant after the previous one; otherwise states that are already on the path are skipped, which
//! loses nothing because a shortest path visits no state twice.
//!
//! Optimal where every action costs 1: depth *d* is searched only when no goal is nearer. An
//! iteration that cuts nothing off has seen every path without a circle, so it is a proof. Blind: it
//! uses no estimate.

use std::mem::size_of;

use super::{Search, path};
use crate::budget::Budget;
use crate::outcome::{Conclusion, Cost, Plan, Stop};
use crate::space::{Children, DEAD, Owned, Space, State};

pub(super) struct Iddfs<'s, S: Space> {
    space: &'s S,
    start: Owned<S>,
    /// The path: a frame for the start and one for each state below it. Frames beyond `depth` keep
    /// their room for later.
    frames: Vec<Frame<S>>,
    depth: usize,
    /// No goal is nearer than this, and nothing deeper is generated in this iteration.
    bound: Cost,
    /// Whether a state at the bound was not expanded in this iteration.
    cut: bool,
}

/// A state on the path, seen through its children.
struct Frame<S: Space> {
    children: Children<S>,
    /// How many of the children have been tried.
    tried: usize,
    /// The most bytes that its children have been charged for.
    charged: u64,
}

impl<S: Space> Frame<S> {
    /// The child that was tried last: the next state on the path.
    fn current(&self) -> usize {
        self.tried - 1
    }

    /// Charges for the room of the children, which vectors hold that may be twice as long.
    fn charge(&mut self, budget: &mut Budget<'_>) -> Result<(), Stop> {
        if self.children.is_empty() {
            return Ok(());
        }
        let heap = self.children.state(0).heap_bytes();
        let one = (size_of::<Owned<S>>() + size_of::<S::Action>() + 2 * size_of::<Cost>()) as u64 + heap;
        let bytes = 2 * one * self.children.len() as u64;
        if bytes > self.charged {
            budget.grow(bytes - self.charged)?;
            self.charged = bytes;
        }
        Ok(())
    }
}

impl<'s, S: Space> Iddfs<'s, S> {
    pub(super) fn new(space: &'s S) -> Self {
        Self { space, start: space.start(), frames: Vec::new(), depth: 0, bound: 0, cut: false }
    }

    /// Expands the deepest state of the path into a frame of its own.
    fn deepen(&mut self, budget: &mut Budget<'_>) -> Result<(), Stop> {
        if self.frames.len() == self.depth {
            budget.grow(2 * size_of::<Frame<S>>() as u64)?;
            self.frames.push(Frame { children: Children::default(), tried: 0, charged: 0 });
        }
        budget.expand()?;
        let (path, rest) = self.frames.split_at_mut(self.depth);
        let frame = &mut rest[0];
        let start = std::borrow::Borrow::borrow(&self.start);
        let state = path.last().map_or(start, |parent| parent.children.state(parent.current()));
        frame.tried = 0;
        frame.children.clear();
        self.space.expand(state, &mut frame.children);
        budget.generated(frame.children.len());
        let previous = path.last().map(|parent| parent.children.action(parent.current()));
        path::prune(self.space, previous, &mut frame.children, |child| {
            child == start || path.iter().any(|above| above.children.state(above.current()) == child)
        });
        frame.charge(budget)?;
        self.depth += 1;
        Ok(())
    }

    #[expect(clippy::cast_possible_truncation, reason = "a path has fewer than 2^32 states")]
    fn plan(&self) -> Plan<S::Action> {
        let path = &self.frames[..self.depth];
        Plan {
            actions: path.iter().map(|frame| frame.children.action(frame.current())).collect(),
            cost: path.len() as Cost,
        }
    }
}

impl<S: Space> Search<S> for Iddfs<'_, S> {
    fn advance(&mut self, budget: &mut Budget<'_>) -> Result<Conclusion<S::Action>, Stop> {
        if self.bound == 0 {
            if self.space.is_goal(std::borrow::Borrow::borrow(&self.start)) {
                return Ok(Conclusion::Found(Plan { actions: Vec::new(), cost: 0 }));
            }
            self.bound = 1;
        }
        loop {
            if self.depth == 0 {
                budget.raise_bound(self.bound);
                self.deepen(budget)?;
            }
            let depth = self.depth;
            let frame = &mut self.frames[depth - 1];
            if frame.tried < frame.children.len() {
                let child = frame.tried;
                frame.tried += 1;
                if frame.children.estimate(child) == DEAD {
                    continue;
                }
                if depth < self.bound as usize {
                    if let Err(stop) = self.deepen(budget) {
                        // To be tried again when the search goes on.
                        self.frames[depth - 1].tried -= 1;
                        return Err(stop);
                    }
                } else if self.space.is_goal(frame.children.state(child)) {
                    return Ok(Conclusion::Found(self.plan()));
                } else {
                    self.cut = true;
                }
                continue;
            }
            self.depth -= 1;
            if self.depth == 0 {
                if !self.cut {
                    return Ok(Conclusion::Exhausted);
                }
                self.bound += 1;
                self.cut = false;
            }
        }
    }
}
