//! A tuple as a state, with the crate `pathfinding`.

use pathfinding::prelude::bfs;

const JUMPS: [(i32, i32); 8] = [(1, 2), (1, -2), (-1, 2), (-1, -2), (2, 1), (2, -1), (-2, 1), (-2, -1)];

fn main() {
    let moves = |&(x, y): &(i32, i32)| {
        let squares = JUMPS.map(|(right, up)| (x + right, y + up));
        squares.into_iter().filter(|(x, y)| (1..=8).contains(x) && (1..=8).contains(y))
    };
    let path = bfs(&(1, 1), moves, |&square| square == (8, 8));
    let path = path.expect("a knight reaches every square");
    assert_eq!(path.len(), 7);
}
