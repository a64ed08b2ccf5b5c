//! A binary heap that asks the budget before it grows.

use std::collections::BinaryHeap;
use std::mem::size_of;

use super::grow::grow;
use crate::budget::Budget;
use crate::outcome::Stop;

/// A priority queue; the greatest entry is popped first.
pub struct Heap<E> {
    heap: BinaryHeap<E>,
}

impl<E: Ord> Default for Heap<E> {
    fn default() -> Self {
        Self { heap: BinaryHeap::new() }
    }
}

impl<E: Ord> Heap<E> {
    /// Adds an entry.
    #[inline]
    pub fn push(&mut self, entry: E, budget: &mut Budget<'_>) -> Result<(), Stop> {
        if self.heap.len() == self.heap.capacity() {
            grow(self.heap.capacity(), size_of::<E>(), budget, |more| self.heap.reserve_exact(more))?;
        }
        self.heap.push(entry);
        Ok(())
    }

    /// Allocates room for `more` entries.
    pub fn reserve(&mut self, more: usize, budget: &mut Budget<'_>) -> Result<(), Stop> {
        let (len, wanted) = (self.heap.len(), self.heap.len() + more);
        while self.heap.capacity() < wanted {
            let capacity = self.heap.capacity();
            grow(capacity, size_of::<E>(), budget, |more| self.heap.reserve_exact(capacity + more - len))?;
        }
        Ok(())
    }

    /// Adds an entry without asking the budget: one that was just popped, or one for which room was
    /// reserved.
    pub fn put(&mut self, entry: E) {
        self.heap.push(entry);
    }

    pub fn peek(&self) -> Option<&E> {
        self.heap.peek()
    }

    pub fn pop(&mut self) -> Option<E> {
        self.heap.pop()
    }

    pub fn len(&self) -> usize {
        self.heap.len()
    }

    pub fn is_empty(&self) -> bool {
        self.heap.is_empty()
    }

    pub fn iter(&self) -> impl Iterator<Item = &E> {
        self.heap.iter()
    }

    /// Replaces the entries by those of a list with at most the capacity of the heap.
    pub fn rebuild(&mut self, change: impl FnOnce(&mut Vec<E>)) {
        let mut entries = std::mem::take(&mut self.heap).into_vec();
        change(&mut entries);
        self.heap = BinaryHeap::from(entries);
    }
}
