//! A binary heap that asks the budget before it grows and can be looked at: for the strategies that
//! compare the heads of several lists before they take from one.

use std::collections::BinaryHeap;
use std::mem::size_of;

use super::open;
use crate::budget::Budget;
use crate::outcome::Stop;

/// A heap of entries; the greatest comes first.
pub(super) struct Heap<E> {
    heap: BinaryHeap<E>,
}

impl<E: Ord> Default for Heap<E> {
    fn default() -> Self {
        Self { heap: BinaryHeap::new() }
    }
}

impl<E: Ord> Heap<E> {
    pub(super) fn push(&mut self, entry: E, budget: &mut Budget<'_>) -> Result<(), Stop> {
        if self.heap.len() == self.heap.capacity() {
            let room = self.heap.capacity();
            open::grow(room, size_of::<E>(), budget, |more| self.heap.reserve_exact(more))?;
        }
        self.heap.push(entry);
        Ok(())
    }

    /// Makes room for `more` entries beside those that are there.
    pub(super) fn reserve(&mut self, more: usize, budget: &mut Budget<'_>) -> Result<(), Stop> {
        let wanted = self.heap.len() + more;
        while self.heap.capacity() < wanted {
            let (room, len) = (self.heap.capacity(), self.heap.len());
            open::grow(room, size_of::<E>(), budget, |more| self.heap.reserve_exact(room + more - len))?;
        }
        Ok(())
    }

    /// Adds an entry for which there is room.
    pub(super) fn put(&mut self, entry: E) {
        debug_assert!(self.heap.len() < self.heap.capacity(), "room was reserved");
        self.heap.push(entry);
    }

    pub(super) fn peek(&self) -> Option<&E> {
        self.heap.peek()
    }

    pub(super) fn pop(&mut self) -> Option<E> {
        self.heap.pop()
    }

    pub(super) fn len(&self) -> usize {
        self.heap.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.heap.is_empty()
    }
}
