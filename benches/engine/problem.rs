//! Problems that both programs search by the same functions: start, successors, goal and estimate.

use std::cell::Cell;
use std::rc::Rc;

use lurd::budget::Budget;
use lurd::outcome::{Cost, Outcome};
use lurd::search::{Searched, Settings, Stepper, Storable};
use lurd::space::{Graph, Guarantee, Heuristic, Space, State, Successors};
use pathfinding::prelude as peer;

use crate::figure::{Figure, Measured, Sides};

/// A search that both programs have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Search {
    /// Breadth-first search.
    Bfs,
    /// Dijkstra's algorithm, which lurd calls `uniform`.
    Dijkstra,
    Astar,
    Idastar,
}

impl Search {
    pub const ALL: [Self; 4] = [Self::Bfs, Self::Dijkstra, Self::Astar, Self::Idastar];

    pub fn name(self) -> &'static str {
        match self {
            Self::Bfs => "bfs",
            Self::Dijkstra => "dijkstra",
            Self::Astar => "astar",
            Self::Idastar => "idastar",
        }
    }
}

/// A problem. Both programs get the same successors in the same order.
pub trait Problem: 'static {
    type State: Kind;

    fn start(&self) -> Self::State;
    fn is_goal(&self, state: &Self::State) -> bool;
    fn successors<'a>(&'a self, state: &Self::State) -> impl Iterator<Item = (Self::State, Cost)> + use<'a, Self>;
    /// A lower bound of the remaining cost, which no action lowers by more than its cost.
    fn estimate(&self, state: &Self::State) -> Cost;
    /// Whether every action costs 1.
    fn unit_costs(&self) -> bool {
        true
    }

    /// Calls `visit` with the same successors: how a space of its own type generates them, without a list.
    fn visit(&self, state: &Self::State, mut visit: impl FnMut(Self::State, Cost)) {
        self.successors(state).for_each(|(next, cost)| visit(next, cost));
    }

    /// What lurd finds: the cost of a solution, or the number of expanded states if there is none. And the number of
    /// expanded states.
    fn by_lurd(&self, search: Search) -> (u64, u64) {
        find_by_functions(self, search)
    }

    /// What `pathfinding` finds, as [`by_lurd`](Self::by_lurd) does.
    fn by_peer(&self, search: Search) -> u64 {
        let expanded = Cell::new(0);
        let successors = |state: &Self::State| {
            expanded.set(expanded.get() + 1);
            self.successors(state)
        };
        let is_goal = |state: &Self::State| self.is_goal(state);
        let estimate = |state: &Self::State| self.estimate(state);
        let start = self.start();
        let cost = match search {
            Search::Bfs => {
                let path = peer::bfs(&start, |state| successors(state).map(|(next, _)| next), is_goal);
                path.map(|path| path.len() as u64 - 1)
            }
            Search::Dijkstra => peer::dijkstra(&start, successors, is_goal).map(|(_, cost)| cost),
            Search::Astar => peer::astar(&start, successors, estimate, is_goal).map(|(_, cost)| cost),
            Search::Idastar => peer::idastar(&start, successors, estimate, is_goal).map(|(_, cost)| cost),
        };
        cost.unwrap_or(expanded.get())
    }
}

/// A problem that lurd searches as a space of its own type.
pub struct ByVisitor<P>(pub P);

impl<P: Problem> Problem for ByVisitor<P> {
    type State = P::State;

    fn start(&self) -> P::State {
        self.0.start()
    }
    fn is_goal(&self, state: &P::State) -> bool {
        self.0.is_goal(state)
    }
    fn successors<'a>(&'a self, state: &P::State) -> impl Iterator<Item = (P::State, Cost)> + use<'a, P> {
        self.0.successors(state)
    }
    fn estimate(&self, state: &P::State) -> Cost {
        self.0.estimate(state)
    }
    fn unit_costs(&self) -> bool {
        self.0.unit_costs()
    }
    fn by_lurd(&self, search: Search) -> (u64, u64) {
        find(self, search)
    }
}

impl<P: Problem> Space for ByVisitor<P> {
    type State = P::State;
    type Action = u32;

    fn start(&self) -> P::State {
        self.0.start()
    }
    fn is_goal(&self, state: &P::State) -> bool {
        self.0.is_goal(state)
    }
    fn expand(&self, state: &P::State, children: &mut Successors<Self>) {
        let mut number = 0;
        self.0.visit(state, |next, cost| {
            children.push(next.give(), number, cost);
            number += 1;
        });
    }
    fn unit_costs(&self) -> bool {
        self.0.unit_costs()
    }
    fn heuristic(&self) -> Option<&dyn Heuristic<Self>> {
        Some(self)
    }
}

impl<P: Problem> Heuristic<Self> for ByVisitor<P> {
    fn guarantee(&self) -> Guarantee {
        Guarantee::Consistent
    }
    fn of(&self, state: &P::State) -> Cost {
        self.0.estimate(state)
    }
}

/// Searches a problem as a [`Graph`], which has the same functions as the searches of `pathfinding`.
pub fn find_by_functions<P: Problem + ?Sized>(problem: &P, search: Search) -> (u64, u64) {
    let space = Graph::new(
        problem.start(),
        |state: &P::State| problem.successors(state),
        |state: &P::State| problem.is_goal(state),
    );
    let space = if problem.unit_costs() { space.with_unit_costs() } else { space };
    let mut budget = Budget::unlimited();
    let settings = Settings::default();
    let outcome = match search {
        Search::Bfs => Stepper::bfs(&space, &settings).expect("it fits").finish(&mut budget),
        Search::Dijkstra => Stepper::uniform(&space, &settings).expect("it fits").finish(&mut budget),
        Search::Astar | Search::Idastar => {
            return find(&space.with_estimate(|state: &P::State| problem.estimate(state)), search);
        }
    };
    found(&outcome, &budget)
}

/// A search that compiles no other strategies than these.
pub fn begin<S: Searched>(space: &S, search: Search) -> Stepper<'_, S> {
    let begin = match search {
        Search::Bfs => Stepper::bfs,
        Search::Dijkstra => Stepper::uniform,
        Search::Astar => Stepper::astar,
        Search::Idastar => Stepper::idastar,
    };
    begin(space, &Settings::default()).expect("it fits")
}

/// Searches `space`, as [`Problem::by_lurd`] does.
pub fn find<S: Searched>(space: &S, search: Search) -> (u64, u64) {
    let mut budget = Budget::unlimited();
    let outcome = begin(space, search).finish(&mut budget);
    found(&outcome, &budget)
}

fn found<A>(outcome: &Outcome<A>, budget: &Budget<'_>) -> (u64, u64) {
    let expanded = budget.statistics().expanded;
    match outcome {
        Outcome::Solved { plan, .. } => (plan.cost, expanded),
        Outcome::Unsolvable => (expanded, expanded),
        Outcome::Stopped { stop, .. } => panic!("without a limit: {stop}"),
    }
}

/// A problem, and what is known of its solution.
pub struct Instance<P> {
    pub problem: P,
    /// The least cost, or the number of states if there is no solution.
    pub known: Option<u64>,
}

impl<P> Instance<P> {
    pub fn known(problem: P, known: u64) -> Self {
        Self { problem, known: Some(known) }
    }

    pub fn unknown(problem: P) -> Self {
        Self { problem, known: None }
    }
}

/// The figure `NAME-SEARCH` of `instances`, which both programs solve one after the other.
pub fn figure<P: Problem>(
    name: &str,
    what: &str,
    rounds: usize,
    search: Search,
    instances: impl Fn() -> Vec<Instance<P>> + 'static,
) -> Figure {
    Figure::new(format!("{name}-{}", search.name()), format!("{what}, {}", search.name()), rounds, move || {
        let lurd = Rc::new(instances());
        let peer = Rc::clone(&lurd);
        Sides::new(
            move || {
                let mut measured = Measured::default();
                let mut all = 0;
                for Instance { problem, known } in &*lurd {
                    let (answer, expanded) = problem.by_lurd(search);
                    assert_eq!(known.unwrap_or(answer), answer, "the known result");
                    measured.answers.push(answer);
                    all += expanded;
                }
                measured.note = format!("\n  {} instances, expanded {all}", lurd.len());
                measured
            },
            move || {
                let answers = peer.iter().map(|instance| instance.problem.by_peer(search)).collect();
                Measured { answers, note: String::new() }
            },
        )
    })
}

/// The figure `NAME-visitor-SEARCH`: the same by the visitor.
pub fn figure_by_visitor<P: Problem>(
    name: &str,
    what: &str,
    rounds: usize,
    search: Search,
    instances: impl Fn() -> Vec<Instance<P>> + 'static,
) -> Figure {
    figure(&format!("{name}-visitor"), &format!("{what}, by a visitor"), rounds, search, move || {
        let instances = instances().into_iter();
        instances.map(|it| Instance { problem: ByVisitor(it.problem), known: it.known }).collect()
    })
}

/// A figure of each search.
pub fn figures_of<P: Problem>(
    name: &str,
    what: &str,
    rounds: usize,
    instances: fn(Search) -> Vec<Instance<P>>,
) -> Vec<Figure> {
    Search::ALL.map(|search| figure(name, what, rounds, search, move || instances(search))).into()
}

/// A type of states that both programs can search.
pub trait Kind: Storable + ToOwned<Owned = Self> + Clone + std::fmt::Debug + 'static {}

impl<T: Storable + ToOwned<Owned = T> + Clone + std::fmt::Debug + 'static> Kind for T {}
