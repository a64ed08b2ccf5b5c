//! The places of the goals.

use super::shape::Shape;
use lurd_engine::search::random::Random;

/// Chooses `count` squares of the floor: sometimes anywhere, more often next to each other, as in most levels made
/// by people. In ascending order; `None` if the floor is too small.
pub(super) fn place(shape: &Shape, count: usize, random: &mut Random) -> Option<Vec<usize>> {
    let floor = shape.squares();
    // The player and the boxes need some squares, too.
    if floor.len() < 3 * count + 4 {
        return None;
    }
    let keeps_together = random.below(4) > 0;
    let mut goals = vec![floor[random.below(floor.len())]];
    while goals.len() < count {
        let anywhere = floor.iter().copied().filter(|square| !goals.contains(square));
        let near: Vec<usize> = anywhere
            .clone()
            .filter(|&square| shape.around(square).iter().any(|next| goals.contains(next)))
            .collect();
        let choice =
            if keeps_together && !near.is_empty() && random.below(8) > 0 { near } else { anywhere.collect() };
        goals.push(choice[random.below(choice.len())]);
    }
    goals.sort_unstable();
    Some(goals)
}
