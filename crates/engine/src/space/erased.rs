//! A space behind a dynamic interface, so that strategies are compiled once for each type of state, not once for each
//! space.

use std::cell::RefCell;

use super::{
    Backward, Features, Guarantee, Heuristic, Mark, MovePruning, Owned, Ranked, Space, State, Successors, Walker,
};
use crate::budget::{Budget, Task};
use crate::outcome::{Cost, Stop};

/// A one-to-one mapping between actions and numbers.
#[derive(Clone, Copy, Debug)]
pub struct ActionCode<A> {
    /// The number of an action.
    pub number: fn(A) -> u64,
    /// The action of a number.
    pub action: fn(u64) -> A,
}

/// A space with the states, estimates and expansions of another one, whose type does not depend on it: for programs that
/// must be small. Actions are numbers, by [`Space::action_code`] or in the order in which they were met.
///
/// A strategy does the same on both. An expansion takes a few dynamic calls more, and a copy of the actions. What only
/// makes searches faster is left out: other threads, and states that are changed in place.
///
/// ```
/// use lurd_engine::search::{self, Strategy};
/// use lurd_engine::space::{Erased, Graph};
///
/// let doubled_or_more = |number: &u64| vec![(number * 2, 1), (number + 3, 1)];
/// let graph = Graph::new(1_u64, doubled_or_more, |&number| number == 37);
/// let erased = Erased::new(&graph);
/// let plan = search::solve(&erased.space(), Strategy::Uniform)?;
/// assert_eq!(erased.actions(&plan.actions), search::solve(&graph, Strategy::Uniform)?.actions);
/// # Ok::<(), search::Unsolved>(())
/// ```
pub struct Erased<'s, S: Space> {
    space: &'s S,
    code: Option<ActionCode<S::Action>>,
    /// The actions that were met, if there is no code.
    met: RefCell<Vec<S::Action>>,
    /// A buffer for the successors of one state.
    found: RefCell<Successors<S>>,
    ranking: Option<Ranking<'s, S>>,
}

impl<'s, S: Space> Erased<'s, S> {
    /// Hides the type of a space.
    pub fn new(space: &'s S) -> Self {
        let ranking = space.ranked().map(Ranking);
        Self { space, code: space.action_code(), met: RefCell::default(), found: RefCell::default(), ranking }
    }

    /// The space that strategies search.
    pub fn space(&self) -> ErasedSpace<'_, S::State> {
        let of = |kind| Estimates { space: self, kind };
        ErasedSpace {
            space: self,
            estimate: self.space.heuristic().map(|_| of(HeuristicKind::Estimate)),
            rate: self.space.rate().map(|_| of(HeuristicKind::Rate)),
            has_backward: self.space.backward().is_some(),
            has_pruning: self.space.move_pruning().is_some(),
            has_features: self.space.featured().is_some(),
            ranking: self.ranking.as_ref().map(|ranking| ErasedRanking(ranking)),
        }
    }

    /// The actions that the numbers of a plan stand for.
    pub fn actions(&self, numbers: &[u64]) -> Vec<S::Action> {
        numbers.iter().map(|&number| self.action(number)).collect()
    }

    fn number(&self, action: S::Action) -> u64 {
        if let Some(code) = self.code {
            return (code.number)(action);
        }
        let mut met = self.met.borrow_mut();
        let known = met.iter().position(|it| *it == action);
        known.unwrap_or_else(|| {
            met.push(action);
            met.len() - 1
        }) as u64
    }

    #[expect(clippy::cast_possible_truncation, reason = "the place of an action that was met")]
    fn action(&self, number: u64) -> S::Action {
        self.code.map_or_else(|| self.met.borrow()[number as usize], |code| (code.action)(number))
    }

    /// Appends the successors that `generate` finds.
    fn append<T>(&self, children: &mut Children<'_, S::State>, generate: impl FnOnce(&mut Successors<S>) -> T) -> T {
        let found = &mut *self.found.borrow_mut();
        found.clear();
        let result = generate(found);
        for index in 0..found.len() {
            children.push(found.state(index), self.number(found.action(index)), found.cost(index));
        }
        result
    }

    /// Calls `change` with the same successors of the space itself, and takes over the estimates.
    fn change(&self, children: &mut Children<'_, S::State>, change: impl FnOnce(&mut Successors<S>)) {
        let mut own = children.take_with(|number| self.action(number));
        change(&mut own);
        *children = own.take_with(|action| self.number(action));
    }

    fn heuristic(&self, kind: HeuristicKind) -> &dyn Heuristic<S> {
        let heuristic = match kind {
            HeuristicKind::Estimate => self.space.heuristic(),
            HeuristicKind::Rate => self.space.rate(),
        };
        heuristic.expect("asked only if there is one")
    }

    fn backward(&self) -> &dyn Backward<S> {
        self.space.backward().expect("asked only if there are moves backward")
    }

    fn features(&self) -> &dyn Features<S> {
        self.space.featured().expect("asked only if there are some")
    }
}

/// The successors of an erased space.
type Children<'a, St> = Successors<ErasedSpace<'a, St>>;

/// Whether a heuristic estimates the cost or rates states.
#[derive(Clone, Copy)]
enum HeuristicKind {
    Estimate,
    Rate,
}

/// What an erased space asks of the space itself.
trait Interface<St: State + ?Sized> {
    fn start(&self) -> St::Owned;
    fn is_goal(&self, state: &St) -> bool;
    fn expand(&self, state: &St, left: Cost, children: &mut Children<'_, St>) -> Cost;
    fn expanding(&self, cost: Cost, is_counted: bool);
    fn left_out(&self) -> Vec<(&'static str, u64)>;
    fn unit_costs(&self) -> bool;
    fn cost_parity(&self) -> Option<Cost>;
    fn state_bits(&self) -> u32;
    fn guarantee(&self, kind: HeuristicKind) -> Guarantee;
    fn estimate(&self, kind: HeuristicKind, state: &St) -> Cost;
    fn improved(&self, kind: HeuristicKind, state: &St, estimate: Cost) -> Option<Cost>;
    fn estimate_successors(&self, kind: HeuristicKind, parent: &St, children: &mut Children<'_, St>);
    fn goal_states(&self, goals: &mut St::List);
    fn predecessors(&self, state: &St, left: Option<Cost>, children: &mut Children<'_, St>);
    fn prune(&self, previous: u64, children: &mut Children<'_, St>);
    fn mark(&self, state: &St) -> Mark;
    fn annotate(&self, parent: &St, here: Mark, children: &mut Children<'_, St>, marks: &mut [Mark]);
    fn milestone(&self, state: &St) -> Option<Task>;
    fn prove_dead(&self, state: &St, budget: &mut Budget<'_>) -> Result<bool, Stop>;
}

impl<S: Space> Interface<S::State> for Erased<'_, S> {
    fn start(&self) -> Owned<S> {
        self.space.start()
    }

    fn is_goal(&self, state: &S::State) -> bool {
        self.space.is_goal(state)
    }

    fn expand(&self, state: &S::State, left: Cost, children: &mut Children<'_, S::State>) -> Cost {
        self.append(children, |found| self.space.expand_within(state, left, found))
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

    fn guarantee(&self, kind: HeuristicKind) -> Guarantee {
        self.heuristic(kind).guarantee()
    }

    fn estimate(&self, kind: HeuristicKind, state: &S::State) -> Cost {
        self.heuristic(kind).of(state)
    }

    fn improved(&self, kind: HeuristicKind, state: &S::State, estimate: Cost) -> Option<Cost> {
        self.heuristic(kind).improved(state, estimate)
    }

    fn estimate_successors(&self, kind: HeuristicKind, parent: &S::State, children: &mut Children<'_, S::State>) {
        self.change(children, |own| self.heuristic(kind).of_successors(parent, own));
    }

    fn goal_states(&self, goals: &mut <S::State as State>::List) {
        self.backward().goal_states(goals);
    }

    fn predecessors(&self, state: &S::State, left: Option<Cost>, children: &mut Children<'_, S::State>) {
        self.append(children, |found| match left {
            Some(left) => self.backward().predecessors_within(state, left, found),
            None => self.backward().predecessors(state, found),
        });
    }

    fn prune(&self, previous: u64, children: &mut Children<'_, S::State>) {
        if let Some(pruning) = self.space.move_pruning() {
            self.change(children, |own| pruning.prune(self.action(previous), own));
        }
    }

    fn mark(&self, state: &S::State) -> Mark {
        self.features().mark(state)
    }

    fn annotate(&self, parent: &S::State, here: Mark, children: &mut Children<'_, S::State>, marks: &mut [Mark]) {
        self.change(children, |own| self.features().annotate(parent, here, own, marks));
    }

    fn milestone(&self, state: &S::State) -> Option<Task> {
        self.features().milestone(state)
    }

    fn prove_dead(&self, state: &S::State, budget: &mut Budget<'_>) -> Result<bool, Stop> {
        self.features().prove_dead(state, budget)
    }
}

/// The space of [`Erased::space`].
pub struct ErasedSpace<'s, St: State + ?Sized> {
    space: &'s dyn Interface<St>,
    estimate: Option<Estimates<'s, St>>,
    rate: Option<Estimates<'s, St>>,
    has_backward: bool,
    has_pruning: bool,
    has_features: bool,
    ranking: Option<ErasedRanking<'s, St>>,
}

impl<St: State + ?Sized> Space for ErasedSpace<'_, St> {
    type State = St;
    type Action = u64;

    fn start(&self) -> St::Owned {
        self.space.start()
    }

    fn is_goal(&self, state: &St) -> bool {
        self.space.is_goal(state)
    }

    fn expand(&self, state: &St, children: &mut Successors<Self>) {
        self.space.expand(state, Cost::MAX, children);
    }

    fn expand_within(&self, state: &St, left: Cost, children: &mut Successors<Self>) -> Cost {
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

    fn ranked(&self) -> Option<&dyn Ranked<Self>> {
        self.ranking.as_ref().map(|ranking| ranking as _)
    }

    fn featured(&self) -> Option<&dyn Features<Self>> {
        self.has_features.then_some(self)
    }

    fn move_pruning(&self) -> Option<&dyn MovePruning<Self>> {
        self.has_pruning.then_some(self)
    }
}

impl<St: State + ?Sized> Backward<Self> for ErasedSpace<'_, St> {
    fn goal_states(&self, goals: &mut St::List) {
        self.space.goal_states(goals);
    }

    fn predecessors(&self, state: &St, children: &mut Successors<Self>) {
        self.space.predecessors(state, None, children);
    }

    fn predecessors_within(&self, state: &St, left: Cost, children: &mut Successors<Self>) {
        self.space.predecessors(state, Some(left), children);
    }
}

impl<St: State + ?Sized> MovePruning<Self> for ErasedSpace<'_, St> {
    fn prune(&self, previous: u64, children: &mut Successors<Self>) {
        self.space.prune(previous, children);
    }
}

impl<St: State + ?Sized> Features<Self> for ErasedSpace<'_, St> {
    fn mark(&self, state: &St) -> Mark {
        self.space.mark(state)
    }

    fn annotate(&self, parent: &St, here: Mark, children: &mut Successors<Self>, marks: &mut [Mark]) {
        self.space.annotate(parent, here, children, marks);
    }

    fn milestone(&self, state: &St) -> Option<Task> {
        self.space.milestone(state)
    }

    fn prove_dead(&self, state: &St, budget: &mut Budget<'_>) -> Result<bool, Stop> {
        self.space.prove_dead(state, budget)
    }
}

struct Estimates<'s, St: State + ?Sized> {
    space: &'s dyn Interface<St>,
    kind: HeuristicKind,
}

impl<'s, St: State + ?Sized> Heuristic<ErasedSpace<'s, St>> for Estimates<'s, St> {
    fn guarantee(&self) -> Guarantee {
        self.space.guarantee(self.kind)
    }

    fn of(&self, state: &St) -> Cost {
        self.space.estimate(self.kind, state)
    }

    fn improved(&self, state: &St, estimate: Cost) -> Option<Cost> {
        self.space.improved(self.kind, state, estimate)
    }

    fn of_successors(&self, parent: &St, children: &mut Successors<ErasedSpace<'s, St>>) {
        self.space.estimate_successors(self.kind, parent, children);
    }
}

// Ranks, which other threads read as well.

/// What an erased space asks of a ranking.
trait RankingInterface<St: State + ?Sized>: Sync {
    fn size(&self) -> u64;
    fn rank(&self, state: &St) -> Option<u64>;
    fn unrank(&self, rank: u64) -> St::Owned;
    fn within_reach(&self) -> u64;
    fn walker(&self) -> Option<Box<dyn Walker + Send + '_>>;
}

struct Ranking<'s, S: Space>(&'s dyn Ranked<S>);

impl<S: Space> RankingInterface<S::State> for Ranking<'_, S> {
    fn size(&self) -> u64 {
        self.0.size()
    }

    fn rank(&self, state: &S::State) -> Option<u64> {
        self.0.rank(state)
    }

    fn unrank(&self, rank: u64) -> Owned<S> {
        self.0.unrank(rank)
    }

    fn within_reach(&self) -> u64 {
        self.0.within_reach()
    }

    fn walker(&self) -> Option<Box<dyn Walker + Send + '_>> {
        self.0.walker()
    }
}

struct ErasedRanking<'s, St: State + ?Sized>(&'s dyn RankingInterface<St>);

impl<'s, St: State + ?Sized> Ranked<ErasedSpace<'s, St>> for ErasedRanking<'s, St> {
    fn size(&self) -> u64 {
        self.0.size()
    }

    fn rank(&self, state: &St) -> Option<u64> {
        self.0.rank(state)
    }

    fn unrank(&self, rank: u64) -> St::Owned {
        self.0.unrank(rank)
    }

    fn within_reach(&self) -> u64 {
        self.0.within_reach()
    }

    fn walker(&self) -> Option<Box<dyn Walker + Send + '_>> {
        self.0.walker()
    }
}
