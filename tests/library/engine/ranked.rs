//! Spaces whose states have numbers: distances, depths beyond a byte, limits.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use lurd::budget::{Budget, Cancel, Limits};
use lurd::outcome::{Limit, Outcome, Plan, Stop};
use lurd::search::{Origin, Settings, Step, Stepper, enumerate_all};
use lurd::space::{Backward, Ranked, Space, Successors};

use super::graph::{Graph, GraphSpace, ThreeWords};

#[test]
fn every_distance_on_random_graphs() {
    for seed in 0..500 {
        let graph = Graph::random(seed);
        if !graph.unit() {
            continue;
        }
        let space = GraphSpace::<ThreeWords>::new(&graph);
        let mut budget = Budget::unlimited();
        let all = enumerate_all(&space, &space, Origin::Goals(&space), 1, &mut budget).expect("no limit");
        let exact = graph.exact();
        for (node, &distance) in exact.iter().enumerate() {
            assert_eq!(all.distance_of_rank(node as u64), distance, "seed {seed}, node {node}");
        }
        for (distance, &states) in (0..).zip(all.layers()) {
            let here = exact.iter().filter(|&&exact| exact == Some(distance)).count();
            assert_eq!(states, here as u64, "seed {seed}, distance {distance}");
            let examples = all.examples(distance, 3, &mut budget).expect("no limit");
            assert_eq!(examples.len(), here.min(3), "seed {seed}, distance {distance}");
            assert!(examples.iter().all(|state| all.distance_of(state) == Some(distance)));
        }
        let reached: Vec<_> = exact.iter().flatten().copied().collect();
        assert_eq!(all.farthest(), reached.iter().copied().max().unwrap_or(0));
        let mean = reached.iter().sum::<u64>() as f64 / reached.len().max(1) as f64;
        assert!((all.mean() - mean).abs() < 1e-9);
    }
}

/// A way of so many nodes from 0 to the last one, and from every node a way back to an early one, so
/// that very different distances are neighbours.
struct SearchDirection {
    nodes: u64,
    goal: u64,
    moves_backward: bool,
    expanded: AtomicU64,
}

impl SearchDirection {
    fn new(nodes: u64, goal: u64, moves_backward: bool) -> Self {
        Self { nodes, goal, moves_backward, expanded: AtomicU64::new(0) }
    }
    fn back(node: u64) -> u64 {
        node * 7 % 300
    }
}

impl Space for SearchDirection {
    type State = u64;
    type Action = char;
    fn start(&self) -> u64 {
        0
    }
    fn is_goal(&self, state: &u64) -> bool {
        *state == self.goal
    }
    fn expand(&self, state: &u64, children: &mut Successors<Self>) {
        self.expanded.fetch_add(1, Ordering::Relaxed);
        if state + 1 < self.nodes {
            children.push(&(state + 1), '+', 1);
        }
        if Self::back(*state) < *state {
            children.push(&Self::back(*state), '<', 1);
        }
    }
    fn unit_costs(&self) -> bool {
        true
    }
    fn backward(&self) -> Option<&dyn Backward<Self>> {
        self.moves_backward.then_some(self as &dyn Backward<Self>)
    }
    fn ranked(&self) -> Option<&dyn Ranked<Self>> {
        Some(self)
    }
}

impl Backward<Self> for SearchDirection {
    fn goal_states(&self, goals: &mut Vec<u64>) {
        goals.push(self.goal);
    }
    fn predecessors(&self, state: &u64, children: &mut Successors<Self>) {
        for node in (0..self.nodes).rev() {
            if node > *state && Self::back(node) == *state {
                children.push(&node, '<', 1);
            }
        }
        if *state > 0 {
            children.push(&(state - 1), '+', 1);
        }
    }
}

impl Ranked<Self> for SearchDirection {
    fn size(&self) -> u64 {
        self.nodes
    }
    fn rank(&self, state: &u64) -> Option<u64> {
        // Not the identity, and not every state is counted.
        (*state < self.nodes).then(|| self.nodes - 1 - state)
    }
    fn unrank(&self, rank: u64) -> u64 {
        self.nodes - 1 - rank
    }
}

#[test]
fn spaces_deeper_than_a_byte_can_tell() {
    for moves_backward in [true, false] {
        let space = SearchDirection::new(1_300, 1_299, moves_backward);
        let plan = solved(&space).expect("there is a way");
        assert_eq!(plan.cost, 1_299);
        assert!(plan.actions.iter().all(|&action| action == '+'));
        let mut budget = Budget::unlimited();
        let all = enumerate_all(&space, &space, Origin::Start, 1, &mut budget).expect("no limit");
        assert_eq!(all.layers(), [1; 1_300]);
        assert_eq!(
            (0..1_300).map(|node| all.distance_of(&node)).collect::<Vec<_>>(),
            (0..1_300).map(Some).collect::<Vec<_>>()
        );
        assert_eq!(budget.statistics().peak_bytes, 2 * 1_300);
        // The goal is not counted: that is a proof.
        assert_eq!(solved(&SearchDirection::new(100, 2_000, moves_backward)), None);
    }
}

fn solved(space: &SearchDirection) -> Option<Plan<char>> {
    match run(space, Limits::NONE, &Cancel::default()) {
        Outcome::Solved { plan, .. } => Some(plan),
        _ => None,
    }
}

fn run(space: &SearchDirection, limits: Limits, cancel: &Cancel) -> Outcome<char> {
    let mut no_observer = ();
    let mut budget = Budget::new(limits, cancel.clone(), &mut no_observer);
    let outcome = Stepper::enumerate(space, &Settings::default()).expect("fits").finish(&mut budget);
    assert!(limits.nodes.is_none_or(|most| budget.statistics().expanded <= most));
    assert!(limits.memory.is_none_or(|most| budget.statistics().peak_bytes <= most));
    outcome
}

#[test]
fn limits_and_cancelling() {
    let space = SearchDirection::new(1_000, 999, true);
    let limits = Limits { nodes: Some(100), ..Limits::NONE };
    let stopped = run(&space, limits, &Cancel::default());
    assert_eq!(stopped, Outcome::Stopped { stop: Stop::Limit(Limit::Nodes), lower_bound: 101 });
    // A byte a state is asked for before anything is expanded, the second one when it is needed.
    for (memory, expanded) in [(999, 0), (1_999, 254)] {
        let space = SearchDirection::new(1_000, 999, true);
        let limits = Limits { memory: Some(memory), ..Limits::NONE };
        let stopped = run(&space, limits, &Cancel::default());
        assert!(matches!(stopped, Outcome::Stopped { stop: Stop::Limit(Limit::Memory), .. }), "{stopped:?}");
        assert_eq!(space.expanded.load(Ordering::Relaxed), expanded);
    }
    // A table that no machine has is refused without a limit, too.
    let stopped = run(&SearchDirection::new(u64::MAX, 5, true), Limits::NONE, &Cancel::default());
    assert!(matches!(stopped, Outcome::Stopped { stop: Stop::Limit(Limit::Memory), .. }), "{stopped:?}");
    let cancel = Cancel::default();
    cancel.cancel();
    let stopped = run(&space, Limits::NONE, &cancel);
    assert!(matches!(stopped, Outcome::Stopped { stop: Stop::Cancelled, .. }), "{stopped:?}");
    let limits = Limits { time: Some(Duration::from_millis(1)), ..Limits::NONE };
    let stopped = run(&SearchDirection::new(60_000, 59_999, false), limits, &Cancel::default());
    assert!(matches!(stopped, Outcome::Stopped { stop: Stop::Limit(Limit::Time), .. }), "{stopped:?}");
}

/// A cycle with steps in both directions.
struct Ring(u64);

impl Space for Ring {
    type State = u64;
    type Action = bool;
    fn start(&self) -> u64 {
        0
    }
    fn is_goal(&self, state: &u64) -> bool {
        *state == self.0 / 2
    }
    fn expand(&self, state: &u64, children: &mut Successors<Self>) {
        children.push(&((state + 1) % self.0), true, 1);
        children.push(&((state + self.0 - 1) % self.0), false, 1);
    }
    fn unit_costs(&self) -> bool {
        true
    }
    fn ranked(&self) -> Option<&dyn Ranked<Self>> {
        Some(self)
    }
}

impl Ranked<Self> for Ring {
    fn size(&self) -> u64 {
        self.0
    }
    fn rank(&self, state: &u64) -> Option<u64> {
        Some(*state)
    }
    fn unrank(&self, rank: u64) -> u64 {
        rank
    }
}

#[test]
fn enumerate_resumes_after_a_pause() {
    for pause in [1, 2, 7] {
        let ring = Ring(600);
        let mut budget = Budget::unlimited();
        let mut search = Stepper::enumerate(&ring, &Settings::default()).expect("it fits");
        let mut pauses = 0;
        let outcome = loop {
            match search.advance(pause, &mut budget) {
                Step::Paused => pauses += 1,
                Step::Ended(outcome) => break outcome,
            }
        };
        let Outcome::Solved { plan, .. } = outcome else { panic!("{outcome:?}") };
        assert_eq!((plan.cost, budget.statistics().expanded, pauses), (300, 599, 598 / pause));
    }
}
