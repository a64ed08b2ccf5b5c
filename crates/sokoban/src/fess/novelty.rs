//! Novelty of positions (Lipovetzky & Geffner, *Best-first width search*, 2017).
//!
//! Among positions with the same progress along the plan, a macro push is novel if it brings a box to a cell
//! where no box has been before, and less so if the cell and that of another box have not been occupied
//! together. Novelty directs the search where the features do not change.

use rustc_hash::FxHashMap;

use crate::board::Cell;

/// The macro pushes that get a low weight although no advisor recommends them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoveltyMeasure {
    /// None.
    Off,
    /// Macro pushes to cells where no box has been before.
    Cells,
    /// Macro pushes to cells where no box has been before together with all the others.
    Pairs,
}

impl NoveltyMeasure {
    /// The weight of a macro push; `novelty` is the result of [`Novelty::note`].
    pub(super) fn weight(self, novelty: u8) -> u8 {
        let free = match self {
            Self::Off => false,
            Self::Cells => novelty == 0,
            Self::Pairs => novelty <= 1,
        };
        u8::from(!free)
    }
}

/// The pairs of cells that have been occupied together, for each stage of the plan.
#[derive(Clone, Debug, Default)]
pub(super) struct Novelty {
    cells: usize,
    seen: FxHashMap<u64, Vec<u64>>,
}

impl Novelty {
    pub(super) fn new(cells: usize) -> Self {
        Self { cells, seen: FxHashMap::default() }
    }

    /// The maximum size in bytes with `stages` different stages.
    pub(super) fn bytes(cells: usize, stages: usize) -> u64 {
        (stages * cells * (cells + 64) / 8) as u64
    }

    /// Records that a box is on `to` and the others on the cells of `boxes`, a set of bits, without `from`. Returns 0
    /// if no box has been on `to` before, 1 if none has been together with all of the others, else 2.
    pub(super) fn note(&mut self, stage: u64, to: Cell, boxes: &[u64], from: Cell) -> u8 {
        let words = self.cells.div_ceil(64);
        let size = words * self.cells;
        let seen = self.seen.entry(stage).or_insert_with(|| vec![0; size]);
        let row = &mut seen[usize::from(to) * words..(usize::from(to) + 1) * words];
        // A box on a cell is its pair with itself.
        let (own_word, own_bit) = (usize::from(to) / 64, 1 << (to % 64));
        let alone = row[own_word] & own_bit == 0;
        row[own_word] |= own_bit;
        let mut together = false;
        for (number, (row, &boxes)) in row.iter_mut().zip(boxes).enumerate() {
            let moved = if number == usize::from(from) / 64 { 1 << (from % 64) } else { 0 };
            let others = boxes & !moved;
            together |= others & !*row != 0;
            *row |= others;
        }
        match (alone, together) {
            (true, _) => 0,
            (false, true) => 1,
            (false, false) => 2,
        }
    }
}

/// Cells as a set of bits, for [`Novelty::note`].
pub(super) fn bits(cells: usize, boxes: &[Cell]) -> Vec<u64> {
    let mut set = vec![0; cells.div_ceil(64)];
    for &cell in boxes {
        set[usize::from(cell) / 64] |= 1 << (cell % 64);
    }
    set
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_novel_once_and_pairs_once_more() {
        let mut novelty = Novelty::new(100);
        let mut note = |stage, to, others: &[Cell]| novelty.note(stage, to, &bits(100, &[others, &[5]].concat()), 5);
        assert_eq!(note(1, 70, &[3, 99]), 0);
        assert_eq!(note(1, 70, &[3, 99]), 2);
        assert_eq!(note(1, 70, &[3, 98]), 1);
        assert_eq!(note(1, 70, &[3, 98]), 2);
        assert_eq!(note(2, 70, &[3, 98]), 0);
    }
}
