//! Best-first search: expands the state with the lowest *f*. The strategies differ in f:
//!
//! | strategy | f | source |
//! |---|---|---|
//! | `uniform` | g, the cost of the path | Dijkstra, *A note on two problems in connexion with graphs*, 1959 |
//! | `astar` | g + h, h being the estimate | Hart, Nilsson & Raphael, *A formal basis for the heuristic determination of minimum cost paths*, 1968 |
//! | `weighted-astar` | g + w h | Pohl, *Heuristic search viewed as path finding in a graph*, 1970 |
//!
//! Ties by [`Ties`]. With an admissible estimate, a plan costs at most w times the optimum. States that are reached at a lower
//! cost are reopened, so the estimate need not be consistent. States with an estimate of [`DEAD_END`] are never expanded; as
//! that is a proof, exhaustion is one too.
//!
//! Where the space has a better, slower estimate, states may be postponed by it ([`LazyEvaluation`]). Successors whose f exceeds
//! that of their parent may be left out until the search comes to this f, when the parent is expanded again
//! ([`Space::expand_within`]; Felner et al., *Partial-expansion A\* with selective node generation*, 2012).

use crate::outcome::Weight;
use crate::search::strategies::prelude::*;
use crate::search::{
    lazy_evaluation::LayerGrowth,
    queue::{Popped, Queue},
    settings::Ties,
};
use crate::space::Guarantee;

pub(in crate::search) mod uniform {
    use super::{BestFirst, Ties, Weight};
    use crate::search::strategies::prelude::*;

    pub(in crate::search) const ROW: Row = Row {
        summary: "uniform cost (Dijkstra): expands the lowest cost g",
        source: "Dijkstra 1959",
        claim: Claim::Optimal,
        ..Row::new(Strategy::Uniform, "uniform", Family::Blind)
    };

    /// Blind: uses no estimate and no pruning rule of the puzzle.
    pub(in crate::search) fn begin<'s, S: Searched>(space: &'s S, _: &Settings) -> BoxedSearch<'s, S> {
        Box::new(BestFirst::new(space, false, Weight::from_hundredths(100), Ties::Deep))
    }
}

pub(in crate::search) mod astar {
    use super::{BestFirst, Weight};
    use crate::search::strategies::prelude::*;

    pub(in crate::search) const ROW: Row = Row {
        summary: "A*: expands the lowest f = g + h",
        source: "Hart, Nilsson & Raphael 1968",
        needs: &[Need::Estimate],
        claim: Claim::Optimal,
        ..Row::new(Strategy::Astar, "astar", Family::Informed)
    };

    pub(in crate::search) fn begin<'s, S: Searched>(space: &'s S, settings: &Settings) -> BoxedSearch<'s, S> {
        Box::new(BestFirst::new(space, true, Weight::from_hundredths(100), settings.ties))
    }
}

pub(in crate::search) mod weighted_astar {
    use super::BestFirst;
    use crate::search::strategies::prelude::*;

    pub(in crate::search) const ROW: Row = Row {
        summary: "weighted A*: expands the lowest g + w*h, costs at most w times the optimum",
        source: "Pohl 1970",
        needs: &[Need::Heuristic],
        claim: Claim::Within,
        ..Row::new(Strategy::WeightedAstar, "weighted-astar", Family::Informed)
    };

    pub(in crate::search) fn begin<'s, S: Searched>(space: &'s S, settings: &Settings) -> BoxedSearch<'s, S> {
        Box::new(BestFirst::new(space, true, settings.weight, settings.ties))
    }
}

struct BestFirst<'s, S: Searched> {
    space: &'s S,
    /// Whether it uses the estimate of the space.
    is_informed: bool,
    closed: Closed<S>,
    open: Open,
    /// States some of whose successors were left out: the least cost of a path through these, the state, and the cost at
    /// which it was expanded.
    deferred: Heap<Reverse<(Cost, Id, Cost)>>,
    /// Paths of this cost or more are left out.
    prune_from: Cost,
    /// The f that the search has come to, if its estimates are not weighted.
    bound: Cost,
    lazy: LazyEvaluation,
    growth: LayerGrowth,
}

/// The states to expand: by f, then by estimate or cost.
struct Open {
    queue: Queue,
    /// f is `ones * cost + weight * estimate`, without a common factor.
    ones: u64,
    weight: u64,
    /// Whether f is the sum of cost and admissible estimate, so that it is a bound.
    is_exact: bool,
    shallow_first: bool,
}

impl Open {
    /// Adds a state that was reached at `cost`, unless its f exceeds the limit: as that of a goal is lower, the state then is
    /// on no plan that could refute the claim of the search. f is at least `least`. `tie` is the estimate, if there is one.
    #[inline]
    fn push(
        &mut self,
        id: Id,
        (cost, estimate, tie): (Cost, Cost, Cost),
        least: Cost,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop> {
        let tie = if self.shallow_first { cost } else { tie };
        if self.is_exact {
            let sum = budget.sum(cost, estimate);
            return if sum == DEAD_END { Ok(()) } else { self.queue.push(sum.max(least), tie, id, budget) };
        }
        if budget.sum(cost, 0) == DEAD_END {
            return Ok(());
        }
        let sum = u128::from(self.ones) * u128::from(cost) + u128::from(self.weight) * u128::from(estimate);
        match u64::try_from(sum) {
            Ok(sum) if sum < DEAD_END => self.queue.push(sum, tie, id, budget),
            _ => {
                budget.exceed();
                Ok(())
            }
        }
    }
}

impl<'s, S: Searched> BestFirst<'s, S> {
    fn new(space: &'s S, is_informed: bool, weight: Weight, ties: Ties) -> Self {
        let is_guess = is_informed && heuristic_of(space).guarantee() == Guarantee::Guess;
        let hundredths = u64::from(weight.hundredths());
        let factor = gcd(100, hundredths);
        let (ones, weight) = (100 / factor, hundredths / factor);
        Self {
            space,
            is_informed,
            closed: Closed::default(),
            open: Open {
                queue: Queue::new(ties),
                ones,
                weight,
                is_exact: ones == weight && !is_guess,
                shallow_first: matches!(ties, Ties::Shallow | Ties::ShallowOldest),
            },
            deferred: Heap::default(),
            prune_from: Cost::MAX,
            bound: 0,
            lazy: LazyEvaluation::default(),
            growth: LayerGrowth::default(),
        }
    }

    /// The estimate, unless the search is blind. Asked for at each use, and not kept, so that the compiler knows its type.
    #[inline]
    fn heuristic(&self) -> Option<&'s dyn Heuristic<S>> {
        if self.is_informed { self.space.heuristic() } else { None }
    }

    /// Whether a better estimate postpones a state that was reached at `cost`.
    #[inline]
    fn is_postponed(
        &mut self,
        id: Id,
        cost: Cost,
        f: Cost,
        again: bool,
        budget: &mut Budget<'_>,
    ) -> Result<bool, Stop> {
        let Some(heuristic) = self.heuristic() else { return Ok(false) };
        if again || !self.open.is_exact || !self.lazy.is_due(id, f) {
            return Ok(false);
        }
        let estimate = f - cost;
        let Some(better) = heuristic.improved(self.closed.state(id), estimate) else {
            self.lazy.has_none();
            return Ok(false);
        };
        budget.check()?;
        let is_postponed = better > estimate;
        if is_postponed && better != DEAD_END && budget.sum(cost, better) < self.prune_from {
            self.open.push(id, (cost, better, better), 0, budget)?;
        }
        self.lazy.evaluated(id, is_postponed, budget)?;
        Ok(is_postponed)
    }

    /// Expands a state, perhaps `again`. The f of new successors is at least as high as its own (*pathmax*): the others were
    /// generated the first time.
    fn expand(&mut self, id: Id, cost: Cost, f: Cost, again: bool, budget: &mut Budget<'_>) -> Result<(), Stop> {
        let left = if !self.is_informed || !self.open.is_exact {
            Cost::MAX
        } else if self.growth.defers(f) {
            f - cost
        } else if self.prune_from < Cost::MAX {
            self.prune_from - 1 - cost
        } else {
            Cost::MAX
        };
        let left_out = self.closed.expand_within(self.space, (id, left, again), budget)?;
        if !again {
            self.growth.count_expansion();
        }
        self.open_children(id, cost, f, budget)?;
        if left_out < DEAD_END {
            let least = budget.sum(cost, left_out);
            if least < self.prune_from {
                self.deferred.push(Reverse((least, id, cost)), budget)?;
            }
        }
        Ok(())
    }

    /// Opens the children that were reached. Where paths are left out, children that are on none of the others are not stored:
    /// near the end of a proof these are most.
    #[inline]
    fn open_children(&mut self, id: Id, cost: Cost, f: Cost, budget: &mut Budget<'_>) -> Result<(), Stop> {
        let heuristic = self.heuristic();
        let Self { space, closed, open, prune_from, .. } = self;
        let Some(heuristic) = heuristic else {
            return closed.reach_children((id, cost), false, budget, |reached, budget| match reached.found {
                Found::Known(_) => Ok(()),
                // A goal comes before other states of its cost, so that the last layer is not expanded.
                Found::New(child) | Found::Cheaper(child) => {
                    let tie = Cost::from(!space.is_goal(reached.state));
                    open.push(child, (reached.cost, 0, tie), 0, budget)
                }
            });
        };
        let least = if open.is_exact { f } else { 0 };
        let are_estimated = *prune_from < Cost::MAX || heuristic.is_batched();
        if are_estimated {
            closed.leave_out_known(cost);
            let (state, children) = closed.state_and_children(id);
            heuristic.of_successors(state, children);
            for index in (0..children.len()).filter(|_| *prune_from < Cost::MAX) {
                if cost.saturating_add(children.cost(index)).saturating_add(children.estimate(index)) >= *prune_from {
                    children.leave_out(index);
                }
            }
        }
        closed.reach_children((id, cost), are_estimated, budget, |reached, budget| match reached.found {
            Found::Known(_) => Ok(()),
            Found::New(child) | Found::Cheaper(child) => {
                let estimate = if are_estimated { reached.estimate } else { heuristic.of(reached.state) };
                if estimate == DEAD_END {
                    return Ok(());
                }
                open.push(child, (reached.cost, estimate, estimate), least, budget)
            }
        })
    }

    /// Raises the lower bound to `f`, below which all states have been expanded except on paths that are left out. Returns
    /// whether all others are left out.
    fn come_to(&mut self, f: Cost, budget: &mut Budget<'_>) -> bool {
        self.bound = f.min(self.prune_from).max(self.bound);
        budget.raise_bound(self.bound);
        f >= self.prune_from
    }

    /// The next state to expand. Open states come before deferred ones, because they may lead to a goal sooner.
    #[inline]
    fn next(&mut self, budget: &mut Budget<'_>) -> Result<Option<Entry>, Stop> {
        if let Some(Reverse(entry)) = self.deferred.peek()
            && self.open.queue.first().is_none_or(|f| f > entry.0)
        {
            self.deferred.pop();
            return Ok(Some(Entry::Deferred(entry)));
        }
        let popped = match self.open.queue.pop() {
            None => self.open.queue.pop_far(budget)?,
            popped => popped,
        };
        if let Some(following) = self.open.queue.following() {
            self.closed.prefetch(following);
        }
        Ok(popped.map(Entry::Open))
    }
}

/// A state to be expanded, perhaps again.
#[derive(Clone, Copy)]
enum Entry {
    Open(Popped),
    Deferred((Cost, Id, Cost)),
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

impl<S: Searched> Search<S> for BestFirst<'_, S> {
    fn prune_from(&mut self, cost: Cost) -> bool {
        // With a weight above 1, states are expanded whose sum exceeds the limit.
        let is_exact = self.open.is_exact && self.is_informed;
        if is_exact {
            self.prune_from = self.prune_from.min(cost);
        }
        is_exact
    }

    fn lower_bound(&self) -> Cost {
        self.bound
    }

    fn advance(&mut self, budget: &mut Budget<'_>) -> Result<Conclusion<S::Action>, Stop> {
        if self.closed.is_empty() {
            let start = self.space.start();
            let start = start.borrow();
            let heuristic = self.heuristic();
            let estimate = heuristic.map_or(0, |it| it.of(start));
            self.closed.insert_root(start, budget)?;
            if estimate == DEAD_END {
                return Ok(Conclusion::Exhausted);
            }
            if heuristic.is_some_and(|it| it.guarantee() >= Guarantee::Admissible) {
                budget.raise_bound(estimate);
            }
            let tie = if self.is_informed { estimate } else { 1 };
            self.open.push(0, (0, estimate, tie), 0, budget)?;
        }
        while let Some(entry) = self.next(budget)? {
            let (id, f, again) = match entry {
                Entry::Open(popped) => (popped.id, popped.f, false),
                Entry::Deferred((f, id, _)) => (id, f, true),
            };
            let node = self.closed.node(id);
            let is_outdated = match entry {
                // The state has been expanded since at the same cost or a lower one.
                Entry::Open(_) => node.is_expanded(),
                Entry::Deferred((.., cost)) => node.cost < cost,
            };
            if is_outdated {
                continue;
            }
            // An optimal path has a state in the open list with an f of at most its cost, unless it is left out.
            if self.open.is_exact && self.come_to(f, budget) {
                return Ok(Conclusion::Exhausted);
            }
            if !again && self.space.is_goal(self.closed.state(id)) {
                return path::found(self.space, &self.closed, id);
            }
            let expanded = match self.is_postponed(id, node.cost, f, again, budget) {
                Ok(true) => continue,
                Ok(false) => self.expand(id, node.cost, f, again, budget),
                Err(stop) => Err(stop),
            };
            if let Err(stop) = expanded {
                match entry {
                    Entry::Open(popped) => self.open.queue.put_back(popped, budget),
                    Entry::Deferred(entry) => self.deferred.put(Reverse(entry)),
                }
                return Err(stop);
            }
            if !again {
                self.closed.set_expanded(id);
            }
        }
        if self.prune_from < Cost::MAX {
            budget.raise_bound(self.prune_from);
        }
        Ok(Conclusion::Exhausted)
    }
}
