//! Explicit graphs as spaces, in every shape a state can have, and an oracle for them.

use std::borrow::Borrow;
use std::sync::atomic::{AtomicU64, Ordering};

use lurd::atlas::Ranked;
use lurd::budget::{Budget, Cancel, Limits};
use lurd::outcome::{Cost, Outcome, Stop};
use lurd::search::{self, Settings, Storable, Strategy};
use lurd::space::{
    Backward, DEAD_END, Features, Guarantee, Heuristic, Mark, Owned, PlainState, Space, State, Successors,
};

/// A small generator of our own (`SplitMix64`), so that seeds mean the same for ever.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }
}

/// A directed graph with a start, goals and costs.
#[derive(Clone, Debug)]
pub struct Graph {
    pub nodes: usize,
    pub edges: Vec<(usize, usize, Cost)>,
    pub start: usize,
    pub goals: Vec<usize>,
    /// The estimate of each node.
    pub estimates: Vec<Cost>,
    pub guarantee: Guarantee,
}

impl Graph {
    /// The exact cost from each node to the nearest goal, by relaxing every edge until nothing
    /// changes; `None` where there is no way.
    pub fn exact(&self) -> Vec<Option<Cost>> {
        let mut exact = vec![None; self.nodes];
        for &goal in &self.goals {
            exact[goal] = Some(0);
        }
        for _ in 0..self.nodes {
            for &(from, to, cost) in &self.edges {
                if let Some(rest) = exact[to] {
                    let through = rest + cost;
                    if exact[from].is_none_or(|known| through < known) {
                        exact[from] = Some(through);
                    }
                }
            }
        }
        exact
    }

    pub fn unit(&self) -> bool {
        self.edges.iter().all(|&(.., cost)| cost == 1)
    }

    pub fn random(seed: u64) -> Self {
        let random = &mut Random::new(seed);
        let nodes = 1 + random.below(40);
        let unit = random.below(2) == 0;
        let edges = (0..random.below(nodes * 4))
            .map(|_| {
                let cost = if unit { 1 } else { random.below(9) as Cost };
                (random.below(nodes), random.below(nodes), cost)
            })
            .collect();
        let goals = (0..=random.below(2)).map(|_| random.below(nodes)).collect();
        let mut graph = Self {
            nodes,
            edges,
            start: random.below(nodes),
            goals,
            estimates: Vec::new(),
            guarantee: Guarantee::Admissible,
        };
        // Admissible, mostly inconsistent, and now and then a proof of death.
        graph.estimates = graph
            .exact()
            .into_iter()
            .map(|exact| match exact {
                None if random.below(2) == 0 => DEAD_END,
                None => random.below(20) as Cost,
                Some(exact) => random.below(exact as usize + 1) as Cost,
            })
            .collect();
        graph
    }

    /// A random graph whose estimate is consistent: half of the exact cost, rounded down.
    pub fn random_consistent(seed: u64) -> Self {
        let mut graph = Self::random(seed);
        graph.guarantee = Guarantee::Consistent;
        graph.estimates = graph.exact().into_iter().map(|exact| exact.map_or(DEAD_END, |exact| exact / 2)).collect();
        graph
    }
}

/// How a node number is kept as a state.
pub trait Shape {
    type State: State + Storable + ?Sized;
    fn make(node: usize) -> <Self::State as ToOwned>::Owned;
    fn node(state: &Self::State) -> usize;
}

/// `u64`.
pub struct Word;
impl Shape for Word {
    type State = u64;
    fn make(node: usize) -> u64 {
        node as u64
    }
    fn node(state: &u64) -> usize {
        *state as usize
    }
}

/// Three words, so that equal hashes of the first say nothing.
pub struct ThreeWords;
impl Shape for ThreeWords {
    type State = [u64];
    fn make(node: usize) -> Vec<u64> {
        vec![7, node as u64 / 3, node as u64]
    }
    fn node(state: &[u64]) -> usize {
        assert_eq!(state.len(), 3);
        state[2] as usize
    }
}

/// A type of one's own, with a hash that nearly always collides: states must be compared whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clumsy(String);
impl std::hash::Hash for Clumsy {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        state.write_usize(self.0.len());
    }
}
impl PlainState for Clumsy {
    fn heap_bytes(&self) -> u64 {
        32
    }
}
pub struct OwnType;
impl Shape for OwnType {
    type State = Clumsy;
    fn make(node: usize) -> Clumsy {
        Clumsy(node.to_string())
    }
    fn node(state: &Clumsy) -> usize {
        state.0.parse().expect("made by make")
    }
}

/// A graph as a space.
pub struct GraphSpace<'g, Sh> {
    pub graph: &'g Graph,
    pub expanded: AtomicU64,
    shape: std::marker::PhantomData<fn() -> Sh>,
}

impl<'g, Sh> GraphSpace<'g, Sh> {
    pub fn new(graph: &'g Graph) -> Self {
        Self { graph, expanded: AtomicU64::new(0), shape: std::marker::PhantomData }
    }
}

impl<Sh: Shape> Space for GraphSpace<'_, Sh> {
    type State = Sh::State;
    type Action = usize;

    fn start(&self) -> Owned<Self> {
        Sh::make(self.graph.start)
    }
    fn is_goal(&self, state: &Sh::State) -> bool {
        self.graph.goals.contains(&Sh::node(state))
    }
    fn expand(&self, state: &Sh::State, children: &mut Successors<Self>) {
        self.expanded.fetch_add(1, Ordering::Relaxed);
        let node = Sh::node(state);
        for (edge, &(from, to, cost)) in self.graph.edges.iter().enumerate() {
            if from == node {
                let next = Sh::make(to);
                children.push(Borrow::<Sh::State>::borrow(&next).given(), edge, cost);
            }
        }
    }
    fn unit_costs(&self) -> bool {
        self.graph.unit()
    }
    fn heuristic(&self) -> Option<&dyn Heuristic<Self>> {
        Some(self)
    }
    fn backward(&self) -> Option<&dyn Backward<Self>> {
        Some(self)
    }
    fn featured(&self) -> Option<&dyn Features<Self>> {
        Some(self)
    }
}

/// Features that mean nothing, and advice that is no good; but what is called dead is dead.
impl<Sh: Shape> Features<Self> for GraphSpace<'_, Sh> {
    fn mark(&self, state: &Sh::State) -> Mark {
        let node = Sh::node(state);
        Mark { cell: node as u64 % 5, score: self.graph.estimates[node], weight: 1, ..Mark::default() }
    }
    fn annotate(&self, _: &Sh::State, here: Mark, children: &mut Successors<Self>, marks: &mut [Mark]) {
        for (index, mark) in marks.iter_mut().enumerate() {
            *mark = self.mark(children.state(index));
            mark.weight = u8::from(mark.score > here.score);
            if self.graph.estimates[Sh::node(children.state(index))] == DEAD_END && mark.cell % 2 == 0 {
                children.prune(index);
            }
        }
    }
    fn prove_dead(&self, state: &Sh::State, _: &mut Budget<'_>) -> Result<bool, Stop> {
        Ok(self.graph.estimates[Sh::node(state)] == DEAD_END)
    }
}

/// A node is its own number.
impl<Sh: Shape> Ranked<Self> for GraphSpace<'_, Sh> {
    fn size(&self) -> u64 {
        self.graph.nodes as u64
    }
    fn rank(&self, state: &Sh::State) -> Option<u64> {
        Some(Sh::node(state) as u64)
    }
    fn unrank(&self, rank: u64) -> Owned<Self> {
        Sh::make(rank as usize)
    }
}

impl<Sh: Shape> Heuristic<Self> for GraphSpace<'_, Sh> {
    fn guarantee(&self) -> Guarantee {
        self.graph.guarantee
    }
    fn of(&self, state: &Sh::State) -> Cost {
        self.graph.estimates[Sh::node(state)]
    }
}

impl<Sh: Shape> Backward<Self> for GraphSpace<'_, Sh> {
    fn goal_states(&self) -> Vec<Owned<Self>> {
        self.graph.goals.iter().map(|&goal| Sh::make(goal)).collect()
    }
    fn predecessors(&self, state: &Sh::State, children: &mut Successors<Self>) {
        let node = Sh::node(state);
        for (edge, &(from, to, cost)) in self.graph.edges.iter().enumerate() {
            if to == node {
                let before = Sh::make(from);
                children.push(Borrow::<Sh::State>::borrow(&before).given(), edge, cost);
            }
        }
    }
}

/// Runs a strategy on a graph in one shape; `Err` if it does not fit.
pub fn run<Sh: Shape>(
    graph: &Graph,
    strategy: Strategy,
    limits: Limits,
    cancel: &Cancel,
) -> Result<Outcome<usize>, search::UnmetNeeds> {
    run_with::<Sh>(graph, strategy, &Settings::default(), limits, cancel)
}

/// Runs a strategy with settings of one's own.
pub fn run_with<Sh: Shape>(
    graph: &Graph,
    strategy: Strategy,
    settings: &Settings,
    limits: Limits,
    cancel: &Cancel,
) -> Result<Outcome<usize>, search::UnmetNeeds> {
    let mut no_observer = ();
    let mut budget = Budget::new(limits, cancel.clone(), &mut no_observer);
    search::run(&GraphSpace::<Sh>::new(graph), strategy, settings, &mut budget)
}

/// Follows the edges of a plan; the cost and where it ends.
pub fn follow(graph: &Graph, edges: &[usize]) -> (Cost, usize) {
    edges.iter().fold((0, graph.start), |(sum, at), &edge| {
        let (from, to, cost) = graph.edges[edge];
        assert_eq!(from, at, "the plan is a path");
        (sum + cost, to)
    })
}
