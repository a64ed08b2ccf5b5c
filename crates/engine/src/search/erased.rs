//! A space whose type is hidden, so that named strategies are compiled once, not once for each space.
//!
//! [`Erased`] writes the states of a space as words (`u64`, or slices of words) and its actions as numbers. What a search
//! asks of it goes through one trait, [`DynSpace`], whose methods are called a few times for each expansion.

use std::{
    borrow::Borrow,
    cell::{RefCell, RefMut},
    mem::size_of,
};

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use super::{
    settings::Settings,
    strategy::{BoxedSearch, Strategy},
    trace::Log,
};
use crate::{
    budget::{Budget, Deadline, Expansion, Fate, Task},
    outcome::{Cost, Stop},
    space::{Backward, Features, Guarantee, Heuristic, Mark, MovePruning, SearchDirection, Space, State, Successors},
};

// How states are written as keys.

/// A key: a word, or a slice of words. Strategies are compiled for these two.
pub trait Key: State {
    /// Begins a search by name.
    fn begin<'s, 'e>(
        space: &'s ErasedSpace<'e, Self>,
        strategy: Strategy,
        settings: &Settings,
    ) -> BoxedSearch<'s, ErasedSpace<'e, Self>>;
}

/// How states are written as the keys of an erased space.
pub trait Coding<St: State + ?Sized>: Default {
    /// A word or a slice of words.
    type Key: State + ?Sized;

    /// Calls `with` with the key of a state, and returns the bytes that it took to remember the state, too.
    fn key<T>(&self, state: &St, with: impl FnOnce(&Self::Key) -> T) -> (T, u64);

    /// Calls `with` with the state of a key.
    fn state<T>(&self, key: &Self::Key, with: impl FnOnce(&St) -> T) -> T;
}

/// The keys are the states themselves.
#[derive(Default)]
pub struct Direct;

impl<St: State + ?Sized> Coding<St> for Direct {
    type Key = St;

    #[inline]
    fn key<T>(&self, state: &St, with: impl FnOnce(&St) -> T) -> (T, u64) {
        (with(state), 0)
    }

    #[inline]
    fn state<T>(&self, key: &St, with: impl FnOnce(&St) -> T) -> T {
        with(key)
    }
}

/// The keys are numbers, in the order in which the states were met.
pub struct Numbered<O>(RefCell<IndexSet<O, FxBuildHasher>>);

impl<O> Default for Numbered<O> {
    fn default() -> Self {
        Self(RefCell::default())
    }
}

impl<St: State + ?Sized> Coding<St> for Numbered<St::Owned> {
    type Key = u64;

    fn key<T>(&self, state: &St, with: impl FnOnce(&u64) -> T) -> (T, u64) {
        let mut states = self.0.borrow_mut();
        if let Some(known) = states.get_index_of(state) {
            return (with(&(known as u64)), 0);
        }
        // With its place in the table; lists and tables double.
        let bytes = state.heap_bytes() + (size_of::<St::Owned>() + size_of::<[u64; 3]>()) as u64;
        (with(&(states.insert_full(state.to_owned()).0 as u64)), bytes)
    }

    #[expect(clippy::cast_possible_truncation, reason = "states in memory")]
    fn state<T>(&self, key: &u64, with: impl FnOnce(&St) -> T) -> T {
        // A copy, because `with` may meet other states.
        let state = self.0.borrow()[*key as usize].clone();
        with(state.borrow())
    }
}

/// The actions that were met, by number.
struct Numbers<A> {
    all: IndexSet<A, FxBuildHasher>,
    /// The last action at each place among the children of a state, which often is the next one there, with its number.
    recent: Vec<(A, u64)>,
}

impl<A> Default for Numbers<A> {
    fn default() -> Self {
        Self { all: IndexSet::default(), recent: Vec::new() }
    }
}

impl<A: Copy + Eq + std::hash::Hash> Numbers<A> {
    /// Most children of a state whose actions are compared with recent ones.
    const RECENT: usize = 64;

    #[inline]
    fn number(&mut self, action: A, place: usize) -> u64 {
        match self.recent.get(place) {
            Some(&(recent, number)) if recent == action => number,
            _ => self.look_up(action, place),
        }
    }

    fn look_up(&mut self, action: A, place: usize) -> u64 {
        let number = self.all.insert_full(action).0 as u64;
        if let Some(recent) = self.recent.get_mut(place) {
            *recent = (action, number);
        } else if self.recent.len() == place && place < Self::RECENT {
            self.recent.push((action, number));
        }
        number
    }
}

// A space with its type hidden.

/// The successors of an erased space.
pub type Children<'s, K> = Successors<ErasedSpace<'s, K>>;

/// What a search asks of an erased space: the methods of [`Space`], and its abilities.
pub trait DynSpace<K: State + ?Sized> {
    fn start(&self) -> K::Owned;
    fn is_goal(&self, state: &K) -> bool;
    fn expand(&self, state: &K, left: Cost, children: &mut Children<'_, K>) -> Cost;
    fn expanding(&self, cost: Cost, is_counted: bool);
    fn left_out(&self) -> Vec<(&'static str, u64)>;
    fn unit_costs(&self) -> bool;
    fn cost_parity(&self) -> Option<Cost>;
    fn state_bits(&self) -> u32;
    fn heuristic(&self) -> Option<BoxedHeuristic<'_, K>>;
    fn rate(&self) -> Option<BoxedHeuristic<'_, K>>;
    fn backward(&self) -> Option<&dyn Backward<ErasedSpace<'_, K>>>;
    fn featured(&self) -> Option<&dyn Features<ErasedSpace<'_, K>>>;
    fn move_pruning(&self) -> Option<&dyn MovePruning<ErasedSpace<'_, K>>>;
}

type BoxedHeuristic<'e, K> = Box<dyn Heuristic<ErasedSpace<'e, K>> + 'e>;

/// A space with the states, estimates and expansions of another one, whose type does not depend on it.
///
/// A strategy does the same on both. An expansion takes a few dynamic calls more, and a copy of the successors.
///
/// ```
/// use lurd_engine::Budget;
/// use lurd_engine::Outcome;
/// use lurd_engine::program::search::Step;
/// use lurd_engine::{Settings, Stepper, Strategy};
/// use lurd_engine::program::search;
/// use lurd_engine::Graph;
///
/// // A strategy that is chosen at run time, and a search that pauses.
/// let graph = Graph::new(1_u64, |&n: &u64| [(n * 2, 1), (n + 3, 1)], |&n| n == 37);
/// let erased = search::erase(&graph);
/// let space = erased.space();
/// let strategy = Strategy::named("uniform").expect("a strategy");
/// let mut search = Stepper::new(&space, strategy, &Settings::default())?;
/// let mut budget = Budget::unlimited();
/// assert_eq!(search.advance(2, &mut budget), Step::Paused);
/// let Outcome::Solved { plan, .. } = search.finish(&mut budget) else { panic!("37 can be reached") };
/// assert_eq!((plan.cost, erased.actions(&plan.actions).len()), (6, 6));
/// # Ok::<(), lurd_engine::program::search::UnmetNeeds>(())
/// ```
pub struct Erased<'s, S: Space, C: Coding<S::State>> {
    space: &'s S,
    coding: C,
    actions: RefCell<Numbers<S::Action>>,
    /// A buffer for the successors of one state.
    found: RefCell<Successors<S>>,
    /// The expansions, if they are recorded.
    log: Option<RefCell<Log<C::Key>>>,
}

impl<'s, S: Space, C: Coding<S::State>> Erased<'s, S, C> {
    pub(super) fn new(space: &'s S, log: Option<Log<C::Key>>) -> Self {
        let (actions, found) = Default::default();
        Self { space, coding: C::default(), actions, found, log: log.map(RefCell::new) }
    }

    /// The space that strategies search.
    pub fn space(&self) -> ErasedSpace<'_, C::Key> {
        ErasedSpace { space: self, estimate: self.heuristic(), rate: self.rate() }
    }

    /// The actions that the numbers of a plan stand for.
    pub fn actions(&self, numbers: &[u64]) -> Vec<S::Action> {
        numbers.iter().map(|&number| self.action(number)).collect()
    }

    #[expect(clippy::cast_possible_truncation, reason = "the place of an action that was met")]
    fn action(&self, number: u64) -> S::Action {
        self.actions.borrow().all[number as usize]
    }

    /// The recorded expansions, with the texts of the paths that `write` makes of their actions.
    pub(super) fn recorded(&mut self, write: &dyn Fn(&[S::Action]) -> String, deadline: &Deadline) -> Vec<Expansion> {
        let log = self.log.take().map(RefCell::into_inner);
        log.map_or_else(Vec::new, |log| log.with_texts(&|numbers| write(&self.actions(numbers)), deadline))
    }

    fn log(&self) -> Option<RefMut<'_, Log<C::Key>>> {
        self.log.as_ref().map(RefCell::borrow_mut)
    }

    /// Appends the successors that `generate` finds, and records them if that is an expansion.
    fn append(
        &self,
        reached: (SearchDirection, &C::Key),
        children: &mut Children<'_, C::Key>,
        generate: impl FnOnce(&mut Successors<S>) -> Cost,
    ) -> Cost {
        let first = children.len();
        let is_recorded = self.log().is_some_and(|mut log| log.begin(|| self.space.left_out()));
        let found = &mut *self.found.borrow_mut();
        found.clear();
        let left_out = generate(found);
        let actions = &mut *self.actions.borrow_mut();
        for index in 0..found.len() {
            let action = actions.number(found.action(index), index);
            let push = |key: &C::Key| children.push(key.given(), action, found.cost(index));
            let ((), bytes) = self.coding.key(found.state(index), push);
            children.remember(bytes);
        }
        if let Some(contradiction) = found.take_contradiction() {
            children.refute(contradiction);
        }
        if is_recorded && let Some(mut log) = self.log() {
            #[expect(clippy::cast_possible_truncation, reason = "the place of an action that was met")]
            let text = |number: u64| format!("{:?}", actions.all[number as usize]);
            let bytes = log.add(reached, (&*children, first), self.space.left_out(), &text);
            children.remember(bytes);
        }
        left_out
    }

    /// Calls `change` with the same successors of the space itself, and takes over the estimates.
    fn change(&self, children: &mut Children<'_, C::Key>, change: impl FnOnce(&mut Successors<S>)) {
        let own = &mut *self.found.borrow_mut();
        own.clear();
        for index in 0..children.len() {
            let (action, cost) = (self.action(children.action(index)), children.cost(index));
            self.coding.state(children.state(index), |state| own.push(state.given(), action, cost));
            // Of a dead child, and of a pruned one, this is `DEAD_END`.
            own.set_estimate(index, children.estimate(index));
        }
        change(own);
        for index in 0..children.len() {
            children.set_estimate(index, own.estimate(index));
        }
    }

    /// Records what the children of the last expansion that are removed are: `before` a rule of the puzzle was asked, or by it.
    fn judge(&self, children: &Children<'_, C::Key>, fate: Fate) {
        if let Some(mut log) = self.log() {
            let rules = (fate == Fate::Dead).then(|| self.space.left_out());
            log.judge(children, fate, rules);
        }
    }

    fn features(&self) -> &dyn Features<S> {
        self.space.featured().expect("asked only if there are some")
    }

    fn backward_moves(&self) -> &dyn Backward<S> {
        self.space.backward().expect("asked only if there are some")
    }

    fn key_of(&self, state: &S::State) -> <C::Key as ToOwned>::Owned {
        let key = self.coding.key(state, ToOwned::to_owned).0;
        if let Some(mut log) = self.log() {
            log.number(key.borrow());
        }
        key
    }
}

impl<S: Space, C: Coding<S::State>> DynSpace<C::Key> for Erased<'_, S, C> {
    fn start(&self) -> <C::Key as ToOwned>::Owned {
        self.key_of(self.space.start().borrow())
    }

    fn is_goal(&self, state: &C::Key) -> bool {
        self.coding.state(state, |state| self.space.is_goal(state))
    }

    fn expand(&self, key: &C::Key, left: Cost, children: &mut Children<'_, C::Key>) -> Cost {
        self.coding.state(key, |state| {
            let expand = |found: &mut Successors<S>| self.space.expand_within(state, left, found);
            self.append((SearchDirection::Forward, key), children, expand)
        })
    }

    fn expanding(&self, cost: Cost, is_counted: bool) {
        self.space.expanding(|| cost, is_counted);
        if let Some(mut log) = self.log() {
            log.pending = Some((cost, is_counted));
        }
    }

    fn left_out(&self) -> Vec<(&'static str, u64)> {
        self.space.left_out()
    }

    fn unit_costs(&self) -> bool {
        self.space.unit_costs()
    }

    fn cost_parity(&self) -> Option<Cost> {
        self.space.cost_parity()
    }

    fn state_bits(&self) -> u32 {
        self.space.state_bits()
    }

    fn heuristic(&self) -> Option<BoxedHeuristic<'_, C::Key>> {
        self.space.heuristic().map(|of| Box::new(Estimates { erased: self, of }) as _)
    }

    fn rate(&self) -> Option<BoxedHeuristic<'_, C::Key>> {
        self.space.rate().map(|of| Box::new(Estimates { erased: self, of }) as _)
    }

    fn backward(&self) -> Option<&dyn Backward<ErasedSpace<'_, C::Key>>> {
        self.space.backward().map(|_| self as _)
    }

    fn featured(&self) -> Option<&dyn Features<ErasedSpace<'_, C::Key>>> {
        self.space.featured().map(|_| self as _)
    }

    fn move_pruning(&self) -> Option<&dyn MovePruning<ErasedSpace<'_, C::Key>>> {
        self.space.move_pruning().map(|_| self as _)
    }
}

impl<'e, S: Space, C: Coding<S::State>> Backward<ErasedSpace<'e, C::Key>> for Erased<'_, S, C> {
    fn goal_states(&self) -> Vec<<C::Key as ToOwned>::Owned> {
        self.backward_moves().goal_states().iter().map(|goal| self.key_of(goal.borrow())).collect()
    }

    fn predecessors(&self, key: &C::Key, children: &mut Children<'e, C::Key>) {
        self.coding.state(key, |state| {
            self.append((SearchDirection::Backward, key), children, |found| {
                self.backward_moves().predecessors(state, found);
                Cost::MAX
            })
        });
    }

    fn predecessors_within(&self, key: &C::Key, left: Cost, children: &mut Children<'e, C::Key>) {
        self.coding.state(key, |state| {
            self.append((SearchDirection::Backward, key), children, |found| {
                self.backward_moves().predecessors_within(state, left, found);
                Cost::MAX
            })
        });
    }
}

impl<'e, S: Space, C: Coding<S::State>> MovePruning<ErasedSpace<'e, C::Key>> for Erased<'_, S, C> {
    fn prune(&self, previous: u64, children: &mut Children<'e, C::Key>) {
        if let Some(pruning) = self.space.move_pruning() {
            self.change(children, |own| pruning.prune(self.action(previous), own));
        }
        self.judge(children, Fate::Redundant);
    }
}

impl<'e, S: Space, C: Coding<S::State>> Features<ErasedSpace<'e, C::Key>> for Erased<'_, S, C> {
    fn mark(&self, state: &C::Key) -> Mark {
        self.coding.state(state, |state| self.features().mark(state))
    }

    fn annotate(&self, parent: &C::Key, here: Mark, children: &mut Children<'e, C::Key>, marks: &mut [Mark]) {
        // What is removed already is known.
        self.judge(children, Fate::Known);
        self.coding.state(parent, |parent| {
            self.change(children, |own| self.features().annotate(parent, here, own, marks));
        });
        self.judge(children, Fate::Dead);
    }

    fn milestone(&self, state: &C::Key) -> Option<Task> {
        self.coding.state(state, |state| self.features().milestone(state))
    }

    fn prove_dead(&self, key: &C::Key, budget: &mut Budget<'_>) -> Result<bool, Stop> {
        let is_dead = self.coding.state(key, |state| self.features().prove_dead(state, budget))?;
        if is_dead && self.log.is_some() {
            self.append((SearchDirection::Forward, key), &mut Successors::default(), |_| Cost::MAX);
        }
        Ok(is_dead)
    }
}

/// The estimates or rates of an erased space.
struct Estimates<'e, 's, S: Space, C: Coding<S::State>> {
    erased: &'e Erased<'s, S, C>,
    of: &'e dyn Heuristic<S>,
}

impl<'x, S: Space, C: Coding<S::State>> Heuristic<ErasedSpace<'x, C::Key>> for Estimates<'_, '_, S, C> {
    fn guarantee(&self) -> Guarantee {
        self.of.guarantee()
    }

    fn of(&self, key: &C::Key) -> Cost {
        let estimate = self.erased.coding.state(key, |state| self.of.of(state));
        if let Some(mut log) = self.erased.log() {
            log.estimated(key, estimate);
        }
        estimate
    }

    fn improved(&self, key: &C::Key, estimate: Cost) -> Option<Cost> {
        let better = self.erased.coding.state(key, |state| self.of.improved(state, estimate))?;
        if let Some(mut log) = self.erased.log() {
            log.estimated(key, better);
        }
        Some(better)
    }

    fn is_batched(&self) -> bool {
        true
    }

    fn of_successors(&self, parent: &C::Key, children: &mut Children<'x, C::Key>) {
        // What is removed already was removed by the strategy.
        self.erased.judge(children, Fate::Redundant);
        self.erased.coding.state(parent, |parent| {
            self.erased.change(children, |own| self.of.of_successors(parent, own));
        });
        self.erased.judge(children, Fate::Dead);
    }
}

// The same as a space, for the strategies.

/// The space of [`Erased::space`]: a [`Space`] of words and numbers over a `DynSpace`.
pub struct ErasedSpace<'s, K: State + ?Sized> {
    space: &'s dyn DynSpace<K>,
    estimate: Option<BoxedHeuristic<'s, K>>,
    rate: Option<BoxedHeuristic<'s, K>>,
}

impl<K: State + ?Sized> Space for ErasedSpace<'_, K> {
    type State = K;
    type Action = u64;

    fn start(&self) -> K::Owned {
        self.space.start()
    }

    fn is_goal(&self, state: &K) -> bool {
        self.space.is_goal(state)
    }

    fn expand(&self, state: &K, children: &mut Successors<Self>) {
        self.space.expand(state, Cost::MAX, children);
    }

    fn expand_within(&self, state: &K, left: Cost, children: &mut Successors<Self>) -> Cost {
        self.space.expand(state, left, children)
    }

    fn expanding(&self, cost: impl FnOnce() -> Cost, is_counted: bool) {
        self.space.expanding(cost(), is_counted);
    }

    fn left_out(&self) -> Vec<(&'static str, u64)> {
        self.space.left_out()
    }

    fn unit_costs(&self) -> bool {
        self.space.unit_costs()
    }

    fn cost_parity(&self) -> Option<Cost> {
        self.space.cost_parity()
    }

    fn state_bits(&self) -> u32 {
        self.space.state_bits()
    }

    fn heuristic(&self) -> Option<&dyn Heuristic<Self>> {
        self.estimate.as_deref()
    }

    fn rate(&self) -> Option<&dyn Heuristic<Self>> {
        self.rate.as_deref()
    }

    fn backward(&self) -> Option<&dyn Backward<Self>> {
        self.space.backward()
    }

    fn featured(&self) -> Option<&dyn Features<Self>> {
        self.space.featured()
    }

    fn move_pruning(&self) -> Option<&dyn MovePruning<Self>> {
        self.space.move_pruning()
    }
}
