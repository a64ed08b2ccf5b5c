//! The penalties of the boxes of a position, and of its children.

use crate::sokoban::board::Cell;
use crate::sokoban::bounds::max_weight_matching;
use crate::sokoban::bounds::max_weight_matching::Edge;
use crate::sokoban::bounds::pair_penalties::{DEADLOCK, Pairs};

/// Scratch: the pairs of one position that have a penalty.
#[derive(Clone, Debug, Default)]
pub(in crate::sokoban) struct ChildPenalties {
    edges: Vec<Edge>,
    child: Vec<Edge>,
}

impl ChildPenalties {
    /// Looks at all pairs of `boxes`; the bound they add, `None` for a deadlock.
    pub(in crate::sokoban) fn set(&mut self, pairs: &Pairs, boxes: &[Cell], player: Cell) -> Option<u32> {
        self.edges.clear();
        for (i, &a) in (0_u8..).zip(boxes) {
            for (j, &b) in (0_u8..).zip(boxes).take(usize::from(i)) {
                match pairs.penalty(a, b, player) {
                    0 => {}
                    DEADLOCK => return None,
                    penalty => self.edges.push((j, i, penalty)),
                }
            }
        }
        Some(max_weight_matching::heaviest(&mut self.edges))
    }

    /// The same after the box on `from` was pushed to `to`, with the player on `player`.
    pub(in crate::sokoban) fn after(
        &mut self,
        pairs: &Pairs,
        boxes: &[Cell],
        from: Cell,
        to: Cell,
        player: Cell,
    ) -> Option<u32> {
        self.child.clear();
        let mut moved = u8::MAX;
        for (i, &cell) in (0_u8..).zip(boxes) {
            if cell == from {
                moved = i;
            }
        }
        for (i, &cell) in (0_u8..).zip(boxes) {
            if i == moved {
                continue;
            }
            match pairs.penalty(cell, to, player) {
                0 => {}
                DEADLOCK => return None,
                penalty => self.child.push((i, moved, penalty)),
            }
        }
        self.child.extend(self.edges.iter().filter(|edge| edge.0 != moved && edge.1 != moved));
        Some(max_weight_matching::heaviest(&mut self.child))
    }
}
