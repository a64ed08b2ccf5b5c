//! Spaces whose states have numbers: distances, and depths beyond a byte.

use lurd::atlas::{Origin, Ranked, enumerate_all};
use lurd::budget::Budget;
use lurd::space::{Backward, Space, Successors};

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
}

impl SearchDirection {
    fn new(nodes: u64, goal: u64, moves_backward: bool) -> Self {
        Self { nodes, goal, moves_backward }
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
        if state + 1 < self.nodes {
            children.push(state + 1, '+', 1);
        }
        if Self::back(*state) < *state {
            children.push(Self::back(*state), '<', 1);
        }
    }
    fn unit_costs(&self) -> bool {
        true
    }
    fn backward(&self) -> Option<&dyn Backward<Self>> {
        self.moves_backward.then_some(self as &dyn Backward<Self>)
    }
}

impl Backward<Self> for SearchDirection {
    fn goal_states(&self) -> Vec<u64> {
        vec![self.goal]
    }
    fn predecessors(&self, state: &u64, children: &mut Successors<Self>) {
        for node in (0..self.nodes).rev() {
            if node > *state && Self::back(node) == *state {
                children.push(node, '<', 1);
            }
        }
        if *state > 0 {
            children.push(state - 1, '+', 1);
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
        let mut budget = Budget::unlimited();
        let all = enumerate_all(&space, &space, Origin::Start, 1, &mut budget).expect("no limit");
        assert_eq!(all.layers(), [1; 1_300]);
        assert_eq!(
            (0..1_300).map(|node| all.distance_of(&node)).collect::<Vec<_>>(),
            (0..1_300).map(Some).collect::<Vec<_>>()
        );
        assert_eq!(budget.statistics().peak_bytes, 2 * 1_300);
    }
}
