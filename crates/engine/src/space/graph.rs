//! A state space defined by closures.

use std::{collections::HashSet, fmt::Debug, hash::Hash};

use rustc_hash::{FxBuildHasher, FxHashSet};

use super::{Backward, Cost, DEAD_END, Guarantee, Heuristic, Space, State, Successors};
use crate::outcome::{Contradiction, Plan};

/// A state space defined by a start, a function that returns the successors of a state, and a test for goals.
///
/// A successor is a pair of a state and the cost of the way there, or a triple of an action, a state and a cost. Plans
/// contain the actions; those of pairs are the indices of the successors. [`path`](Self::path) returns the states along a
/// plan. States are `u64`, or any type that implements [`PlainState`](super::PlainState).
///
/// ```
/// use lurd_engine::program::search;
/// use lurd_engine::Graph;
///
/// let graph = Graph::new(1, |&n: &u64| [(2 * n, 1), (n + 3, 1)], |&n| n == 37);
/// let plan = search::uniform(&graph)?;
/// assert_eq!(plan.cost, 6);
/// assert_eq!(graph.path(&plan), [1, 4, 7, 14, 17, 34, 37]);
///
/// let graph = Graph::new(1, |&n: &u64| [("double", 2 * n, 1), ("add three", n + 3, 1)], |&n| n == 10);
/// assert_eq!(search::uniform(&graph)?.actions, ["double", "add three", "double"]);
/// # Ok::<(), search::Unsolved>(())
/// ```
///
/// What else is known about the space makes more strategies fit. With all of it, every strategy does, except `fess`:
///
/// ```
/// use lurd_engine::program::search;
/// use lurd_engine::Graph;
///
/// // From 3 or 5 to 1000 by doubling and by adding seven.
/// let graph = Graph::new(3, |&n: &u64| [(2 * n, 1), (n + 7, 1)], |&n| n == 1000)
///     .with_starts([5])
///     .with_unit_costs()
///     .with_consistent_estimate(|&n| u64::from(n != 1000))
///     .with_rate(|&n| n.abs_diff(1000))
///     .with_backward([1000], |&n| (n % 2 == 0).then_some(n / 2).into_iter().chain(n.checked_sub(7)));
/// let plan = search::bidirectional(&graph)?;
/// assert_eq!((plan.cost, &graph.path(&plan)[..3]), (10, &[3, 6, 13][..]));
/// assert!(search::greedy(&graph)?.cost >= 10);
/// # Ok::<(), search::Unsolved>(())
/// ```
///
/// A graph is [`Send`] and [`Sync`] if its closures and states are. A search is not, but it can be made in any thread.
pub struct Graph<N, F, G, E = Absent, R = Absent, B = Absent> {
    /// If there are several, searches see the first one only, as a state with the successors of all. Nothing that leads
    /// back to a start is generated then, so that no plan depends on which of them it began with. Costs, and what is proved
    /// about them, are those of the several starts, because a path never becomes cheaper by a return to one.
    starts: Vec<N>,
    /// The same as a set; empty if there is one start.
    several: FxHashSet<N>,
    successors: F,
    is_goal: G,
    unit_costs: bool,
    estimate: E,
    rate: R,
    backward: B,
}

/// What the successor function of a [`Graph`] returns for each successor: a state and a cost, or an action, a state and a
/// cost.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no successor",
    label = "not a pair of a state and a cost of type `u64`",
    note = "successors are pairs `(state, cost)` or triples `(action, state, cost)`, and costs are `u64`"
)]
pub trait Edge<N> {
    /// The action in plans.
    type Action: Copy + Eq + Hash + Debug + Send;

    /// The action, the state that it leads to, and its cost. `number` is the index of the successor.
    fn parts(self, number: u32) -> (Self::Action, N, Cost);
}

impl<N> Edge<N> for (N, Cost) {
    type Action = u32;

    fn parts(self, number: u32) -> (u32, N, Cost) {
        (number, self.0, self.1)
    }
}

impl<A: Copy + Eq + Hash + Debug + Send, N> Edge<N> for (A, N, Cost) {
    type Action = A;

    fn parts(self, _: u32) -> Self {
        self
    }
}

impl<N, I, F, G> Graph<N, F, G>
where
    N: State + ToOwned<Owned = N>,
    I: IntoIterator<Item: Edge<N>>,
    F: Fn(&N) -> I,
    G: Fn(&N) -> bool,
{
    /// Creates a space. `successors` must always return the same states in the same order for a given state,
    /// and at most `u32::MAX` of them. The actions of a state, if there are any, must differ from each other.
    pub fn new(start: N, successors: F, is_goal: G) -> Self {
        Self {
            starts: vec![start],
            several: HashSet::default(),
            successors,
            is_goal,
            unit_costs: false,
            estimate: Absent,
            rate: Absent,
            backward: Absent,
        }
    }
}

impl<N, I, F, G, E, R, B> Graph<N, F, G, E, R, B>
where
    N: State + ToOwned<Owned = N>,
    I: IntoIterator<Item: Edge<N>>,
    F: Fn(&N) -> I,
    G: Fn(&N) -> bool,
    E: MaybeRated<N>,
    R: MaybeRated<N>,
    B: Predecessors<N, <I::Item as Edge<N>>::Action>,
{
    /// The same space with more starts: a plan begins at any of them. Its [`path`](Self::path) says at which.
    ///
    /// A search sees them as one state, which has the first one's value and the successors of all.
    #[must_use]
    pub fn with_starts(mut self, more: impl IntoIterator<Item = N>) -> Self {
        self.several.extend(self.starts.iter().map(ToOwned::to_owned));
        self.starts.extend(more.into_iter().filter(|start| self.several.insert(start.to_owned())));
        if self.starts.len() == 1 {
            self.several.clear();
        }
        self.estimate.merge(&self.starts);
        self.rate.merge(&self.starts);
        self
    }

    /// The same space with a lower bound of the cost from a state to a goal, for A\* and its relatives. If a
    /// bound is too high, their answers and proofs are wrong. Return [`DEAD_END`] for states from which no goal can be
    /// reached.
    #[must_use]
    pub fn with_estimate<H: Fn(&N) -> Cost>(self, estimate: H) -> Graph<N, F, G, Rated<N, H>, R, B> {
        self.with_estimate_of(estimate, Guarantee::Admissible)
    }

    /// The same space with a [consistent](Guarantee::Consistent) lower bound: no action lowers it by more than its cost.
    #[must_use]
    pub fn with_consistent_estimate<H: Fn(&N) -> Cost>(self, estimate: H) -> Graph<N, F, G, Rated<N, H>, R, B> {
        self.with_estimate_of(estimate, Guarantee::Consistent)
    }

    /// Adds an estimate that guarantees nothing: A\* uses it, and claims nothing about the cost of its plan then. But no goal
    /// may be reachable from a state with an estimate of [`DEAD_END`].
    #[must_use]
    pub fn with_guess<H: Fn(&N) -> Cost>(self, guess: H) -> Graph<N, F, G, Rated<N, H>, R, B> {
        self.with_estimate_of(guess, Guarantee::Guess)
    }

    fn with_estimate_of<H>(self, of: H, guarantee: Guarantee) -> Graph<N, F, G, Rated<N, H>, R, B> {
        let Self { starts, several, successors, is_goal, unit_costs, rate, backward, .. } = self;
        let estimate = Rated { of, guarantee, starts: starts.iter().map(ToOwned::to_owned).collect() };
        Graph { starts, several, successors, is_goal, unit_costs, estimate, rate, backward }
    }

    /// The same space with a rating of states in any unit, lower is better, for greedy search and its relatives. Without
    /// one, they use the estimate. Return [`DEAD_END`] only for states from which no goal can be reached.
    #[must_use]
    pub fn with_rate<H: Fn(&N) -> Cost>(self, rate: H) -> Graph<N, F, G, E, Rated<N, H>, B> {
        let Self { starts, several, successors, is_goal, unit_costs, estimate, backward, .. } = self;
        let own_starts = starts.iter().map(ToOwned::to_owned).collect();
        let rate = Rated { of: rate, guarantee: Guarantee::Guess, starts: own_starts };
        Graph { starts, several, successors, is_goal, unit_costs, estimate, rate, backward }
    }

    /// The same space with moves backward, for searches from both ends. `goals` must contain every goal that can be
    /// reached, and `predecessors` return exactly the states that have the given one among their successors. (The forward
    /// function is its own inverse only if every move can be taken back.) Unless all costs are 1, they are those of the
    /// successor function, which is called for each predecessor. A search that meets a goal that is not listed, or a state that does not lead back,
    /// ends with a [`Contradiction`].
    #[must_use]
    #[expect(clippy::type_complexity, reason = "a graph has the types of its parts")]
    pub fn with_backward<P, J>(
        self,
        goals: impl IntoIterator<Item = N>,
        predecessors: P,
    ) -> Graph<N, F, G, E, R, Reversed<N, P, <I::Item as Edge<N>>::Action>>
    where
        P: Fn(&N) -> J,
        J: IntoIterator<Item = N>,
    {
        let Self { starts, several, successors, is_goal, unit_costs, estimate, rate, .. } = self;
        let mut seen = HashSet::with_hasher(FxBuildHasher);
        let goals = goals.into_iter().filter(|goal| is_goal(goal) && seen.insert(goal.to_owned())).collect();
        let mut edges = starts.iter().flat_map(&successors).map(|edge| edge.parts(0).0);
        let backward = Reversed { goals, predecessors, action: edges.next() };
        Graph { starts, several, successors, is_goal, unit_costs, estimate, rate, backward }
    }

    /// The same space with the declaration that all costs are 1 (see [`Space::unit_costs`]), which
    /// breadth-first search requires.
    #[must_use]
    pub fn with_unit_costs(mut self) -> Self {
        self.unit_costs = true;
        self
    }

    /// The states along a plan of this space, from the start that it begins with. O(number of starts) calls of the
    /// successor function, and one for each action.
    ///
    /// Of several edges from a state with the same action, the cheapest one counts.
    ///
    /// # Panics
    /// If it is not a plan of this space.
    pub fn path(&self, plan: &Plan<<I::Item as Edge<N>>::Action>) -> Vec<N> {
        let (mut number, mut other) = (0, None);
        for start in &self.starts {
            if let Some(path) = self.follow(start, number, plan) {
                if path.last().is_some_and(&self.is_goal) {
                    return path;
                }
                // A plan to a state that is no goal.
                other = other.or(Some(path));
            }
            if self.starts.len() > 1 {
                number += self.edges(start, 0).fold(0, |count, _| count + 1);
            }
        }
        other.expect("a plan of this space")
    }

    /// The states along a plan that begins at `start`, the edges of which are numbered from `number`; `None` if the plan
    /// does not begin there.
    fn follow(&self, start: &N, mut number: u32, plan: &Plan<<I::Item as Edge<N>>::Action>) -> Option<Vec<N>> {
        let (mut path, mut cost) = (vec![start.to_owned()], 0_u64);
        for &action in &plan.actions {
            let edges = self.edges(path.last()?, number).filter(|&(found, ..)| found == action);
            let (_, next, step) = edges.min_by_key(|&(.., step)| step)?;
            cost = cost.checked_add(step)?;
            path.push(next);
            number = 0;
        }
        (cost == plan.cost).then_some(path)
    }

    /// The edges of one state, numbered from `number`.
    #[inline]
    fn edges(&self, state: &N, number: u32) -> impl Iterator<Item = (<I::Item as Edge<N>>::Action, N, Cost)> {
        (number..).zip((self.successors)(state)).map(|(number, edge)| edge.parts(number))
    }

    #[cold]
    fn expand_with_several_starts(&self, state: &N, children: &mut Successors<Self>) {
        let mut number = 0;
        let starts = if self.is_merged(state) { &self.starts[..] } else { std::slice::from_ref(state) };
        for start in starts {
            for (action, next, cost) in self.edges(start, number) {
                number += 1;
                if !self.is_one_of_several(&next) {
                    children.push(next.give(), action, cost);
                }
            }
        }
    }

    /// Whether a state stands for several starts.
    #[inline]
    fn is_merged(&self, state: &N) -> bool {
        !self.several.is_empty() && *state == self.starts[0]
    }

    #[inline]
    fn is_one_of_several(&self, state: &N) -> bool {
        !self.several.is_empty() && self.several.contains(state)
    }
}

impl<N, I, F, G, E, R, B> Space for Graph<N, F, G, E, R, B>
where
    N: State + ToOwned<Owned = N>,
    I: IntoIterator<Item: Edge<N>>,
    F: Fn(&N) -> I,
    G: Fn(&N) -> bool,
    E: MaybeRated<N>,
    R: MaybeRated<N>,
    B: Predecessors<N, <I::Item as Edge<N>>::Action>,
{
    type State = N;
    type Action = <I::Item as Edge<N>>::Action;

    fn start(&self) -> N {
        self.starts[0].to_owned()
    }
    fn is_goal(&self, state: &N) -> bool {
        if self.is_merged(state) { self.starts.iter().any(&self.is_goal) } else { (self.is_goal)(state) }
    }
    fn expand(&self, state: &N, children: &mut Successors<Self>) {
        if !self.several.is_empty() {
            return self.expand_with_several_starts(state, children);
        }
        let mut number = 0;
        // Faster than a loop where the iterator has parts.
        (self.successors)(state).into_iter().for_each(|edge| {
            let (action, next, cost) = edge.parts(number);
            number += 1;
            children.push(next.give(), action, cost);
        });
    }
    fn unit_costs(&self) -> bool {
        self.unit_costs
    }
    fn heuristic(&self) -> Option<&dyn Heuristic<Self>> {
        self.estimate.heuristic()
    }
    fn rate(&self) -> Option<&dyn Heuristic<Self>> {
        self.rate.heuristic().or_else(|| self.heuristic())
    }
    fn backward(&self) -> Option<&dyn Backward<Self>> {
        B::ARE_KNOWN.then_some(self as _)
    }
}

impl<N, I, F, G, E, R, B> Backward<Self> for Graph<N, F, G, E, R, B>
where
    N: State + ToOwned<Owned = N>,
    I: IntoIterator<Item: Edge<N>>,
    F: Fn(&N) -> I,
    G: Fn(&N) -> bool,
    E: MaybeRated<N>,
    R: MaybeRated<N>,
    B: Predecessors<N, <I::Item as Edge<N>>::Action>,
{
    fn goal_states(&self) -> Vec<N> {
        let merged = self.starts.first().filter(|start| self.is_merged(start) && self.is_goal(start));
        let others = self.backward.goals().iter().filter(|goal| !self.is_one_of_several(goal));
        merged.into_iter().chain(others).map(ToOwned::to_owned).collect()
    }
    fn predecessors(&self, state: &N, children: &mut Successors<Self>) {
        if self.is_one_of_several(state) {
            return;
        }
        if self.unit_costs
            && self.several.is_empty()
            && let Some(action) = self.backward.action()
        {
            return self.backward.each(state, &mut |before| children.push(before.give(), action, 1));
        }
        self.backward.each(state, &mut |before| {
            let (mut from, mut number) = (&before, 0);
            if self.is_one_of_several(&before) {
                from = &self.starts[0];
                let earlier = self.starts.iter().take_while(|&start| *start != before);
                number = earlier.flat_map(|start| self.edges(start, 0)).fold(0, |count, _| count + 1);
            }
            let first = children.len();
            for (action, next, cost) in self.edges(&before, number) {
                if next == *state {
                    children.push(from.given(), action, cost);
                }
            }
            if children.len() == first {
                children.refute(Contradiction::Predecessors);
            }
        });
    }
}

// What a graph may have beside its successors. The types are not exported, and the traits cannot be implemented elsewhere.

/// What was not given.
pub struct Absent;

/// A given function that estimates or rates states.
pub struct Rated<N, H> {
    of: H,
    guarantee: Guarantee,
    /// The states that the first of them stands for.
    starts: Vec<N>,
}

/// An estimate or a rate, if there is one.
pub trait MaybeRated<N: ?Sized> {
    /// It as an ability of a space.
    fn heuristic<S: Space<State = N>>(&self) -> Option<&dyn Heuristic<S>>;

    /// Takes note that the first of these states stands for all.
    fn merge(&mut self, starts: &[N])
    where
        N: Sized;
}

impl<N> MaybeRated<N> for Absent {
    fn heuristic<S: Space<State = N>>(&self) -> Option<&dyn Heuristic<S>> {
        None
    }
    fn merge(&mut self, _: &[N]) {}
}

impl<N: State + ToOwned<Owned = N>, H: Fn(&N) -> Cost> MaybeRated<N> for Rated<N, H> {
    fn heuristic<S: Space<State = N>>(&self) -> Option<&dyn Heuristic<S>> {
        Some(self)
    }
    fn merge(&mut self, starts: &[N]) {
        self.starts = starts.iter().map(ToOwned::to_owned).collect();
    }
}

impl<N: State + ToOwned<Owned = N>, H: Fn(&N) -> Cost, S: Space<State = N>> Heuristic<S> for Rated<N, H> {
    fn guarantee(&self) -> Guarantee {
        self.guarantee
    }
    fn of(&self, state: &N) -> Cost {
        match &self.starts[..] {
            several @ [first, _, ..] if first == state => several.iter().map(&self.of).min().unwrap_or(DEAD_END),
            _ => (self.of)(state),
        }
    }
}

/// Given goals and a function that returns predecessors.
pub struct Reversed<N, P, A> {
    goals: Vec<N>,
    predecessors: P,
    /// Any action. The function does not say by which action a predecessor leads on, and to find out takes a call of the
    /// successor function.
    action: Option<A>,
}

/// Moves backward, if they are known.
pub trait Predecessors<N, A> {
    /// Whether they are known.
    const ARE_KNOWN: bool;

    /// The goals.
    fn goals(&self) -> &[N];

    /// Any action.
    fn action(&self) -> Option<A>;

    /// Calls `take` with every predecessor of a state, and perhaps with other states.
    fn each(&self, state: &N, take: &mut impl FnMut(N));
}

impl<N, A> Predecessors<N, A> for Absent {
    const ARE_KNOWN: bool = false;

    fn goals(&self) -> &[N] {
        &[]
    }
    fn action(&self) -> Option<A> {
        None
    }
    fn each(&self, _: &N, _: &mut impl FnMut(N)) {}
}

impl<N, A: Copy, P: Fn(&N) -> J, J: IntoIterator<Item = N>> Predecessors<N, A> for Reversed<N, P, A> {
    const ARE_KNOWN: bool = true;

    fn goals(&self) -> &[N] {
        &self.goals
    }
    fn action(&self) -> Option<A> {
        self.action
    }
    fn each(&self, state: &N, take: &mut impl FnMut(N)) {
        (self.predecessors)(state).into_iter().for_each(take);
    }
}
