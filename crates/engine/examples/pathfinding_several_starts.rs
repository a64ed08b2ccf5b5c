//! `several_starts` with the crate `pathfinding`.

use pathfinding::prelude::dijkstra;

fn main() {
    let successors = |n: &Option<u64>| match n {
        None => vec![(Some(1), 0), (Some(8), 0), (Some(50), 0)],
        Some(n) => vec![(Some(2 * n), 5), (Some(n + 3), 2)],
    };
    let (path, cost) = dijkstra(&None, successors, |&n| n == Some(37)).expect("37 can be reached from 1");
    let path: Vec<u64> = path.into_iter().flatten().collect();
    assert_eq!((path, cost), (vec![8, 11, 14, 17, 34, 37], 13));
}
