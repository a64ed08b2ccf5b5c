//! Searches by one call each.

use std::collections::{BTreeSet, VecDeque};

use lurd_engine::budget::{Budget, Limits};
use lurd_engine::outcome::{Cost, Limit, Stop};
use lurd_engine::search::{Strategy, Unsolved, bfs, fits, solve, solve_within, uniform};
use lurd_engine::space::Graph;

#[test]
fn searches_of_different_spaces_share_a_budget() {
    let line = |length: u64| Graph::new(0, |&n: &u64| [(n + 1, 1)], move |&n| n == length);
    let mut budget = Budget::unlimited();
    for length in [5, 2, 7] {
        assert_eq!(solve_within(&line(length), Strategy::Uniform, &mut budget).map(|plan| plan.cost), Ok(length));
    }
    let detour = Graph::new(0, |&n: &u64| [(n + 1, 1), (9, 3)], |&n| n == 2);
    let outcome = solve_within(&detour, Strategy::Dfs, &mut budget).map(|plan| plan.cost);
    assert_eq!(outcome, Ok(2));
    let most = budget.statistics().expanded;
    let mut budget = Budget::within(Limits::NONE.nodes(most / 2));
    solve_within(&line(5), Strategy::Uniform, &mut budget).expect("a plan");
    let stopped = solve_within(&line(100), Strategy::Uniform, &mut budget).expect_err("few expansions are left");
    assert!(matches!(stopped, Unsolved::Stopped { lower_bound: ..=20, .. }), "{stopped:?}");
}

#[test]
fn every_reason_is_a_variant() {
    let graph = |goal: u64| Graph::new(1, |&n: &u64| [((2 * n) % 64, 1), ((n + 4) % 64, 1)], move |&n| n == goal);
    assert_eq!(solve(&graph(12), Strategy::Uniform).map(|plan| plan.cost), Ok(3));
    assert_eq!(uniform(&graph(12)).map(|plan| plan.cost), Ok(3));
    assert_eq!(solve(&graph(64), Strategy::Uniform), Err(Unsolved::Unsolvable));
    let unmet = bfs(&graph(12)).expect_err("its costs may differ");
    assert_eq!(unmet.to_string(), "the strategy needs actions that all cost 1");
    assert_eq!(Err(unmet), fits(Strategy::Bfs, &graph(12)).map_err(Unsolved::Unmet));
    let unsolved = uniform(&Graph::new(1, |&n: &u64| [(n + 1, Cost::MAX - 1)], |&n| n == 4));
    let stop = Stop::Limit(Limit::Cost);
    assert!(matches!(unsolved, Err(Unsolved::Stopped { stop: why, .. }) if why == stop), "{unsolved:?}");
}

#[test]
fn sets_and_queues_are_states() {
    // Coins to turn over: each move turns two neighbours, from two heads to none.
    let turned = |heads: &BTreeSet<u8>| {
        let turn = |at: u8| heads.symmetric_difference(&BTreeSet::from([at, at + 1])).copied().collect();
        (0..5).map(|at| (turn(at), 1)).collect::<Vec<(BTreeSet<u8>, u64)>>()
    };
    let coins = Graph::new(BTreeSet::from([0, 4]), turned, BTreeSet::is_empty).with_unit_costs();
    assert_eq!(bfs(&coins).map(|plan| plan.cost), Ok(4));
    let rotated = |queue: &VecDeque<u8>| {
        let (mut left, mut swapped) = (queue.clone(), queue.clone());
        left.rotate_left(1);
        swapped.swap(0, 1);
        [(left, 1), (swapped, 1)]
    };
    let queue = Graph::new(VecDeque::from([2, 1, 3]), rotated, |queue| queue.iter().is_sorted());
    assert_eq!(uniform(&queue).map(|plan| plan.cost), Ok(1));
}
