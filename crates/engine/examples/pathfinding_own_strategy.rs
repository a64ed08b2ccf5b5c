//! `own_strategy` beside the crate `pathfinding`, which has no place for one.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, hash_map::Entry};
use std::iter;

const MOST_EXPANSIONS: u32 = 1000;

fn greediest(
    start: u64,
    successors: impl Fn(u64) -> [(u64, u64); 2],
    rate: impl Fn(u64) -> u64,
    is_goal: impl Fn(u64) -> bool,
) -> Result<Option<(Vec<u64>, u64)>, &'static str> {
    let mut expansions = 0;
    let mut parents = HashMap::from([(start, None)]);
    let mut open = BinaryHeap::from([Reverse((0, start))]);
    while let Some(Reverse((_, state))) = open.pop() {
        if is_goal(state) {
            let mut path: Vec<u64> = iter::successors(Some(state), |state| parents[state]).collect();
            path.reverse();
            let step = |pair: &[u64]| {
                let steps = successors(pair[0]).into_iter().filter(|&(next, _)| next == pair[1]);
                steps.map(|(_, cost)| cost).min().expect("a successor")
            };
            let cost = path.windows(2).map(step).sum();
            return Ok(Some((path, cost)));
        }
        expansions += 1;
        if expansions > MOST_EXPANSIONS {
            return Err("the limit of expansions was reached");
        }
        for (child, _) in successors(state) {
            if let Entry::Vacant(entry) = parents.entry(child) {
                entry.insert(Some(state));
                open.push(Reverse((rate(child), child)));
            }
        }
    }
    Ok(None)
}

fn main() {
    let found = greediest(1, |n| [(2 * n, 1), (n + 3, 1)], |n| n.abs_diff(37), |n| n == 37);
    let (path, cost) = found.expect("no limit is reached").expect("37 can be reached from 1");
    assert_eq!((path, cost), (vec![1, 4, 8, 16, 19, 22, 25, 28, 31, 34, 37], 10));
}
