//! The sum of the penalties of disjoint pairs, for a position and its successors.

use crate::board::Cell;
use crate::bounds::max_weight_packing::{self, WeightedGroup};
use crate::bounds::pair_penalties::{DEADLOCK, PairPenalties};

/// The pairs of one position that have a penalty.
#[derive(Clone, Debug, Default)]
pub(crate) struct ChildPenalties {
    edges: Vec<WeightedGroup>,
    /// The numbers of the cells of the boxes.
    numbers: Vec<u16>,
    child: Vec<WeightedGroup>,
}

impl ChildPenalties {
    /// Looks up all pairs of `boxes`. Returns what they add to the lower bound, or `None` for a deadlock.
    pub(crate) fn set(&mut self, pairs: &PairPenalties, boxes: &[Cell], player: Cell) -> Option<u32> {
        self.edges.clear();
        self.numbers.clear();
        self.numbers.extend(boxes.iter().map(|&cell| pairs.number(cell)));
        for (i, &a) in (0_u8..).zip(&self.numbers) {
            for (j, &b) in (0_u8..).zip(&self.numbers[..usize::from(i)]) {
                match pairs.penalty_of(a, b, player) {
                    0 => {}
                    DEADLOCK => return None,
                    penalty => self.edges.push(WeightedGroup { boxes: 1 << i | 1 << j, weight: penalty }),
                }
            }
        }
        Some(max_weight_packing::heaviest(&mut self.edges))
    }

    /// A lower bound of [`after`](Self::after) for any push of the box on `from`: the pairs of the other boxes.
    #[inline]
    pub(crate) fn without(&mut self, boxes: &[Cell], from: Cell) -> u32 {
        if self.edges.is_empty() {
            return 0;
        }
        let moved =
            (0_u8..).zip(boxes).fold(u8::MAX, |moved, (i, &cell)| if cell == from { i } else { moved });
        self.child.clear();
        self.child.extend(self.edges.iter().filter(|edge| moved == u8::MAX || edge.boxes >> moved & 1 == 0));
        max_weight_packing::heaviest(&mut self.child)
    }

    /// The same after a push of the box on `from` to `to`, with the player on `player` afterwards.
    pub(crate) fn after(
        &mut self,
        pairs: &PairPenalties,
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
        let to = pairs.number(to);
        for (i, &number) in (0_u8..).zip(&self.numbers) {
            if i == moved {
                continue;
            }
            match pairs.penalty_of(number, to, player) {
                0 => {}
                DEADLOCK => return None,
                penalty => self.child.push(WeightedGroup { boxes: 1 << i | 1 << moved, weight: penalty }),
            }
        }
        self.child.extend(self.edges.iter().filter(|edge| moved == u8::MAX || edge.boxes >> moved & 1 == 0));
        Some(max_weight_packing::heaviest(&mut self.child))
    }
}
