//! Arrangements of some colours in a row of cells, numbered in lexicographic order.

use crate::spaces::fields::MAX_FIELDS;

/// The number of cells of each colour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Group {
    counts: [u8; MAX_FIELDS],
    cells: usize,
    size: u64,
}

impl Group {
    pub(super) fn new(colours: impl Iterator<Item = (usize, u8)>) -> Self {
        let mut group = Self { counts: [0; MAX_FIELDS], cells: 0, size: 1 };
        for (colour, count) in colours {
            group.counts[colour] = count;
            for nth in 1..=u64::from(count) {
                group.cells += 1;
                // Times a binomial coefficient, a factor at a time: exact at every step.
                group.size = group.size * group.cells as u64 / nth;
            }
        }
        group
    }

    pub(super) fn size(&self) -> u64 {
        self.size
    }

    pub(super) fn cells(&self) -> usize {
        self.cells
    }

    pub(super) fn has(&self, colour: usize) -> bool {
        self.counts[colour] > 0
    }

    /// The rank of an arrangement; `None` if it is not one of this group.
    pub(super) fn rank(&self, sequence: &[usize]) -> Option<u64> {
        if sequence.len() != self.cells {
            return None;
        }
        let (mut left, mut rank) = (self.counts, 0);
        // The number of arrangements that begin like the part that has been read.
        let mut ways = self.size;
        for (cells, &colour) in (1..=self.cells as u64).rev().zip(sequence) {
            let before: u64 = left[..colour].iter().map(|&count| u64::from(count)).sum();
            rank += ways * before / cells;
            ways = ways * u64::from(left[colour]) / cells;
            left[colour] = left[colour].checked_sub(1)?;
        }
        Some(rank)
    }

    /// Writes the arrangement with this rank to the first cells of `sequence`.
    pub(super) fn unrank(&self, mut rank: u64, sequence: &mut [usize; MAX_FIELDS]) {
        let mut left = self.counts;
        let mut ways = self.size;
        for (cells, cell) in (1..=self.cells as u64).rev().zip(sequence) {
            for (colour, count) in left.iter_mut().enumerate().filter(|(_, count)| **count > 0) {
                let share = ways * u64::from(*count) / cells;
                if rank < share {
                    *cell = colour;
                    *count -= 1;
                    ways = share;
                    break;
                }
                rank -= share;
            }
        }
    }
}
