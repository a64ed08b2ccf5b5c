//! A state space defined by closures.

use super::{Cost, Guarantee, Heuristic, Space, State, Successors};

type Estimate<'f, N> = Box<dyn Fn(&N) -> Cost + 'f>;

/// A state space defined by a start, a function that returns the successors of a state with their costs, and a test
/// for goals. The action that leads to a successor is its index; [`path`](Self::path) converts a plan to states.
///
/// States are `u64`, or any type that implements [`PlainState`](super::PlainState).
///
/// ```
/// use lurd_engine::search::{self, Strategy};
/// use lurd_engine::space::Graph;
///
/// let graph = Graph::new(1, |&n: &u64| [(2 * n, 1), (n + 3, 1)], |&n| n == 37);
/// let plan = search::solve(&graph, Strategy::Uniform).expect("37 is reachable");
/// assert_eq!(plan.cost, 6);
/// assert_eq!(graph.path(&plan.actions), [1, 4, 7, 14, 17, 34, 37]);
/// ```
pub struct Graph<'f, N, F, G> {
    start: N,
    successors: F,
    is_goal: G,
    estimate: Option<Estimate<'f, N>>,
    unit_costs: bool,
}

impl<'f, N, I, F, G> Graph<'f, N, F, G>
where
    N: State + ToOwned<Owned = N>,
    I: IntoIterator<Item = (N, Cost)>,
    F: Fn(&N) -> I,
    G: Fn(&N) -> bool,
{
    /// Creates a space. `successors` must always return the same states in the same order for a given state,
    /// and at most `u32::MAX` of them.
    pub fn new(start: N, successors: F, is_goal: G) -> Self {
        Self { start, successors, is_goal, estimate: None, unit_costs: false }
    }

    /// The same space with a lower bound of the cost from a state to a goal, for A\* and its relatives. If a
    /// bound is too high, their answers and proofs are wrong. Return [`DEAD_END`](super::DEAD_END) for states
    /// from which no goal can be reached.
    #[must_use]
    pub fn with_estimate(mut self, estimate: impl Fn(&N) -> Cost + 'f) -> Self {
        self.estimate = Some(Box::new(estimate));
        self
    }

    /// The same space with the declaration that all costs are 1 (see [`Space::unit_costs`]), which
    /// breadth-first search requires.
    #[must_use]
    pub fn with_unit_costs(mut self) -> Self {
        self.unit_costs = true;
        self
    }

    /// The states along a plan of this space, from the start to the goal.
    ///
    /// # Panics
    /// If the actions are not those of a plan of this space.
    pub fn path(&self, actions: &[u32]) -> Vec<N> {
        let mut path = vec![self.start.to_owned()];
        for &action in actions {
            let next = (self.successors)(&path[path.len() - 1]).into_iter().nth(action as usize);
            path.push(next.expect("a plan of this space").0);
        }
        path
    }
}

impl<N, I, F, G> Space for Graph<'_, N, F, G>
where
    N: State + ToOwned<Owned = N>,
    I: IntoIterator<Item = (N, Cost)>,
    F: Fn(&N) -> I,
    G: Fn(&N) -> bool,
{
    type State = N;
    type Action = u32;

    fn start(&self) -> N {
        self.start.to_owned()
    }
    fn is_goal(&self, state: &N) -> bool {
        (self.is_goal)(state)
    }
    fn expand(&self, state: &N, children: &mut Successors<Self>) {
        for (number, (next, cost)) in (0..).zip((self.successors)(state)) {
            children.push(&next, number, cost);
        }
    }
    fn unit_costs(&self) -> bool {
        self.unit_costs
    }
    fn heuristic(&self) -> Option<&dyn Heuristic<Self>> {
        self.estimate.is_some().then_some(self as _)
    }
}

impl<N, I, F, G> Heuristic<Self> for Graph<'_, N, F, G>
where
    N: State + ToOwned<Owned = N>,
    I: IntoIterator<Item = (N, Cost)>,
    F: Fn(&N) -> I,
    G: Fn(&N) -> bool,
{
    fn guarantee(&self) -> Guarantee {
        Guarantee::Admissible
    }
    fn of(&self, state: &N) -> Cost {
        self.estimate.as_ref().map_or(0, |estimate| estimate(state))
    }
}
