//! The open list of the best-first strategies: a binary heap that asks the budget before it grows.

use std::collections::BinaryHeap;
use std::mem::size_of;

use crate::budget::Budget;
use crate::outcome::Stop;

/// A heap of entries; the *greatest* comes first, so entries order themselves accordingly.
pub(super) struct Open<E: Ord> {
    heap: BinaryHeap<E>,
}

impl<E: Ord> Default for Open<E> {
    fn default() -> Self {
        Self { heap: BinaryHeap::new() }
    }
}

impl<E: Ord> Open<E> {
    pub(super) fn push(&mut self, entry: E, budget: &mut Budget<'_>) -> Result<(), Stop> {
        if self.heap.len() == self.heap.capacity() {
            grow(self.heap.capacity(), size_of::<E>(), budget, |more| self.heap.reserve_exact(more))?;
        }
        self.heap.push(entry);
        Ok(())
    }

    /// Returns an entry that was just popped and could not be dealt with. Needs no asking: at worst
    /// the one place it left has been taken meanwhile.
    pub(super) fn put_back(&mut self, entry: E) {
        self.heap.push(entry);
    }

    pub(super) fn pop(&mut self) -> Option<E> {
        self.heap.pop()
    }
}

/// Makes room for more entries of `size` bytes in a list that has room for `old`: twice as many, or
/// fewer where the limit is near.
pub(super) fn grow(
    old: usize,
    size: usize,
    budget: &mut Budget<'_>,
    reserve: impl FnOnce(usize),
) -> Result<(), Stop> {
    let bytes = |entries: usize| (entries * size) as u64;
    let mut refused = Ok(());
    for more in [old.max(64), old / 4] {
        if more == 0 {
            break;
        }
        // While the entries move, both the old and the new list exist.
        match budget.grow(bytes(old + more)) {
            Ok(()) => {
                reserve(more);
                budget.shrink(bytes(old));
                return Ok(());
            }
            Err(stop) => refused = Err(stop),
        }
    }
    refused
}
