//! Searches by one call each.

use std::collections::{BTreeSet, VecDeque};

use lurd_engine::Graph;
use lurd_engine::program::search::random::Random;
use lurd_engine::program::{search::bfs, search::fits, search::solve_within, search::uniform};
use lurd_engine::{Budget, Limits};
use lurd_engine::{Cost, Limit, Stop};
use lurd_engine::{Strategy, Unsolved, solve};

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
    assert_eq!(unmet.to_string(), "the strategy needs actions that all cost 1, see `Graph::with_unit_costs`");
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

/// All paths without a cycle from `path` on to a goal, with their costs.
fn simple_paths(edges: &[Vec<(u8, u16)>], path: &mut Vec<u8>, cost: u16, found: &mut Vec<(Vec<u8>, u16)>) {
    let last = path[path.len() - 1];
    if last == 0 {
        return found.push((path.clone(), cost));
    }
    for next in (0..).take(edges.len()).filter(|next| !path.contains(next)).collect::<Vec<_>>() {
        let steps = edges[usize::from(last)].iter().filter(|edge| edge.0 == next);
        if let Some(step) = steps.map(|edge| edge.1).min() {
            path.push(next);
            simple_paths(edges, path, cost + step, found);
            path.pop();
        }
    }
}

/// The functions that take closures, on random graphs of seven states, one of which is the goal, against all paths.
#[test]
fn closures_are_searched_as_all_paths_say() {
    let (mut solved, mut several) = (0, 0);
    for seed in 0..3_000 {
        let mut random = Random::new(seed);
        let below = |random: &mut Random, most| u16::try_from(random.below(most)).expect("a small number");
        let edge =
            |random: &mut Random| (below(random, 7).to_le_bytes()[0], below(random, 6) + u16::from(seed % 2 == 0));
        let edges: Vec<Vec<(u8, u16)>> =
            (0..7).map(|_| (0..random.below(4)).map(|_| edge(&mut random)).collect()).collect();
        let next = |&state: &u8| edges[usize::from(state)].iter().copied();
        let steps = |&state: &u8| edges[usize::from(state)].iter().map(|edge| edge.0);
        let is_goal = |&state: &u8| state == 0;
        let mut all = Vec::new();
        simple_paths(&edges, &mut vec![6], 0, &mut all);
        all.sort_by_key(|path| path.1);
        let all_distances = lurd_engine::distances(&6, next).expect("few states");
        let reached = lurd_engine::reach(&6, steps).expect("few states");
        assert_eq!(all_distances.len(), reached.len());
        let Some(&(_, least)) = all.first() else {
            assert!(!reached.contains(&0));
            assert_eq!(lurd_engine::bfs(&6, steps, is_goal), Err(Unsolved::Unsolvable));
            assert_eq!(lurd_engine::astar(&6, next, |_| 0, is_goal), Err(Unsolved::Unsolvable));
            assert_eq!(lurd_engine::k_best(&6, next, is_goal, 2), Err(Unsolved::Unsolvable));
            continue;
        };
        solved += 1;
        assert!(all_distances.contains(&(0, least)));
        let cheapest = |(path, cost): (Vec<u8>, u16)| assert!(all.contains(&(path, cost)) && cost == least);
        cheapest(lurd_engine::dijkstra(&6, next, is_goal).expect("a path"));
        // The least cost of an edge at every state but the goal.
        cheapest(
            lurd_engine::astar(&6, next, |&state| u16::from(state != 0 && seed % 2 == 0), is_goal).expect("a path"),
        );
        cheapest(lurd_engine::idastar(&6, next, |_| 0, is_goal).expect("a path"));
        let fewest = all.iter().map(|path| path.0.len()).min();
        assert_eq!(lurd_engine::bfs(&6, steps, is_goal).ok().map(|path| path.len()), fewest);
        let leads = |from: u8, to| edges[usize::from(from)].iter().any(|edge| edge.0 == to);
        let before = |&state: &u8| (0..7).filter(|&from| leads(from, state)).collect::<Vec<u8>>();
        assert_eq!(lurd_engine::bidirectional(&6, steps, [0], before).ok().map(|path| path.len()), fewest);
        for path in [lurd_engine::dfs(&6, steps, is_goal), lurd_engine::greedy(&6, steps, |_| 0, is_goal)] {
            let path = path.expect("a path");
            assert!(all.iter().any(|(other, _)| *other == path), "{path:?}");
        }
        let costs: Vec<u16> = all.iter().map(|path| path.1).collect();
        for count in [1, 3, 50] {
            let best = lurd_engine::k_best(&6, next, is_goal, count).expect("a path");
            assert_eq!(
                best.iter().map(|path| path.1).collect::<Vec<_>>(),
                costs[..count.min(costs.len())],
                "{edges:?}"
            );
            assert!(best.iter().all(|path| all.contains(path)));
        }
        let (optimal, cost) = lurd_engine::all_optimal(&6, next, is_goal).expect("a path");
        assert_eq!(cost, least);
        let mut paths: Vec<_> = all.iter().filter(|path| path.1 == least).map(|path| path.0.clone()).collect();
        several += usize::from(paths.len() > 1);
        paths.sort();
        let mut optimal = optimal;
        optimal.sort();
        // Parallel edges of one cost are different steps.
        optimal.dedup();
        assert_eq!(optimal, paths);
    }
    assert!(solved > 1_000 && several > 30, "{solved} {several}");
}
