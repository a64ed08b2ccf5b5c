//! The best position that a search has expanded, for another one to aim at.

use std::cell::RefCell;

use crate::sokoban::board::Cell;

/// Its score, lower is better, and its boxes.
pub type Best = RefCell<Option<(u64, Vec<Cell>)>>;

/// Keeps a position if it is better than the one that is kept.
pub(super) fn keep(best: &Best, score: u64, boxes: &[Cell]) {
    let mut best = best.borrow_mut();
    if best.as_ref().is_none_or(|&(known, _)| score < known) {
        *best = Some((score, boxes.to_vec()));
    }
}
