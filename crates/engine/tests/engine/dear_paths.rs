//! A\* whose successors are left out while they are too dear, and which is told of ever cheaper incumbents.

#![allow(clippy::cast_possible_truncation, reason = "small numbers")]

use std::cell::RefCell;

use lurd_engine::Budget;
use lurd_engine::program::search::Step;
use lurd_engine::program::search::random::Random;
use lurd_engine::program::search::uniform;
use lurd_engine::{Cost, Outcome};
use lurd_engine::{Graph, Guarantee, Heuristic, Space, Successors};
use lurd_engine::{Settings, Stepper, Unsolved};

/// A random graph that leaves out successors by random bounds, other ones at each call.
struct Deferring {
    edges: Vec<Vec<(u64, Cost)>>,
    /// The cost from each node to the goal, which is node 0.
    costs: Vec<Option<Cost>>,
    estimates: Vec<Cost>,
    random: RefCell<Random>,
    left_out: RefCell<u32>,
}

impl Deferring {
    fn new(seed: u64) -> Self {
        let mut random = Random::new(seed);
        let nodes = 2 + random.below(30);
        let mut edge = |_| (random.below(nodes) as u64, random.below(9) as Cost);
        let edges: Vec<Vec<_>> = (0..nodes).map(|node| (0..node % 5).map(&mut edge).collect()).collect();
        let cost = |node| {
            let graph = Graph::new(node as u64, |node: &u64| edges[*node as usize].clone(), |&node| node == 0);
            uniform(&graph).map_or_else(
                |unsolved| {
                    assert_eq!(unsolved, Unsolved::Unsolvable);
                    None
                },
                |plan| Some(plan.cost),
            )
        };
        let costs: Vec<Option<Cost>> = (0..nodes).map(cost).collect();
        let estimates = costs.iter().map(|cost| random.below(cost.unwrap_or(3) as usize + 1) as Cost).collect();
        Self { edges, costs, estimates, random: RefCell::new(random), left_out: RefCell::default() }
    }
}

impl Space for Deferring {
    type State = u64;
    type Action = u64;

    fn start(&self) -> u64 {
        self.edges.len() as u64 - 1
    }
    fn is_goal(&self, state: &u64) -> bool {
        *state == 0
    }
    fn expand(&self, state: &u64, children: &mut Successors<Self>) {
        self.expand_within(state, Cost::MAX, children);
    }
    fn expand_within(&self, state: &u64, left: Cost, children: &mut Successors<Self>) -> Cost {
        let mut least = Cost::MAX;
        for &(next, cost) in &self.edges[*state as usize] {
            let through = self.costs[next as usize].map_or(1000, |rest| rest + cost);
            let bound = self.random.borrow_mut().below(through as usize + 1) as Cost;
            if bound > left {
                least = least.min(bound);
                *self.left_out.borrow_mut() += 1;
            } else {
                children.push(next, next, cost);
            }
        }
        least
    }
    fn heuristic(&self) -> Option<&dyn Heuristic<Self>> {
        Some(self)
    }
}

impl Heuristic<Self> for Deferring {
    fn guarantee(&self) -> Guarantee {
        Guarantee::Admissible
    }
    fn of(&self, state: &u64) -> Cost {
        self.estimates[*state as usize]
    }
}

#[test]
fn successors_that_are_left_out_are_found_in_time() {
    let (mut solved, mut unsolvable, mut left_out) = (0, 0, 0);
    for seed in 0..3_000 {
        let space = Deferring::new(seed);
        let optimum = space.costs[space.start() as usize];
        let mut budget = Budget::unlimited();
        let mut search = Stepper::astar(&space, &Settings::default()).expect("it fits");
        let mut incumbent = Cost::MAX;
        let mut turns = Random::new(seed);
        let outcome = loop {
            if let Step::Ended(outcome) = search.advance(1 + turns.below(4) as u64, &mut budget) {
                break outcome;
            }
            assert!(optimum.is_none_or(|optimum| budget.lower_bound() <= optimum), "seed {seed}");
            if let Some(optimum) = optimum
                && seed % 2 == 0
            {
                incumbent = incumbent.min(optimum + turns.below(12) as Cost);
                assert!(search.prune_from(incumbent));
            }
        };
        left_out += space.left_out.take();
        match outcome {
            Outcome::Solved { plan, .. } => {
                assert_eq!(Some(plan.cost), optimum, "seed {seed}");
                solved += 1;
            }
            Outcome::Unsolvable => {
                assert!(optimum.is_none_or(|optimum| incumbent == optimum), "seed {seed}");
                unsolvable += 1;
            }
            Outcome::Stopped { .. } => unreachable!("no limits"),
        }
    }
    assert!(solved > 500 && unsolvable > 500 && left_out > 5_000, "{solved} {unsolvable} {left_out}");
}

/// Random edges, a random goal, and estimates between 0 and the true cost.
#[test]
fn leaving_out_dear_paths_proves_that_there_is_none_cheaper() {
    let (mut solved, mut none_cheaper) = (0, 0);
    for seed in 0..2_000 {
        let mut random = Random::new(seed);
        let nodes = 2 + random.below(30) as u64;
        let edges: Vec<Vec<(u64, Cost)>> = (0..nodes)
            .map(|_| {
                let edge = |random: &mut Random| (random.below(nodes as usize) as u64, random.below(9) as Cost);
                (0..random.below(4)).map(|_| edge(&mut random)).collect()
            })
            .collect();
        let successors = |node: &u64| edges[*node as usize].clone();
        let costs: Vec<Option<Cost>> = (0..nodes)
            .map(|node| {
                let graph = Graph::new(node, successors, |&node| node == 0);
                uniform(&graph).map_or_else(
                    |unsolved| {
                        assert_eq!(unsolved, Unsolved::Unsolvable);
                        None
                    },
                    |plan| Some(plan.cost),
                )
            })
            .collect();
        let estimates: Vec<Cost> =
            costs.iter().map(|cost| cost.map_or(3, |cost| random.below(cost as usize + 1) as Cost)).collect();
        let graph =
            Graph::new(nodes - 1, successors, |&node| node == 0).with_estimate(|&node| estimates[node as usize]);
        let Some(optimum) = costs[nodes as usize - 1] else { continue };
        // An incumbent, which gets better as the search goes on.
        let mut limit = optimum + random.below(12) as Cost;
        let mut budget = Budget::unlimited();
        let mut search = Stepper::astar(&graph, &Settings::default()).expect("it fits");
        let outcome = loop {
            if let Step::Ended(outcome) = search.advance(1 + random.below(4) as u64, &mut budget) {
                break outcome;
            }
            assert!(budget.lower_bound() <= optimum, "seed {seed}");
            limit = limit.min(optimum + random.below(12) as Cost);
            assert!(search.prune_from(limit));
        };
        match outcome {
            Outcome::Solved { plan, .. } => {
                assert_eq!(plan.cost, optimum, "seed {seed}");
                solved += 1;
            }
            Outcome::Unsolvable => {
                assert_eq!((limit, budget.lower_bound()), (optimum, optimum), "seed {seed}");
                none_cheaper += 1;
            }
            Outcome::Stopped { .. } => unreachable!("no limits"),
        }
    }
    assert!(solved > 100 && none_cheaper > 50, "{solved} {none_cheaper}");
}
