//! The vicinity of known positions: all sets of boxes that differ from one of them in a few boxes.
//!
//! The idea is that of Sébastien Gouëzel's vicinity search, as the optimisers YASO and JSoko describe it. They
//! list the vicinity before the search; here membership is tested when a position is generated, so only what
//! can be reached costs time. For each position of the *spine* (the known positions) the search counts the
//! boxes that stand elsewhere; a push changes each count by at most one, for all of them at once in one pass
//! over bytes.

use crate::board::Cell;

/// The counts are computed in blocks of this many bytes, the width of vector instructions.
const BLOCK: usize = 32;

/// The positions of a spine, by cells.
#[derive(Debug)]
pub(super) struct Vicinity {
    /// For each cell and each position of the spine: 1 if no box is there, else 0.
    rows: Vec<u8>,
    width: usize,
    /// The most boxes that may stand elsewhere.
    radius: u8,
    /// The counts of the boxes of the position that is expanded.
    counts: Vec<u8>,
}

impl Vicinity {
    /// Creates the vicinity of `spine`, positions of `count` boxes, one after the other. O(cells × positions).
    pub(super) fn new(cells: usize, count: usize, spine: &[Cell], radius: u8) -> Self {
        let spine = spine.chunks_exact(count);
        let width = spine.len().next_multiple_of(BLOCK);
        let mut rows = vec![1; cells * width];
        for (at, boxes) in spine.enumerate() {
            for &cell in boxes {
                rows[usize::from(cell) * width + at] = 0;
            }
        }
        Self { rows, width, radius, counts: vec![0; width] }
    }

    /// The bytes that the vicinity of that many positions takes.
    pub(super) fn bytes(cells: usize, positions: usize) -> u64 {
        (cells as u64 + 1) * positions.next_multiple_of(BLOCK) as u64
    }

    fn row(&self, cell: Cell) -> &[u8] {
        let start = usize::from(cell) * self.width;
        &self.rows[start..start + self.width]
    }

    /// Counts for a position, before its pushes are tested. A position has fewer than 256 boxes, or the counts
    /// are too high, which leaves out more than necessary.
    pub(super) fn enter(&mut self, boxes: &[Cell]) {
        let Self { rows, width, counts, .. } = self;
        counts.fill(0);
        for &cell in boxes {
            let start = usize::from(cell) * *width;
            for (count, differs) in counts.iter_mut().zip(&rows[start..start + *width]) {
                *count = count.saturating_add(*differs);
            }
        }
    }

    /// Whether the position after moving a box from one cell to another is in the vicinity.
    #[inline]
    pub(super) fn contains_after(&self, from: Cell, to: Cell) -> bool {
        let counts = self.counts.chunks_exact(BLOCK);
        let rows = self.row(from).chunks_exact(BLOCK).zip(self.row(to).chunks_exact(BLOCK));
        for (counts, (from, to)) in counts.zip(rows) {
            let mut least = u8::MAX;
            for at in 0..BLOCK {
                // The box that moves is one of those counted.
                least = least.min(counts[at].wrapping_sub(from[at]).wrapping_add(to[at]));
            }
            if least <= self.radius {
                return true;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_elsewhere_are_counted_by_position() {
        let spine: Vec<Cell> = (0..40).flat_map(|at| [at, at + 1, at + 2]).collect();
        let contains = |radius, boxes: &[Cell], from, to| {
            let mut vicinity = Vicinity::new(60, 3, &spine, radius);
            vicinity.enter(boxes);
            vicinity.contains_after(from, to)
        };
        assert!(contains(0, &[36, 37, 39], 39, 38));
        assert!(!contains(0, &[36, 37, 39], 39, 40));
        assert!(contains(1, &[36, 37, 39], 39, 40));
        assert!(contains(1, &[3, 50, 5], 50, 51) && !contains(1, &[3, 50, 55], 50, 51));
        assert!(contains(2, &[3, 50, 55], 50, 51));
    }
}
