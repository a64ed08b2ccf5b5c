//! Iterative-deepening A* (Korf, *Depth-first iterative-deepening*, 1985), with an explicit stack.
//!
//! Depth-first search below a bound on `cost + estimate`, which rises from iteration to iteration to the lowest sum
//! that exceeded it. Stores only the current path and its siblings. Successors are tried in the order of their
//! estimates. If the space knows commuting actions, redundant ones are pruned; otherwise states on the current path
//! are. Optimal with an admissible estimate; an iteration in which no sum exceeds the bound is a proof.
//!
//! Where the space has a state that is changed in place ([`InPlace`]), that state is searched, with the same plans and
//! expansions.

use std::mem::size_of;

use crate::search::{depth_first::InPlacePath, path::PathStates, strategies::prelude::*};
use crate::space::{InPlace, Owned};

pub(in crate::search) const ROW: Row = Row {
    summary: "iterative-deepening A*: depth-first with a rising limit of f, no closed list",
    source: "Korf 1985",
    needs: &[Need::Heuristic],
    claim: Claim::Optimal,
    stores: false,
    ..Row::new(Strategy::Idastar, "idastar", Family::Informed)
};

pub(in crate::search) fn begin<'s, S: Searched>(space: &'s S, _: &Settings) -> BoxedSearch<'s, S> {
    if space.move_pruning().is_some()
        && let Some(place) = space.in_place()
    {
        let path = InPlacePath::new(space, place);
        return Box::new(IdastarInPlace { space, path, bound: None, next_bound: DEAD_END });
    }
    Box::new(Idastar {
        space,
        estimate: heuristic_of(space),
        start: space.start(),
        frames: Vec::new(),
        states: PathStates::default(),
        depth: 0,
        bound: None,
        next_bound: DEAD_END,
    })
}

struct Idastar<'s, S: Space> {
    space: &'s S,
    estimate: &'s dyn Heuristic<S>,
    start: Owned<S>,
    /// The path: a frame per state. Frames beyond `depth` are reused.
    frames: Vec<Frame<S>>,
    /// The states of the path, if the space cannot detect redundant actions.
    states: PathStates,
    depth: usize,
    bound: Option<Cost>,
    /// The lowest sum above the bound in this iteration.
    next_bound: Cost,
}

/// A state on the path with its children.
struct Frame<S: Space> {
    /// The cost of the path up to the state.
    cost: Cost,
    children: Successors<S>,
    /// The children within the bound, lowest estimate first, and the number of those tried.
    order: Vec<u32>,
    tried: usize,
}

impl<S: Space> Frame<S> {
    /// The child tried last: the next state on the path.
    fn current(&self) -> usize {
        self.order[self.tried - 1] as usize
    }
}

impl<S: Space> Idastar<'_, S> {
    /// Expands the last state of the path into a new frame. Successors above the bound only lower the next bound.
    fn deepen(&mut self, cost: Cost, bound: Cost, budget: &mut Budget<'_>) -> Result<(), Stop> {
        budget.expand()?;
        if self.frames.len() == self.depth {
            // The vector of frames doubles when it is full.
            budget.grow(2 * size_of::<Frame<S>>() as u64 + PathStates::BYTES)?;
            self.frames.push(Frame { cost: 0, children: Successors::default(), order: Vec::new(), tried: 0 });
        }
        let (path, rest) = self.frames.split_at_mut(self.depth);
        let frame = &mut rest[0];
        let start = self.start.borrow();
        let at = |place: usize| match place.checked_sub(1) {
            Some(before) => path[before].children.state(path[before].current()),
            None => start,
        };
        let state = at(path.len());
        frame.cost = cost;
        frame.tried = 0;
        frame.children.clear();
        self.space.expanding(|| cost, true);
        self.space.expand(state, &mut frame.children);
        frame.children.charge(budget)?;
        budget.generated(frame.children.len());
        let pruning = self.space.move_pruning();
        match (pruning, path.last()) {
            (Some(pruning), Some(parent)) => {
                pruning.prune(parent.children.action(parent.current()), &mut frame.children);
            }
            (Some(_), None) => {}
            (None, _) => self.states.enter(state),
        }
        self.estimate.of_successors(state, &mut frame.children);
        let children = &frame.children;
        // Whether a child is on the path is asked only where it matters: few children are within the bound.
        let is_on_path = |index: u32| pruning.is_none() && self.states.contains(children.state(index as usize), at);
        frame.order.clear();
        open_list::reserve(&mut frame.order, children.len(), budget)?;
        for (index, (step, estimate)) in (0..).zip(children.costs()) {
            if estimate == DEAD_END {
                continue;
            }
            let sum = cost.saturating_add(step).saturating_add(estimate);
            let matters = sum <= bound || sum < self.next_bound || sum == Cost::MAX;
            if !matters || is_on_path(index) {
                continue;
            }
            let rest = budget.sum(step, estimate);
            let sum = budget.sum(cost, rest);
            if sum > bound {
                // `DEAD_END` if it exceeds the limit.
                self.next_bound = self.next_bound.min(sum);
            } else {
                frame.order.push(index);
            }
        }
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
            let start = self.start.borrow();
            if self.space.is_goal(start) {
                return Ok(Conclusion::Found(self.plan()));
            }
            let bound = self.estimate.of(start);
            if bound == DEAD_END {
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
                let cost = frame.cost + frame.children.cost(child);
                if self.space.is_goal(frame.children.state(child)) {
                    return Ok(Conclusion::Found(self.plan()));
                }
                // After a stop the child is tried again when the search is resumed.
                self.deepen(cost, bound, budget).inspect_err(|_| self.frames[self.depth - 1].tried -= 1)?;
                continue;
            }
            self.depth -= 1;
            if self.space.move_pruning().is_none() {
                self.states.leave();
            }
            if self.depth == 0 {
                if self.next_bound == DEAD_END {
                    return Ok(Conclusion::Exhausted);
                }
                bound = self.next_bound;
                self.bound = Some(bound);
                self.next_bound = DEAD_END;
            }
        }
    }
}

/// The same search with one state that is changed in place.
struct IdastarInPlace<'s, S: Space, P> {
    space: &'s S,
    path: InPlacePath<'s, S, P>,
    bound: Option<Cost>,
    /// The lowest sum above the bound in this iteration.
    next_bound: Cost,
}

impl<S: Space, P: InPlace<S>> IdastarInPlace<'_, S, P> {
    /// Expands the current state. Successors above the bound only lower the next bound.
    #[inline]
    fn deepen(&mut self, bound: Cost, budget: &mut Budget<'_>) -> Result<(), Stop> {
        let (cost, mut next_bound) = (self.path.cost(), self.next_bound);
        let result = self.path.expand(budget, |budget, choice| {
            if choice.estimate == DEAD_END {
                return false;
            }
            let rest = budget.sum(choice.cost, choice.estimate);
            let sum = budget.sum(cost, rest);
            if sum > bound {
                // `DEAD_END` if it exceeds the limit.
                next_bound = next_bound.min(sum);
            }
            sum <= bound
        });
        self.next_bound = next_bound;
        result?;
        self.path.sort();
        Ok(())
    }
}

impl<S: Space, P: InPlace<S>> Search<S> for IdastarInPlace<'_, S, P> {
    fn advance(&mut self, budget: &mut Budget<'_>) -> Result<Conclusion<S::Action>, Stop> {
        let mut bound = if let Some(bound) = self.bound {
            bound
        } else {
            if self.path.is_goal() {
                return Ok(Conclusion::Found(self.path.plan()));
            }
            let bound = heuristic_of(self.space).of(self.space.start().borrow());
            if bound == DEAD_END {
                return Ok(Conclusion::Exhausted);
            }
            self.bound = Some(bound);
            bound
        };
        loop {
            if !self.path.is_expanded() {
                // A stop leaves the state to be expanded when the search is resumed.
                if self.path.depth() == 0 {
                    budget.raise_bound(bound);
                }
                self.deepen(bound, budget)?;
            }
            if self.path.advance(budget)? {
                if self.path.is_goal() {
                    return Ok(Conclusion::Found(self.path.plan()));
                }
            } else if !self.path.retreat() {
                if self.next_bound == DEAD_END {
                    return Ok(Conclusion::Exhausted);
                }
                bound = self.next_bound;
                self.bound = Some(bound);
                self.next_bound = DEAD_END;
            }
        }
    }
}
