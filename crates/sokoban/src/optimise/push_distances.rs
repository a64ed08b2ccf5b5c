//! Distances of a single box between any two cells, computed on demand for one target at a time.

use crate::board::{Board, Cell, WALL};
use crate::direction::Direction;

/// The distance of a box that cannot reach the target.
pub(super) const UNREACHABLE: u16 = u16::MAX / 4;

/// For each target, the pushes that a box alone on the board needs from every cell, the player being on the
/// best side.
#[derive(Debug)]
pub(super) struct PushDistances {
    columns: Vec<Option<Box<[u16]>>>,
    queue: Vec<(Cell, u8)>,
    seen: Vec<bool>,
}

impl PushDistances {
    pub(super) fn new(board: &Board) -> Self {
        let cells = board.cells();
        Self { columns: vec![None; cells], queue: Vec::new(), seen: vec![false; cells * 4] }
    }

    /// The distances from every cell to `target`. O(cells) for each new target.
    pub(super) fn to(&mut self, board: &Board, target: Cell) -> &[u16] {
        let Self { columns, queue, seen } = self;
        columns[usize::from(target)].get_or_insert_with(|| column(board, target, queue, seen))
    }
}

/// A breadth-first search by pulls from `target`, over cells and the sides of the box on which the player is.
fn column(board: &Board, target: Cell, queue: &mut Vec<(Cell, u8)>, seen: &mut [bool]) -> Box<[u16]> {
    let mut distances = vec![UNREACHABLE; board.cells()].into_boxed_slice();
    seen.fill(false);
    queue.clear();
    for side in 0..4 {
        seen[usize::from(target) * 4 + usize::from(side)] = true;
        queue.push((target, side));
    }
    distances[usize::from(target)] = 0;
    let (mut next, mut layer_end, mut distance) = (0, queue.len(), 1);
    while let Some(&(cell, side)) = queue.get(next) {
        next += 1;
        for direction in Direction::ALL {
            let behind = direction.opposite();
            // After a push in `direction` the player is behind the box.
            let before = board.next(cell, behind);
            if before == WALL || board.side(cell, behind) != side || board.next(before, behind) == WALL {
                continue;
            }
            let stood = board.side(before, behind);
            let known = &mut seen[usize::from(before) * 4 + usize::from(stood)];
            if !*known {
                *known = true;
                let best = &mut distances[usize::from(before)];
                *best = distance.min(*best);
                queue.push((before, stood));
            }
        }
        if next == layer_end {
            layer_end = queue.len();
            distance = (distance + 1).min(UNREACHABLE - 1);
        }
    }
    distances
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::read;

    #[test]
    fn a_box_along_a_wall_stays_there() {
        let level = read("#######|#@    #|#  $  #|#    .#|#######")
            .expect("a text")
            .remove(0)
            .level
            .expect("a level");
        let board = Board::new(&level);
        let mut distances = PushDistances::new(&board);
        // Cells are numbered row by row, five a row.
        let to = distances.to(&board, 14).to_vec();
        assert_eq!((to[7], to[14], to[12]), (3, 0, 2));
        assert_eq!(to[2], UNREACHABLE, "from the upper wall");
        assert_eq!(distances.to(&board, 1)[3], 2);
    }
}
