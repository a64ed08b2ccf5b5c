//! One room that grows from a seed, square by square.

use super::Shape;
use lurd_engine::search::random::Random;

/// Grows a floor of 50 to 75 per cent of the inside. Squares with several open sides are more likely to join, so
/// that the floor is compact.
pub(super) fn draw(shape: &mut Shape, random: &mut Random) {
    let inside: Vec<usize> = shape.inside().collect();
    let wanted = inside.len() * (50 + random.below(26)) / 100;
    let middle = shape.rows / 2 * shape.columns + shape.columns / 2;
    grow(shape, middle, wanted, &inside, random);
}

/// Adds squares of `allowed` next to the floor that grows from `start` until it has `wanted` of them.
pub(super) fn grow(shape: &mut Shape, start: usize, wanted: usize, allowed: &[usize], random: &mut Random) {
    shape.floor[start] = true;
    let mut size = 1;
    while size < wanted {
        let edge =
            allowed.iter().copied().filter(|&square| !shape.floor[square] && shape.openness(square) > 0);
        let edge: Vec<usize> =
            edge.flat_map(|square| std::iter::repeat_n(square, shape.openness(square))).collect();
        if edge.is_empty() {
            return;
        }
        shape.floor[edge[random.below(edge.len())]] = true;
        size += 1;
    }
}
