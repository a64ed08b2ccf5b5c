//! The strategies of the `pathfinding` crate behind our budget and report: for comparison, and as a
//! second opinion in the tests.
//!
//! The crate knows no limits. Two devices give it some. Every state it holds carries a counted
//! reference to one [`Ledger`], so the number of references *is* the number of states alive, and the
//! tables it must have for them are charged before they grow. And once the budget says stop, the
//! success test says yes to everything: the crate returns at once, and what it returns is thrown
//! away. Costs are saturating, estimates that say *dead* remove the state. They run in one go: after
//! a stop they cannot go on.

use std::cell::{Cell, RefCell};
use std::hash::{Hash, Hasher};
use std::mem::size_of;
use std::ops::Add;
use std::rc::Rc;

use pathfinding::num_traits::Zero;

use super::{Search, estimate_of, path};
use crate::budget::Budget;
use crate::outcome::{Conclusion, Cost, Limit, Plan, Stop};
use crate::space::{Children, DEAD, Estimate, Owned, Space, State};

/// The crate's IDA* is recursive; this many levels fit into the stack of any thread.
const DEEPEST: u32 = 2_000;

/// A function of the crate as a search that cannot pause.
pub(super) struct InOneGo<'s, S: Space> {
    pub(super) space: &'s S,
    pub(super) run: Run<S>,
}

type Run<S> = fn(&S, &mut Budget<'_>) -> Result<Conclusion<<S as Space>::Action>, Stop>;

impl<S: Space> Search<S> for InOneGo<'_, S> {
    fn advance(&mut self, budget: &mut Budget<'_>) -> Result<Conclusion<S::Action>, Stop> {
        (self.run)(self.space, budget)
    }

    fn can_pause(&self) -> bool {
        false
    }
}

/// Counts the states that the crate holds.
#[derive(Default)]
struct Ledger;

/// A state in the crate's hands.
struct Held<S: Space> {
    state: Owned<S>,
    /// The estimate that came with its siblings'.
    estimate: Cost,
    depth: u32,
    ledger: Rc<Ledger>,
}

impl<S: Space> Held<S> {
    fn state(&self) -> &S::State {
        std::borrow::Borrow::borrow(&self.state)
    }
}

impl<S: Space> Clone for Held<S> {
    fn clone(&self) -> Self {
        Self { state: self.state.clone(), ledger: Rc::clone(&self.ledger), ..*self }
    }
}

impl<S: Space> PartialEq for Held<S> {
    fn eq(&self, other: &Self) -> bool {
        self.state == other.state
    }
}

impl<S: Space> Eq for Held<S> {}

impl<S: Space> Hash for Held<S> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.state.hash(state);
    }
}

/// A cost whose sum does not overflow.
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

/// Stands between the crate and the budget.
struct Bridge<'b, 'o, 's, S: Space> {
    space: &'s S,
    estimate: Option<&'s dyn Estimate<S>>,
    ledger: Rc<Ledger>,
    /// Bytes beside the state and its table slot: the crate's own bookkeeping for an entry.
    overhead: u64,
    inner: RefCell<Inner<'b, 'o, S>>,
    stopped: Cell<Option<Stop>>,
}

struct Inner<'b, 'o, S: Space> {
    budget: &'b mut Budget<'o>,
    children: Children<S>,
    /// States that what was charged so far has room for, and how much that was.
    room: usize,
    charged: u64,
}

impl<'b, 'o, 's, S: Space> Bridge<'b, 'o, 's, S> {
    fn new(space: &'s S, informed: bool, overhead: usize, budget: &'b mut Budget<'o>) -> Self {
        Self {
            space,
            estimate: informed.then(|| estimate_of(space)),
            ledger: Rc::default(),
            overhead: overhead as u64,
            inner: RefCell::new(Inner { budget, children: Children::default(), room: 0, charged: 0 }),
            stopped: Cell::new(None),
        }
    }

    /// The start in the crate's form, unless it is proved dead.
    fn start(&self) -> Option<Held<S>> {
        let state = self.space.start();
        let estimate = self.estimate.map_or(0, |estimate| estimate.of(std::borrow::Borrow::borrow(&state)));
        self.inner.borrow_mut().budget.raise_bound(if estimate == DEAD { 0 } else { estimate });
        (estimate != DEAD).then(|| Held { state, estimate, depth: 0, ledger: Rc::clone(&self.ledger) })
    }

    fn successors(&self, from: &Held<S>) -> Vec<(Held<S>, Sum)> {
        let inner = &mut *self.inner.borrow_mut();
        if self.stopped.get().is_none()
            && let Err(stop) = inner.budget.expand()
        {
            self.stopped.set(Some(stop));
        }
        if self.stopped.get().is_some() {
            // One successor, so that breadth-first search asks whether it is a success.
            return vec![(from.clone(), Sum(0))];
        }
        inner.children.clear();
        self.space.expand(from.state(), &mut inner.children);
        inner.budget.generated(inner.children.len());
        if let Some(estimate) = self.estimate {
            estimate.of_children(from.state(), &mut inner.children);
        }
        let children = &inner.children;
        let held = (0..children.len())
            .filter(|&index| children.estimate(index) != DEAD)
            .map(|index| {
                let state = children.state(index).to_owned();
                let estimate = children.estimate(index);
                let held = Held { state, estimate, depth: from.depth + 1, ledger: Rc::clone(&self.ledger) };
                (held, Sum(children.cost(index)))
            })
            .collect();
        self.charge(inner, from.state());
        held
    }

    /// Charges for the states that are alive, a doubling ahead, as the crate's tables grow.
    fn charge(&self, inner: &mut Inner<'_, '_, S>, like: &S::State) {
        let alive = Rc::strong_count(&self.ledger) - 1;
        inner.budget.stored(alive as u64);
        if alive < inner.room {
            return;
        }
        let room = (alive + 1).next_power_of_two().max(64);
        // A hash table of 7/8 of its slots; entries of state, bookkeeping and hash.
        let slots = (room * 8 / 7).next_power_of_two() as u64;
        let entry = size_of::<Held<S>>() as u64 + self.overhead + like.heap_bytes() + 8;
        let bytes = slots * 9 + room as u64 * entry;
        // The crate fills the new table before it lets the old one go.
        match inner.budget.grow(bytes) {
            Ok(()) => {
                inner.budget.shrink(inner.charged);
                (inner.room, inner.charged) = (room, bytes);
            }
            Err(stop) => self.stopped.set(Some(stop)),
        }
    }

    fn is_success(&self, held: &Held<S>) -> bool {
        if held.depth > DEEPEST && self.overhead == 0 && self.stopped.get().is_none() {
            self.stopped.set(Some(Stop::Limit(Limit::Depth)));
        }
        self.stopped.get().is_some() || self.space.is_goal(held.state())
    }

    /// What the crate returned, unless it was stopped.
    fn conclude(&self, path: Option<&[Held<S>]>) -> Result<Conclusion<S::Action>, Stop> {
        match (self.stopped.get(), path) {
            (Some(stop), _) => Err(stop),
            (None, None) => Ok(Conclusion::Exhausted),
            (None, Some(path)) => {
                let plan: Plan<S::Action> = path::along(self.space, path.iter().map(Held::state));
                Ok(Conclusion::Found(plan))
            }
        }
    }
}

pub(super) fn bfs<S: Space>(space: &S, budget: &mut Budget<'_>) -> Result<Conclusion<S::Action>, Stop> {
    let bridge = Bridge::new(space, false, size_of::<usize>(), budget);
    let Some(start) = bridge.start() else { return Ok(Conclusion::Exhausted) };
    let path = pathfinding::directed::bfs::bfs(
        &start,
        |held| bridge.successors(held).into_iter().map(|(child, _)| child),
        |held| bridge.is_success(held),
    );
    bridge.conclude(path.as_deref())
}

/// A parent and a cost in the crate's table, and an entry of its heap.
const BEST_FIRST_OVERHEAD: usize = 2 * size_of::<usize>() + 2 * size_of::<usize>();

pub(super) fn dijkstra<S: Space>(space: &S, budget: &mut Budget<'_>) -> Result<Conclusion<S::Action>, Stop> {
    let bridge = Bridge::new(space, false, BEST_FIRST_OVERHEAD, budget);
    let Some(start) = bridge.start() else { return Ok(Conclusion::Exhausted) };
    let found = pathfinding::directed::dijkstra::dijkstra(
        &start,
        |held| bridge.successors(held),
        |held| bridge.is_success(held),
    );
    bridge.conclude(found.as_ref().map(|(path, _)| path.as_slice()))
}

pub(super) fn astar<S: Space>(space: &S, budget: &mut Budget<'_>) -> Result<Conclusion<S::Action>, Stop> {
    let bridge = Bridge::new(space, true, BEST_FIRST_OVERHEAD, budget);
    let Some(start) = bridge.start() else { return Ok(Conclusion::Exhausted) };
    let found = pathfinding::directed::astar::astar(
        &start,
        |held| bridge.successors(held),
        |held| Sum(held.estimate),
        |held| bridge.is_success(held),
    );
    bridge.conclude(found.as_ref().map(|(path, _)| path.as_slice()))
}

pub(super) fn idastar<S: Space>(space: &S, budget: &mut Budget<'_>) -> Result<Conclusion<S::Action>, Stop> {
    let bridge = Bridge::new(space, true, 0, budget);
    let Some(start) = bridge.start() else { return Ok(Conclusion::Exhausted) };
    let found = pathfinding::directed::idastar::idastar(
        &start,
        |held| bridge.successors(held),
        |held| Sum(held.estimate),
        |held| bridge.is_success(held),
    );
    bridge.conclude(found.as_ref().map(|(path, _)| path.as_slice()))
}
