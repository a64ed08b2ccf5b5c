//! A space whose type is hidden, so that named strategies are compiled once, not once for each space.
//!
//! [`Erased`] writes the states of a space as words (`u64`, or slices of words) and its actions as numbers. What a search
//! asks of it goes through one trait, [`DynSpace`], whose methods are called a few times for each expansion.

use std::{borrow::Borrow, cell::RefCell, mem::size_of};

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use super::{
    settings::Settings,
    strategy::{BoxedSearch, Strategy, UnmetNeeds},
};
use crate::{
    budget::{Budget, Task},
    outcome::{Cost, Outcome, Stop},
    space::{
        Actions, Backward, Features, Guarantee, Heuristic, InPlace, Mark, MovePruning, Owned, Space, State, Successors,
    },
};

// How states are written as keys.

/// A key: a word, or a slice of words. Strategies are compiled for these two.
pub trait Key: State {
    /// Begins a search by name.
    fn begin<'s>(
        space: &'s ErasedSpace<'s, Self>,
        strategy: Strategy,
        settings: &Settings,
    ) -> BoxedSearch<'s, ErasedSpace<'s, Self>>;

    /// Runs a search by name.
    fn run(
        space: &ErasedSpace<'_, Self>,
        strategy: Strategy,
        settings: &Settings,
        budget: &mut Budget<'_>,
    ) -> Result<Outcome<u64>, UnmetNeeds>;
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

/// Whether a heuristic estimates the cost or rates states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeuristicKind {
    /// [`Space::heuristic`].
    Estimate,
    /// [`Space::rate`].
    Rate,
}

/// The successors of an erased space.
pub type Children<'s, K> = Successors<ErasedSpace<'s, K>>;

/// What a search asks of an erased space: the methods of [`Space`] and of its abilities. Those of an ability are called only
/// if the space has it.
pub trait DynSpace<K: State + ?Sized> {
    fn start(&self) -> K::Owned;
    fn is_goal(&self, state: &K) -> bool;
    fn expand(&self, state: &K, left: Cost, children: &mut Children<'_, K>) -> Cost;
    fn expanding(&self, cost: Cost, is_counted: bool);
    fn left_out(&self) -> Vec<(&'static str, u64)>;
    fn unit_costs(&self) -> bool;
    fn cost_parity(&self) -> Option<Cost>;
    fn state_bits(&self) -> u32;
    /// The guarantee of an estimate, if there is one.
    fn guarantee(&self, kind: HeuristicKind) -> Option<Guarantee>;
    fn estimate(&self, kind: HeuristicKind, state: &K) -> Cost;
    fn improved(&self, kind: HeuristicKind, state: &K, estimate: Cost) -> Option<Cost>;
    fn estimate_successors(&self, kind: HeuristicKind, parent: &K, children: &mut Children<'_, K>);
    fn has_backward(&self) -> bool;
    fn goal_states(&self) -> Vec<K::Owned>;
    fn predecessors(&self, state: &K, left: Option<Cost>, children: &mut Children<'_, K>);
    fn has_move_pruning(&self) -> bool;
    fn prune(&self, previous: u64, children: &mut Children<'_, K>);
    fn has_features(&self) -> bool;
    fn mark(&self, state: &K) -> Mark;
    fn annotate(&self, parent: &K, here: Mark, children: &mut Children<'_, K>, marks: &mut [Mark]);
    fn milestone(&self, state: &K) -> Option<Task>;
    fn prove_dead(&self, state: &K, budget: &mut Budget<'_>) -> Result<bool, Stop>;
    fn in_place(&self) -> Option<Box<dyn DynInPlace<K> + '_>> {
        None
    }
    /// The text of an action, for those that no plug-in writes.
    fn action_text(&self, number: u64) -> String;
}

/// [`InPlace`] of an erased space.
pub trait DynInPlace<K: State + ?Sized> {
    fn enter(&mut self, state: &K);
    fn state(&self) -> K::Owned;
    fn is_goal(&self) -> bool;
    fn actions(&self, previous: Option<u64>, actions: &mut Actions<u64>);
    fn apply(&mut self, action: u64);
    fn undo(&mut self, action: u64);
}

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
pub struct Erased<'s, S: Space, C> {
    space: &'s S,
    coding: C,
    actions: RefCell<Numbers<S::Action>>,
    /// A buffer for the successors of one state.
    found: RefCell<Successors<S>>,
}

impl<'s, S: Space, C: Coding<S::State>> Erased<'s, S, C> {
    pub(super) fn new(space: &'s S) -> Self {
        Self { space, coding: C::default(), actions: RefCell::default(), found: RefCell::default() }
    }

    /// The space that strategies search.
    pub fn space(&self) -> ErasedSpace<'_, C::Key> {
        ErasedSpace::of(self)
    }

    /// The actions that the numbers of a plan stand for.
    pub fn actions(&self, numbers: &[u64]) -> Vec<S::Action> {
        numbers.iter().map(|&number| self.action(number)).collect()
    }

    #[expect(clippy::cast_possible_truncation, reason = "the place of an action that was met")]
    pub(super) fn action(&self, number: u64) -> S::Action {
        self.actions.borrow().all[number as usize]
    }

    /// Appends the successors that `generate` finds.
    fn append<T>(&self, children: &mut Children<'_, C::Key>, generate: impl FnOnce(&mut Successors<S>) -> T) -> T {
        let found = &mut *self.found.borrow_mut();
        found.clear();
        let result = generate(found);
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
        result
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

    fn heuristic(&self, kind: HeuristicKind) -> Option<&dyn Heuristic<S>> {
        match kind {
            HeuristicKind::Estimate => self.space.heuristic(),
            HeuristicKind::Rate => self.space.rate(),
        }
    }

    fn known_heuristic(&self, kind: HeuristicKind) -> &dyn Heuristic<S> {
        self.heuristic(kind).expect("asked only if there is one")
    }

    fn backward(&self) -> &dyn Backward<S> {
        self.space.backward().expect("asked only if there are moves backward")
    }

    fn features(&self) -> &dyn Features<S> {
        self.space.featured().expect("asked only if there are some")
    }

    fn key_of(&self, state: &S::State) -> <C::Key as ToOwned>::Owned {
        self.coding.key(state, ToOwned::to_owned).0
    }
}

impl<S: Space, C: Coding<S::State>> DynSpace<C::Key> for Erased<'_, S, C> {
    fn start(&self) -> <C::Key as ToOwned>::Owned {
        self.key_of(self.space.start().borrow())
    }

    fn is_goal(&self, state: &C::Key) -> bool {
        self.coding.state(state, |state| self.space.is_goal(state))
    }

    fn expand(&self, state: &C::Key, left: Cost, children: &mut Children<'_, C::Key>) -> Cost {
        self.coding.state(state, |state| self.append(children, |found| self.space.expand_within(state, left, found)))
    }

    fn expanding(&self, cost: Cost, is_counted: bool) {
        self.space.expanding(|| cost, is_counted);
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

    fn guarantee(&self, kind: HeuristicKind) -> Option<Guarantee> {
        self.heuristic(kind).map(Heuristic::guarantee)
    }

    fn estimate(&self, kind: HeuristicKind, state: &C::Key) -> Cost {
        self.coding.state(state, |state| self.known_heuristic(kind).of(state))
    }

    fn improved(&self, kind: HeuristicKind, state: &C::Key, estimate: Cost) -> Option<Cost> {
        self.coding.state(state, |state| self.known_heuristic(kind).improved(state, estimate))
    }

    fn estimate_successors(&self, kind: HeuristicKind, parent: &C::Key, children: &mut Children<'_, C::Key>) {
        self.coding.state(parent, |parent| {
            self.change(children, |own| self.known_heuristic(kind).of_successors(parent, own));
        });
    }

    fn has_backward(&self) -> bool {
        self.space.backward().is_some()
    }

    fn goal_states(&self) -> Vec<<C::Key as ToOwned>::Owned> {
        self.backward().goal_states().iter().map(|goal| self.key_of(goal.borrow())).collect()
    }

    fn predecessors(&self, state: &C::Key, left: Option<Cost>, children: &mut Children<'_, C::Key>) {
        self.coding.state(state, |state| {
            self.append(children, |found| match left {
                Some(left) => self.backward().predecessors_within(state, left, found),
                None => self.backward().predecessors(state, found),
            });
        });
    }

    fn has_move_pruning(&self) -> bool {
        self.space.move_pruning().is_some()
    }

    fn prune(&self, previous: u64, children: &mut Children<'_, C::Key>) {
        if let Some(pruning) = self.space.move_pruning() {
            self.change(children, |own| pruning.prune(self.action(previous), own));
        }
    }

    fn has_features(&self) -> bool {
        self.space.featured().is_some()
    }

    fn mark(&self, state: &C::Key) -> Mark {
        self.coding.state(state, |state| self.features().mark(state))
    }

    fn annotate(&self, parent: &C::Key, here: Mark, children: &mut Children<'_, C::Key>, marks: &mut [Mark]) {
        self.coding.state(parent, |parent| {
            self.change(children, |own| self.features().annotate(parent, here, own, marks));
        });
    }

    fn milestone(&self, state: &C::Key) -> Option<Task> {
        self.coding.state(state, |state| self.features().milestone(state))
    }

    fn prove_dead(&self, state: &C::Key, budget: &mut Budget<'_>) -> Result<bool, Stop> {
        self.coding.state(state, |state| self.features().prove_dead(state, budget))
    }

    fn in_place(&self) -> Option<Box<dyn DynInPlace<C::Key> + '_>> {
        let place = self.space.in_place()?;
        Some(Box::new(ErasedPlace { erased: self, place, choices: RefCell::default() }))
    }

    fn action_text(&self, number: u64) -> String {
        format!("{:?}", self.action(number))
    }
}

/// The changing state of an erased space.
struct ErasedPlace<'e, 's, S: Space, C, P> {
    erased: &'e Erased<'s, S, C>,
    place: P,
    choices: RefCell<Actions<S::Action>>,
}

impl<S: Space, C: Coding<S::State>, P: InPlace<S>> DynInPlace<C::Key> for ErasedPlace<'_, '_, S, C, P> {
    fn enter(&mut self, state: &C::Key) {
        self.erased.coding.state(state, |state| self.place.enter(state));
    }

    fn state(&self) -> <C::Key as ToOwned>::Owned {
        self.erased.key_of(self.place.state().borrow())
    }

    fn is_goal(&self) -> bool {
        self.place.is_goal()
    }

    fn actions(&self, previous: Option<u64>, actions: &mut Actions<u64>) {
        let found = &mut *self.choices.borrow_mut();
        found.choices.clear();
        self.place.actions(previous.map(|number| self.erased.action(number)), found);
        let numbers = &mut *self.erased.actions.borrow_mut();
        for (index, choice) in found.choices.iter().enumerate() {
            actions.push(numbers.number(choice.action, index), choice.cost, choice.estimate);
        }
    }

    fn apply(&mut self, action: u64) {
        self.place.apply(self.erased.action(action));
    }

    fn undo(&mut self, action: u64) {
        self.place.undo(self.erased.action(action));
    }
}

// The same as a space, for the strategies.

/// The space of [`Erased::space`]: a [`Space`] of words and numbers over a `DynSpace`.
pub struct ErasedSpace<'s, K: State + ?Sized> {
    space: &'s dyn DynSpace<K>,
    estimate: Option<Estimates<'s, K>>,
    rate: Option<Estimates<'s, K>>,
    has_backward: bool,
    has_pruning: bool,
    has_features: bool,
}

impl<'s, K: State + ?Sized> ErasedSpace<'s, K> {
    pub(super) fn of(space: &'s dyn DynSpace<K>) -> Self {
        let estimates = |kind| space.guarantee(kind).map(|guarantee| Estimates { space, kind, guarantee });
        Self {
            space,
            estimate: estimates(HeuristicKind::Estimate),
            rate: estimates(HeuristicKind::Rate),
            has_backward: space.has_backward(),
            has_pruning: space.has_move_pruning(),
            has_features: space.has_features(),
        }
    }
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
        self.estimate.as_ref().map(|estimates| estimates as _)
    }

    fn rate(&self) -> Option<&dyn Heuristic<Self>> {
        self.rate.as_ref().map(|estimates| estimates as _)
    }

    fn backward(&self) -> Option<&dyn Backward<Self>> {
        self.has_backward.then_some(self)
    }

    fn featured(&self) -> Option<&dyn Features<Self>> {
        self.has_features.then_some(self)
    }

    fn move_pruning(&self) -> Option<&dyn MovePruning<Self>> {
        self.has_pruning.then_some(self)
    }

    fn in_place(&self) -> Option<impl InPlace<Self> + '_> {
        self.space.in_place().map(Place)
    }
}

impl<K: State + ?Sized> Backward<Self> for ErasedSpace<'_, K> {
    fn goal_states(&self) -> Vec<K::Owned> {
        self.space.goal_states()
    }

    fn predecessors(&self, state: &K, children: &mut Successors<Self>) {
        self.space.predecessors(state, None, children);
    }

    fn predecessors_within(&self, state: &K, left: Cost, children: &mut Successors<Self>) {
        self.space.predecessors(state, Some(left), children);
    }
}

impl<K: State + ?Sized> MovePruning<Self> for ErasedSpace<'_, K> {
    fn prune(&self, previous: u64, children: &mut Successors<Self>) {
        self.space.prune(previous, children);
    }
}

impl<K: State + ?Sized> Features<Self> for ErasedSpace<'_, K> {
    fn mark(&self, state: &K) -> Mark {
        self.space.mark(state)
    }

    fn annotate(&self, parent: &K, here: Mark, children: &mut Successors<Self>, marks: &mut [Mark]) {
        self.space.annotate(parent, here, children, marks);
    }

    fn milestone(&self, state: &K) -> Option<Task> {
        self.space.milestone(state)
    }

    fn prove_dead(&self, state: &K, budget: &mut Budget<'_>) -> Result<bool, Stop> {
        self.space.prove_dead(state, budget)
    }
}

struct Estimates<'s, K: State + ?Sized> {
    space: &'s dyn DynSpace<K>,
    kind: HeuristicKind,
    guarantee: Guarantee,
}

impl<'s, K: State + ?Sized> Heuristic<ErasedSpace<'s, K>> for Estimates<'s, K> {
    fn guarantee(&self) -> Guarantee {
        self.guarantee
    }

    fn of(&self, state: &K) -> Cost {
        self.space.estimate(self.kind, state)
    }

    fn improved(&self, state: &K, estimate: Cost) -> Option<Cost> {
        self.space.improved(self.kind, state, estimate)
    }

    fn is_batched(&self) -> bool {
        true
    }

    fn of_successors(&self, parent: &K, children: &mut Successors<ErasedSpace<'s, K>>) {
        self.space.estimate_successors(self.kind, parent, children);
    }
}

struct Place<'s, K: State + ?Sized>(Box<dyn DynInPlace<K> + 's>);

impl<'s, K: State + ?Sized> InPlace<ErasedSpace<'s, K>> for Place<'_, K> {
    fn enter(&mut self, state: &K) {
        self.0.enter(state);
    }

    fn state(&self) -> Owned<ErasedSpace<'s, K>> {
        self.0.state()
    }

    fn is_goal(&self) -> bool {
        self.0.is_goal()
    }

    fn actions(&self, previous: Option<u64>, actions: &mut Actions<u64>) {
        self.0.actions(previous, actions);
    }

    fn apply(&mut self, action: u64) {
        self.0.apply(action);
    }

    fn undo(&mut self, action: u64) {
        self.0.undo(action);
    }
}
