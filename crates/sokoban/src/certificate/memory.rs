//! The bytes of the lists and sets of a certificate in the making.

use crate::board::Cell;
use crate::certificate::patterns::Pattern;
use lurd_engine::budget::Budget;
use lurd_engine::outcome::Stop;

/// The bytes that were asked of the budget.
#[derive(Clone, Copy, Default)]
pub(super) struct ReservedBytes {
    pub(super) patterns: u64,
    pub(super) scratch: u64,
}

impl ReservedBytes {
    /// Asks for room for a pattern with this number of boxes, and for `scratch` bytes.
    pub(super) fn reserve(
        &mut self,
        boxes: usize,
        scratch: u64,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop> {
        let patterns = pattern_bytes(boxes);
        budget.grow(patterns + scratch)?;
        self.patterns += patterns;
        self.scratch += scratch;
        Ok(())
    }
}

/// An upper limit of the bytes of an entry of a list, which takes three times its size while it grows.
pub(super) const fn in_list(bytes: usize) -> u64 {
    3 * bytes as u64
}

/// The same for a hash set of sequences, which is at least 7/16 full.
pub(super) const IN_SET: u64 = 3 * 16 * (size_of::<Vec<Cell>>() as u64 + 1) / 7;

/// The bytes of an allocation in addition to its contents.
const ALLOCATION: u64 = 16;

pub(super) fn pattern_bytes(boxes: usize) -> u64 {
    in_list(size_of::<Pattern>()) + ALLOCATION + (boxes * size_of::<usize>()) as u64
}

/// The bytes of a sequence of cells, without its entry in a list or set.
pub(super) fn cells_bytes(cells: usize) -> u64 {
    ALLOCATION + (cells * size_of::<Cell>()) as u64
}
