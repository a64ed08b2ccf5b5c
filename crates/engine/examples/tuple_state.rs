//! A tuple as a state: the fewest moves of a knight on a chessboard.

use lurd_engine::Graph;
use lurd_engine::program::search;

const JUMPS: [(i32, i32); 8] = [(1, 2), (1, -2), (-1, 2), (-1, -2), (2, 1), (2, -1), (-2, 1), (-2, -1)];

pub(crate) fn main() {
    let moves = |&(x, y): &(i32, i32)| {
        let squares = JUMPS.map(|(right, up)| ((x + right, y + up), 1));
        squares.into_iter().filter(|((x, y), _)| (1..=8).contains(x) && (1..=8).contains(y))
    };
    let graph = Graph::new((1, 1), moves, |&square| square == (8, 8)).with_unit_costs();
    let plan = search::bfs(&graph).expect("a knight reaches every square");
    assert_eq!((plan.cost, graph.path(&plan).len()), (6, 7));
}
