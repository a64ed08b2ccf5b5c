//! The strategies of the `pathfinding` crate under our budget: for comparison, and as an independent
//! implementation in the tests.
//!
//! The crate has no limits. Every state it holds carries a counted reference to one ledger, so the number of
//! references is the number of states alive, and the tables for them are charged before they grow. Once the budget
//! says stop, the success test returns true for every state: the crate returns at once, and its result is discarded.
//! Costs saturate, and dead states are removed. The strategies run in one go: they cannot be resumed after a stop.

use std::{
    cell::{Cell, RefCell},
    hash::{Hash, Hasher},
    mem::size_of,
    ops::Add,
    rc::Rc,
};

use pathfinding::{directed, num_traits::Zero};

use crate::search::strategies::prelude::*;
use crate::{outcome::Limit, space::Owned};

// The callbacks of the crate over a space and a budget.

/// Maximum depth of the crate's IDA*, which is recursive: this fits into the stack of any thread.
const MAX_DEPTH: u32 = 2_000;

/// A function of the crate.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Function {
    Bfs,
    Dijkstra,
    Astar,
    Idastar,
}

/// A function of the crate as a search that cannot pause.
struct InOneGo<'s, S: Space> {
    space: &'s S,
    function: Function,
}

impl<S: Space> Search<S> for InOneGo<'_, S> {
    fn advance(&mut self, budget: &mut Budget<'_>) -> Result<Conclusion<S::Action>, Stop> {
        let bridge = Bridge::new(self.space, self.function, budget);
        let Some(start) = bridge.start() else { return Ok(Conclusion::Exhausted) };
        let next = |held: &Held<_>| bridge.successors(held);
        let estimate = |held: &Held<_>| Sum(held.estimate);
        let is_success = |held: &Held<_>| bridge.is_success(held);
        let path = match self.function {
            Function::Bfs => {
                directed::bfs::bfs(&start, |held| next(held).into_iter().map(|(child, _)| child), is_success)
            }
            Function::Dijkstra => directed::dijkstra::dijkstra(&start, next, is_success).map(|found| found.0),
            Function::Astar => directed::astar::astar(&start, next, estimate, is_success).map(|found| found.0),
            Function::Idastar => directed::idastar::idastar(&start, next, estimate, is_success).map(|found| found.0),
        };
        bridge.conclude(path.as_deref())
    }

    fn can_pause(&self) -> bool {
        false
    }
}

macro_rules! strategies {
    ($($module:ident: $strategy:ident, $function:ident, $name:literal, $summary:literal, $family:ident, $needs:expr;)*) => {$(
        pub(in crate::search) mod $module {
            use super::{BoxedSearch, Claim, Family, Function, InOneGo, Need, Row, Searched, Settings, Strategy};

            pub(in crate::search) const ROW: Row = Row {
                summary: concat!($summary, " of the pathfinding crate, slowed by lurd's limits"),
                source: "crate pathfinding",
                needs: const { let needs: &[Need] = &$needs; needs },
                claim: Claim::Optimal,
                stores: !matches!(Function::$function, Function::Idastar),
                ..Row::new(Strategy::$strategy, $name, Family::$family)
            };

            pub(in crate::search) fn begin<'s, S: Searched>(space: &'s S, _: &Settings) -> BoxedSearch<'s, S> {
                Box::new(InOneGo { space, function: Function::$function })
            }
        }
    )*};
}

strategies! {
    bfs: PathfindingBfs, Bfs, "pathfinding-bfs", "breadth-first search", BlindReference, [Need::UnitCosts];
    dijkstra: PathfindingDijkstra, Dijkstra, "pathfinding-dijkstra", "Dijkstra", BlindReference, [];
    astar: PathfindingAstar, Astar, "pathfinding-astar", "A*", InformedReference, [Need::Heuristic];
    idastar: PathfindingIdastar, Idastar, "pathfinding-idastar", "IDA*", InformedReference, [Need::Heuristic];
}

/// Counts the states that the crate holds.
#[derive(Default)]
struct Ledger;

/// A state held by the crate, as an owned value of the type `O`.
#[derive(Clone)]
struct Held<O> {
    state: O,
    estimate: Cost,
    depth: u32,
    #[expect(dead_code, reason = "its clones are counted")]
    ledger: Rc<Ledger>,
}

impl<O: PartialEq> PartialEq for Held<O> {
    fn eq(&self, other: &Self) -> bool {
        self.state == other.state
    }
}

impl<O: Eq> Eq for Held<O> {}

impl<O: Hash> Hash for Held<O> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.state.hash(state);
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Sum(Cost);

impl Add for Sum {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl Zero for Sum {
    fn zero() -> Self {
        Self(0)
    }
    fn is_zero(&self) -> bool {
        self.0 == 0
    }
}

/// Connects the callbacks of the crate with the space and the budget.
struct Bridge<'b, 'o, 's, S: Space> {
    space: &'s S,
    estimate: Option<&'s dyn Heuristic<S>>,
    ledger: Rc<Ledger>,
    /// Bytes per entry beside the state: the crate's own bookkeeping; 0 for its IDA*, which stores nothing.
    overhead: u64,
    inner: RefCell<Inner<'b, 'o, S>>,
    stopped: Cell<Option<Stop>>,
}

struct Inner<'b, 'o, S: Space> {
    budget: &'b mut Budget<'o>,
    children: Successors<S>,
    /// Number of states that `charged` bytes pay for.
    room: usize,
    charged: u64,
}

impl<'b, 'o, 's, S: Space> Bridge<'b, 'o, 's, S> {
    fn new(space: &'s S, function: Function, budget: &'b mut Budget<'o>) -> Self {
        let (informed, words) = match function {
            Function::Bfs => (false, 1),
            // A parent and a cost in the crate's table, and an entry of its heap.
            Function::Dijkstra => (false, 4),
            Function::Astar => (true, 4),
            Function::Idastar => (true, 0),
        };
        Self {
            space,
            estimate: informed.then(|| heuristic_of(space)),
            ledger: Rc::default(),
            overhead: words * size_of::<usize>() as u64,
            inner: RefCell::new(Inner { budget, children: Successors::default(), room: 0, charged: 0 }),
            stopped: Cell::new(None),
        }
    }

    /// The start, unless it is proved dead.
    fn start(&self) -> Option<Held<Owned<S>>> {
        let state = self.space.start();
        let estimate = self.estimate.map_or(0, |estimate| estimate.of(state.borrow()));
        self.inner.borrow_mut().budget.raise_bound(if estimate == DEAD_END { 0 } else { estimate });
        (estimate != DEAD_END).then(|| Held { state, estimate, depth: 0, ledger: Rc::clone(&self.ledger) })
    }

    /// Charges for the states alive, rounded up to a power of two as the crate's tables are.
    fn charge(&self, inner: &mut Inner<'_, '_, S>, like: &S::State) {
        let alive = Rc::strong_count(&self.ledger) - 1;
        inner.budget.stored(alive as u64);
        if alive < inner.room {
            return;
        }
        let room = (alive + 1).next_power_of_two().max(64);
        // A hash table that is at most 7/8 full; entries of state, bookkeeping and hash.
        let slots = (room * 8 / 7).next_power_of_two() as u64;
        let entry = size_of::<Held<Owned<S>>>() as u64 + self.overhead + like.heap_bytes() + 8;
        let bytes = slots * 9 + room as u64 * entry;
        // While the crate fills a new table, the old one exists.
        match inner.budget.grow(bytes) {
            Ok(()) => {
                inner.budget.shrink(inner.charged);
                (inner.room, inner.charged) = (room, bytes);
            }
            Err(stop) => self.stopped.set(Some(stop)),
        }
    }

    /// Converts the result of the crate, unless it was stopped.
    fn conclude(&self, path: Option<&[Held<Owned<S>>]>) -> Result<Conclusion<S::Action>, Stop> {
        match (self.stopped.get(), path) {
            (Some(stop), _) => Err(stop),
            (None, None) => Ok(Conclusion::Exhausted),
            (None, Some(path)) => {
                // Where sums saturated, the plan is refused here: no other one is cheaper.
                path::along(self.space, path.iter().map(|held| held.state.borrow())).map(Conclusion::Found)
            }
        }
    }

    fn successors(&self, from: &Held<Owned<S>>) -> Vec<(Held<Owned<S>>, Sum)> {
        let inner = &mut *self.inner.borrow_mut();
        if self.stopped.get().is_none()
            && let Err(stop) = inner.budget.expand()
        {
            self.stopped.set(Some(stop));
        }
        if self.stopped.get().is_some() {
            // One successor, so that breadth-first search calls the success test.
            return vec![(from.clone(), Sum(0))];
        }
        inner.children.clear();
        self.space.expanding(|| Cost::MAX, true);
        self.space.expand(from.state.borrow(), &mut inner.children);
        if self.space.unit_costs() {
            inner.children.check_unit_costs(0);
        }
        inner.budget.generated(inner.children.len());
        if let Err(stop) = inner.children.charge(inner.budget) {
            self.stopped.set(Some(stop));
        }
        if let Some(estimate) = self.estimate {
            estimate.of_successors(from.state.borrow(), &mut inner.children);
        }
        let children = &inner.children;
        let held = (0..children.len())
            .filter(|&index| children.estimate(index) != DEAD_END)
            .map(|index| {
                let state = children.state(index).to_owned();
                let estimate = children.estimate(index);
                let held = Held { state, estimate, depth: from.depth + 1, ledger: Rc::clone(&self.ledger) };
                (held, Sum(children.cost(index)))
            })
            .collect();
        self.charge(inner, from.state.borrow());
        held
    }

    fn is_success(&self, held: &Held<Owned<S>>) -> bool {
        if held.depth > MAX_DEPTH && self.overhead == 0 && self.stopped.get().is_none() {
            self.stopped.set(Some(Stop::Limit(Limit::Depth)));
        }
        self.stopped.get().is_some() || self.space.is_goal(held.state.borrow())
    }
}
