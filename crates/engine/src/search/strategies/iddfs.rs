//! Depth-first iterative deepening (Korf, *Depth-first iterative-deepening: an optimal admissible tree
//! search*, 1985), with an explicit stack.
//!
//! Depth-first search down to a depth that rises by one per iteration. Stores only the current path and
//! its siblings. If the space knows commuting actions, redundant ones are pruned; otherwise states on the
//! current path are, as a shortest path visits no state twice.
//!
//! Optimal if every action costs 1: depth *d* is searched only if no goal is nearer. An iteration that does not reach
//! its depth has followed every path without a cycle, so it is a proof. Blind: uses no estimate.
//!
//! Where the space has a state that is changed in place ([`InPlace`]), that state is searched, with the same plans and
//! expansions.

use std::mem::size_of;

use crate::search::{depth_first::InPlacePath, path::PathStates, strategies::prelude::*};
use crate::space::{InPlace, Owned};

pub(in crate::search) const ROW: Row = Row {
    summary: "iterative deepening: depth-first with a rising depth limit, no closed list",
    source: "Korf 1985",
    needs: &[Need::UnitCosts],
    claim: Claim::Optimal,
    stores: false,
    compared: false,
    ..Row::new(Strategy::Iddfs, "iddfs", Family::Blind)
};

pub(in crate::search) fn begin<'s, S: Searched>(space: &'s S, _: &Settings) -> BoxedSearch<'s, S> {
    if space.move_pruning().is_some()
        && let Some(place) = space.in_place()
    {
        return Box::new(IddfsInPlace { path: InPlacePath::new(space, place), bound: 0, cut: false });
    }
    let states = PathStates::default();
    Box::new(Iddfs { space, start: space.start(), frames: Vec::new(), states, depth: 0, bound: 0, cut: false })
}

struct Iddfs<'s, S: Space> {
    space: &'s S,
    start: Owned<S>,
    /// The path: a frame per state. Frames beyond `depth` are reused.
    frames: Vec<BlindFrame<S>>,
    /// The states of the path, if the space cannot detect redundant actions.
    states: PathStates,
    depth: usize,
    /// The depth of this iteration. No goal is nearer.
    bound: Cost,
    /// Whether this iteration has reached a state at the bound.
    cut: bool,
}

/// A state on the path with its children.
struct BlindFrame<S: Space> {
    children: Successors<S>,
    /// The number of children tried.
    tried: usize,
}

impl<S: Space> BlindFrame<S> {
    /// The child tried last: the next state on the path.
    fn current(&self) -> usize {
        self.tried - 1
    }
}

impl<S: Space> Iddfs<'_, S> {
    /// Expands the last state of the path into a new frame.
    fn deepen(&mut self, budget: &mut Budget<'_>) -> Result<(), Stop> {
        if self.frames.len() == self.depth {
            budget.grow(2 * size_of::<BlindFrame<S>>() as u64 + PathStates::BYTES)?;
            self.frames.push(BlindFrame { children: Successors::default(), tried: 0 });
        }
        budget.expand()?;
        let (path, rest) = self.frames.split_at_mut(self.depth);
        let frame = &mut rest[0];
        let start = self.start.borrow();
        let at = |place: usize| match place.checked_sub(1) {
            Some(before) => path[before].children.state(path[before].current()),
            None => start,
        };
        let state = at(path.len());
        frame.tried = 0;
        frame.children.clear();
        self.space.expanding(|| path.len() as Cost, true);
        self.space.expand(state, &mut frame.children);
        frame.children.check_unit_costs(0);
        budget.generated(frame.children.len());
        match (self.space.move_pruning(), path.last()) {
            (Some(pruning), Some(parent)) => {
                pruning.prune(parent.children.action(parent.current()), &mut frame.children);
            }
            (Some(_), None) => {}
            (None, _) => {
                self.states.enter(state);
                for index in 0..frame.children.len() {
                    if self.states.contains(frame.children.state(index), at) {
                        frame.children.prune(index);
                    }
                }
            }
        }
        frame.children.charge(budget)?;
        self.depth += 1;
        Ok(())
    }

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
            if self.space.is_goal(self.start.borrow()) {
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
                if frame.children.estimate(child) == DEAD_END {
                    continue;
                }
                if (depth as Cost) < self.bound {
                    // After a stop the child is tried again when the search is resumed.
                    self.deepen(budget).inspect_err(|_| self.frames[depth - 1].tried -= 1)?;
                } else if self.space.is_goal(frame.children.state(child)) {
                    return Ok(Conclusion::Found(self.plan()));
                } else {
                    self.cut = true;
                }
                continue;
            }
            self.depth -= 1;
            if self.space.move_pruning().is_none() {
                self.states.leave();
            }
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

/// The same search with one state that is changed in place.
struct IddfsInPlace<'s, S: Space, P> {
    path: InPlacePath<'s, S, P>,
    /// The depth of this iteration. No goal is nearer.
    bound: Cost,
    /// Whether this iteration has reached a state at the bound.
    cut: bool,
}

impl<S: Space, P: InPlace<S>> Search<S> for IddfsInPlace<'_, S, P> {
    fn advance(&mut self, budget: &mut Budget<'_>) -> Result<Conclusion<S::Action>, Stop> {
        if self.bound == 0 {
            if self.path.is_goal() {
                return Ok(Conclusion::Found(self.path.plan()));
            }
            self.bound = 1;
        }
        loop {
            if !self.path.is_expanded() {
                if self.path.depth() == 0 {
                    budget.raise_bound(self.bound);
                }
                self.path.expand(budget, |_, choice| {
                    debug_assert!(choice.cost == 1, "`Space::unit_costs` is true, but an action has another cost");
                    true
                })?;
            }
            if self.path.advance(budget)? {
                if (self.path.depth() as Cost) < self.bound {
                    continue;
                }
                if self.path.is_goal() {
                    return Ok(Conclusion::Found(self.path.plan()));
                }
                self.cut = true;
                self.path.leave();
            } else if !self.path.retreat() {
                if !self.cut {
                    return Ok(Conclusion::Exhausted);
                }
                self.bound += 1;
                self.cut = false;
            }
        }
    }
}
