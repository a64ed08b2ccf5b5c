//! The best position that a search has expanded, as a target for another search.

use std::cell::RefCell;

use crate::board::Cell;

/// The boxes of the position with the lowest score so far.
#[derive(Debug, Default)]
pub struct BestPosition(RefCell<Option<(u64, Vec<Cell>)>>);

impl BestPosition {
    /// Keeps a position if its score is lower than that of the kept one.
    pub(super) fn offer(&self, score: u64, boxes: &[Cell]) {
        let mut best = self.0.borrow_mut();
        if best.as_ref().is_none_or(|&(known, _)| score < known) {
            *best = Some((score, boxes.to_vec()));
        }
    }

    /// Removes and returns the boxes of the kept position.
    pub fn take(&self) -> Option<Vec<Cell>> {
        self.0.borrow_mut().take().map(|(_, boxes)| boxes)
    }
}
