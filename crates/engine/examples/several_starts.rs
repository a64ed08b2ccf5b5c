//! Several starts: the nearest of three.

use lurd_engine::Graph;
use lurd_engine::program::search;

pub(crate) fn main() {
    let successors = |&n: &u64| [(2 * n, 5), (n + 3, 2)];
    let graph = Graph::new(1, successors, |&n| n == 37).with_starts([8, 50]);
    let plan = search::uniform(&graph).expect("37 can be reached from 1");
    assert_eq!((graph.path(&plan), plan.cost), (vec![8, 11, 14, 17, 34, 37], 13));
}
