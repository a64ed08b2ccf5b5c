//! Depth-first search below a bound on `cost + estimate` that rises from iteration to iteration, to the lowest sum that
//! exceeded it (Korf, *Depth-first iterative-deepening: an optimal admissible tree search*, 1985), with an explicit stack.
//!
//! | strategy | estimate |
//! |---|---|
//! | `iddfs` | 1 for every state that is no goal, as each action costs 1: the bound is a depth |
//! | `idastar` | that of the space |
//!
//! Stores only the current path and its siblings. Successors are tried in the order of their estimates. If the space knows
//! commuting actions, redundant ones are pruned; otherwise states on the current path are. Optimal with an admissible
//! estimate; an iteration in which no sum exceeds the bound is a proof.
//!
//! Where the space has a state that is changed in place ([`InPlace`](crate::space::InPlace)), `idastar` searches that, with the same plans and
//! expansions.

use crate::search::{
    depth_first::{Bound, Path},
    strategies::prelude::*,
};
use crate::space::Owned;

pub(in crate::search) mod iddfs {
    use super::IterativeDeepening;
    use crate::search::{depth_first::StatePath, strategies::prelude::*};

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
        Box::new(IterativeDeepening::new(space, None, StatePath::new(space, None)))
    }
}

pub(in crate::search) mod idastar {
    use super::IterativeDeepening;
    use crate::search::{
        depth_first::{InPlacePath, StatePath},
        strategies::prelude::*,
    };

    pub(in crate::search) const ROW: Row = Row {
        summary: "iterative-deepening A*: depth-first with a rising limit of f, no closed list",
        source: "Korf 1985",
        needs: &[Need::Heuristic],
        claim: Claim::Optimal,
        stores: false,
        ..Row::new(Strategy::Idastar, "idastar", Family::Informed)
    };

    pub(in crate::search) fn begin<'s, S: Searched>(space: &'s S, _: &Settings) -> BoxedSearch<'s, S> {
        let estimate = Some(heuristic_of(space));
        if space.move_pruning().is_some()
            && let Some(place) = space.in_place()
        {
            return Box::new(IterativeDeepening::new(space, estimate, InPlacePath::new(space, place)));
        }
        Box::new(IterativeDeepening::new(space, estimate, StatePath::new(space, estimate)))
    }
}

struct IterativeDeepening<'s, S: Space, P> {
    path: P,
    /// None in blind search.
    estimate: Option<&'s dyn Heuristic<S>>,
    start: Owned<S>,
    /// `None` before the first iteration.
    bound: Option<Bound>,
}

impl<'s, S: Space, P: Path<S>> IterativeDeepening<'s, S, P> {
    fn new(space: &'s S, estimate: Option<&'s dyn Heuristic<S>>, path: P) -> Self {
        Self { path, estimate, start: space.start(), bound: None }
    }
}

impl<S: Space, P: Path<S>> Search<S> for IterativeDeepening<'_, S, P> {
    fn advance(&mut self, budget: &mut Budget<'_>) -> Result<Conclusion<S::Action>, Stop> {
        let Self { path, estimate, start, bound } = self;
        let bound = if let Some(bound) = bound {
            bound
        } else {
            if path.is_goal() {
                return Ok(Conclusion::Found(path.plan()));
            }
            let first = estimate.map_or(1, |estimate| estimate.of((*start).borrow()));
            if first == DEAD_END {
                return Ok(Conclusion::Exhausted);
            }
            bound.insert(Bound { sum: first, next: DEAD_END })
        };
        loop {
            if !path.is_expanded() {
                // A stop leaves the state to be expanded when the search is resumed.
                if path.depth() == 0 {
                    budget.raise_bound(bound.sum);
                }
                path.expand(bound, budget)?;
            }
            if path.advance(budget)? {
                if path.is_goal() {
                    return Ok(Conclusion::Found(path.plan()));
                }
            } else if !path.retreat(budget) {
                if bound.next == DEAD_END {
                    return Ok(Conclusion::Exhausted);
                }
                *bound = Bound { sum: bound.next, next: DEAD_END };
            }
        }
    }
}
