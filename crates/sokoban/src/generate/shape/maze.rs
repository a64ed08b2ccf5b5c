//! Corridors with places to turn boxes in.

use super::Shape;
use lurd_engine::search::random::Random;

/// Carves a maze by depth-first search on every second square, and opens a third of the other walls.
pub(super) fn draw(shape: &mut Shape, random: &mut Random) {
    let start = shape.columns + 1;
    shape.floor[start] = true;
    let mut path = vec![start];
    while let Some(&square) = path.last() {
        let (column, row) = (square % shape.columns, square / shape.columns);
        let ways = [
            (column > 2).then(|| (square.wrapping_sub(1), square.wrapping_sub(2))),
            (row > 2).then(|| (square.wrapping_sub(shape.columns), square.wrapping_sub(2 * shape.columns))),
            (column + 3 < shape.columns).then_some((square + 1, square + 2)),
            (row + 3 < shape.rows).then_some((square + shape.columns, square + 2 * shape.columns)),
        ];
        let ways: Vec<(usize, usize)> =
            ways.into_iter().flatten().filter(|&(_, to)| !shape.floor[to]).collect();
        if ways.is_empty() {
            path.pop();
            continue;
        }
        let (between, to) = ways[random.below(ways.len())];
        shape.floor[between] = true;
        shape.floor[to] = true;
        path.push(to);
    }
    let mut walls: Vec<usize> = shape.inside().filter(|&square| !shape.floor[square]).collect();
    random.shuffle(&mut walls);
    walls.truncate(walls.len() / 3 + 1);
    for square in walls {
        shape.floor[square] = true;
    }
}
