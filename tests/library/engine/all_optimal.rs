//! The list of all optimal plans, compared with all paths of small graphs.

use crate::common::samples;
use lurd::budget::{Budget, Cancel, Limits};
use lurd::outcome::{Cost, Limit, Stop};
use lurd::search;
use lurd::space::Guarantee;

use super::graph::{Graph, GraphSpace, OwnType, Random, Shape, ThreeWords, Word};

/// All plans that visit no state twice and no goal before their end.
fn each_path(graph: &Graph, path: &mut Vec<usize>, seen: &mut Vec<usize>, visit: &mut dyn FnMut(&[usize])) {
    let here = seen[seen.len() - 1];
    if graph.goals.contains(&here) {
        return visit(path);
    }
    for (edge, &(from, to, _)) in graph.edges.iter().enumerate() {
        if from == here && !seen.contains(&to) {
            path.push(edge);
            seen.push(to);
            each_path(graph, path, seen, visit);
            path.pop();
            seen.pop();
        }
    }
}

fn optimal_paths(graph: &Graph) -> (Option<Cost>, Vec<Vec<usize>>) {
    let cost = |path: &[usize]| path.iter().map(|&edge| graph.edges[edge].2).sum::<Cost>();
    let mut paths: Vec<Vec<usize>> = Vec::new();
    each_path(graph, &mut Vec::new(), &mut vec![graph.start], &mut |path| paths.push(path.to_vec()));
    let optimum = paths.iter().map(|path| cost(path)).min();
    paths.retain(|path| Some(cost(path)) == optimum);
    paths.sort_unstable();
    (optimum, paths)
}

fn listed<Sh: Shape>(graph: &Graph, cost: Cost, budget: &mut Budget<'_>) -> Result<Vec<Vec<usize>>, Stop> {
    let space = GraphSpace::<Sh>::new(graph);
    let mut found = Vec::new();
    let mut visit = |actions: &[usize], _: &mut Budget<'_>| {
        found.push(actions.to_vec());
        Ok(())
    };
    search::each_optimal(&space, Some(&space), cost, budget, &mut visit)?;
    found.sort_unstable();
    let mut forward = Vec::new();
    let mut visit = |actions: &[usize], _: &mut Budget<'_>| {
        forward.push(actions.to_vec());
        Ok(())
    };
    search::each_optimal(&space, None, cost, budget, &mut visit)?;
    forward.sort_unstable();
    assert_eq!(found, forward, "with and without moves backward");
    Ok(found)
}

#[test]
fn actions_that_cost_nothing_are_on_the_lists() {
    let (mut solvable, mut plans) = (0, 0);
    for seed in 0..samples(3_000) {
        let random = &mut Random::new(seed);
        let nodes = 2 + random.below(5);
        let scale = [1, 1, 1 << 20, 1 << 40][random.below(4)];
        let edges = (0..random.below(nodes * 3))
            .map(|_| (random.below(nodes), random.below(nodes), scale * random.below(3) as Cost))
            .collect();
        let goals = (0..=random.below(2)).map(|_| random.below(nodes)).collect();
        let (start, estimates) = (random.below(nodes), vec![0; nodes]);
        let graph = Graph { nodes, edges, start, goals, estimates, guarantee: Guarantee::Consistent };
        let (Some(optimum), paths) = optimal_paths(&graph) else { continue };
        solvable += 1;
        plans += paths.len();
        let mut budget = Budget::unlimited();
        assert_eq!(listed::<Word>(&graph, optimum, &mut budget).as_ref(), Ok(&paths), "seed {seed}: {graph:?}");
        assert_eq!(listed::<ThreeWords>(&graph, optimum, &mut budget).as_ref(), Ok(&paths), "seed {seed}");
        assert_eq!(listed::<OwnType>(&graph, optimum, &mut budget).as_ref(), Ok(&paths), "seed {seed}");
    }
    assert!(solvable > samples(1_000) && plans > samples(2_000), "{solvable} {plans}");
}

/// A circle that costs nothing on the way: 0 to 1 to 2 and back to 0, and the goal from 2.
#[test]
fn a_circle_that_costs_nothing_is_not_followed() {
    let edges = vec![(0, 1, 0), (1, 2, 0), (2, 0, 0), (2, 3, 5), (0, 3, 5)];
    let (goals, estimates) = (vec![3], vec![0; 4]);
    let graph = Graph { nodes: 4, edges, start: 0, goals, estimates, guarantee: Guarantee::Consistent };
    assert_eq!(listed::<Word>(&graph, 5, &mut Budget::unlimited()), Ok(vec![vec![0, 1, 3], vec![4]]));
}

#[test]
fn a_list_of_dear_plans_takes_no_memory_for_their_cost() {
    let edges = vec![(0, 1, 400_000_000), (0, 1, 400_000_000)];
    let (goals, estimates) = (vec![1], vec![0; 2]);
    let graph = Graph { nodes: 2, edges, start: 0, goals, estimates, guarantee: Guarantee::Consistent };
    let mut no_observer = ();
    let limits = Limits { memory: Some(16 << 20), ..Limits::NONE };
    let mut budget = Budget::new(limits, Cancel::default(), &mut no_observer);
    assert_eq!(listed::<Word>(&graph, 400_000_000, &mut budget), Ok(vec![vec![0], vec![1]]));
    assert!(budget.statistics().peak_bytes < 1 << 20, "{}", budget.statistics().peak_bytes);
}

/// A chain is listed without recursion, and a limit that does not suffice for it is kept.
#[test]
fn a_long_plan_is_listed_within_the_memory_limit() {
    const LENGTH: u64 = 50_000;
    let list = |memory| {
        let chain = Chain(LENGTH);
        let mut no_observer = ();
        let limits = Limits { memory: Some(memory), ..Limits::NONE };
        let mut budget = Budget::new(limits, Cancel::default(), &mut no_observer);
        let mut lengths = Vec::new();
        let mut visit = |actions: &[()], _: &mut Budget<'_>| {
            lengths.push(actions.len() as u64);
            Ok(())
        };
        search::each_optimal(&chain, Some(&chain), LENGTH, &mut budget, &mut visit).map(|()| lengths)
    };
    assert_eq!(list(1 << 30), Ok(vec![LENGTH]));
    assert_eq!(list(1 << 20), Err(Stop::Limit(Limit::Memory)));
    assert_eq!(search::bidirectional(&Chain(LENGTH)).map(|plan| plan.cost), Ok(LENGTH));
}

/// From 0 to a number in steps of one, with a perfect estimate.
pub(super) struct Chain(pub u64);

impl lurd::space::Space for Chain {
    type State = u64;
    type Action = ();

    fn start(&self) -> u64 {
        0
    }
    fn is_goal(&self, state: &u64) -> bool {
        *state == self.0
    }
    fn expand(&self, state: &u64, children: &mut lurd::space::Successors<Self>) {
        for next in [state.wrapping_sub(1), state + 1].into_iter().filter(|&next| next <= self.0) {
            children.push(next, (), 1);
        }
    }
    fn unit_costs(&self) -> bool {
        true
    }
    fn heuristic(&self) -> Option<&dyn lurd::space::Heuristic<Self>> {
        Some(self)
    }
    fn backward(&self) -> Option<&dyn lurd::space::Backward<Self>> {
        Some(self)
    }
}

impl lurd::space::Heuristic<Chain> for Chain {
    fn guarantee(&self) -> Guarantee {
        Guarantee::Consistent
    }
    fn of(&self, state: &u64) -> Cost {
        self.0 - state
    }
}

impl lurd::space::Backward<Chain> for Chain {
    fn goal_states(&self) -> Vec<u64> {
        vec![self.0]
    }
    fn predecessors(&self, state: &u64, children: &mut lurd::space::Successors<Self>) {
        lurd::space::Space::expand(self, state, children);
    }
}
