//! Greedy best-first search of states with so many successors that they are stored in parts.

#![allow(clippy::cast_possible_truncation, reason = "small numbers")]

use std::collections::HashSet;

use lurd_engine::Budget;
use lurd_engine::Graph;
use lurd_engine::program::search::Step;
use lurd_engine::program::search::random::Random;
use lurd_engine::{Cost, Outcome};
use lurd_engine::{Settings, Stepper};

const NODES: usize = 200;

/// From this number of successors on, parts of them are stored.
const MANY_SUCCESSORS: usize = 128;

/// Random graphs whose nodes have many successors, some of them twice, with random rates. From the first half of the nodes
/// few edges lead to the goal's half, or none.
#[test]
fn in_parts_a_goal_is_found_exactly_where_there_is_one() {
    let (mut solvable, mut unsolvable) = (0, 0);
    for seed in 0..50 {
        let mut random = Random::new(seed);
        let bridges = random.below(3);
        let half = |from: usize| if from < NODES / 2 { 0 } else { NODES / 2 };
        let mut edges: Vec<Vec<u64>> = (0..NODES)
            .map(|from| {
                let count = [0, 5, MANY_SUCCESSORS, 3 * MANY_SUCCESSORS][random.below(4)];
                (0..count).map(|_| (half(from) + random.below(NODES / 2)) as u64).collect()
            })
            .collect();
        for _ in 0..bridges {
            edges[random.below(NODES / 2)].push((NODES / 2 + random.below(NODES / 2)) as u64);
        }
        edges[0].extend((1..NODES as u64 / 2).step_by(2));
        let goal = NODES as u64 - 1;
        let rates: Vec<Cost> = (0..NODES).map(|_| random.below(40) as Cost).collect();

        let (mut reachable, mut next) = (HashSet::from([0]), vec![0]);
        while let Some(node) = next.pop() {
            next.extend(edges[node as usize].iter().filter(|&&node| reachable.insert(node)));
        }

        let successors = |node: &u64| edges[*node as usize].clone().into_iter().map(|to| (to, 1));
        let graph = Graph::new(0, successors, |&node| node == goal).with_rate(|&node| rates[node as usize]);
        let mut budget = Budget::unlimited();
        let mut search = Stepper::greedy(&graph, &Settings::default()).expect("it fits");
        // In slices, so that entries are put back.
        let outcome = loop {
            if let Step::Ended(outcome) = search.advance(1 + random.below(3) as u64, &mut budget) {
                break outcome;
            }
        };
        let expanded = budget.statistics().expanded;
        match outcome {
            Outcome::Solved { plan, .. } => {
                assert!(reachable.contains(&goal), "seed {seed}");
                assert_eq!(graph.path(&plan).last(), Some(&goal), "seed {seed}");
                assert!(expanded <= reachable.len() as u64, "seed {seed}: each state once");
                solvable += 1;
            }
            Outcome::Unsolvable => {
                assert!(!reachable.contains(&goal), "seed {seed}");
                assert_eq!(expanded, reachable.len() as u64, "seed {seed}: all states");
                unsolvable += 1;
            }
            stopped @ Outcome::Stopped { .. } => panic!("seed {seed}: {stopped:?}"),
        }
    }
    assert!(solvable > 12 && unsolvable > 12, "{solvable} {unsolvable}");
}

/// Most successors are never stored: without parts, each expansion would store 200.
#[test]
fn in_parts_few_successors_are_stored() {
    let near = |&n: &u64| (n.saturating_sub(200)..n).chain(n + 1..=n + 200).map(|next| (next, 1)).collect::<Vec<_>>();
    let line = Graph::new(1_000, near, |&n| n == 50_000).with_rate(|&n| 50_000_u64.abs_diff(n));
    let mut budget = Budget::unlimited();
    let outcome = Stepper::greedy(&line, &Settings::default()).expect("a rate").finish(&mut budget);
    assert!(matches!(outcome, Outcome::Solved { .. }), "{outcome:?}");
    let done = budget.statistics();
    assert!(done.stored < 100 * done.expanded, "{done:?}");
}
