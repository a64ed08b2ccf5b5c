//! Lists and heaps that ask the budget before they grow.

use std::collections::BinaryHeap;
use std::mem::size_of;

use crate::{budget::Budget, outcome::Stop};

// Growth of lists under the memory limit.

/// Appends an entry to a list.
#[inline]
pub fn push<T>(list: &mut Vec<T>, entry: T, budget: &mut Budget<'_>) -> Result<(), Stop> {
    if list.len() == list.capacity() {
        grow_list(list, budget)?;
    }
    list.push(entry);
    Ok(())
}

#[cold]
#[inline(never)]
fn grow_list<T>(list: &mut Vec<T>, budget: &mut Budget<'_>) -> Result<(), Stop> {
    grow(list.capacity(), size_of::<T>(), budget, |more| list.reserve_exact(more))
}

/// Makes room for `more` entries after those of a list, and for 64 at least.
#[inline]
pub fn reserve<T>(list: &mut Vec<T>, more: usize, budget: &mut Budget<'_>) -> Result<(), Stop> {
    let (before, needed) = (list.capacity(), list.len() + more);
    if needed > before {
        let after = needed.next_power_of_two().max(64);
        budget.grow((after * size_of::<T>()) as u64)?;
        list.reserve_exact(after - list.len());
        budget.shrink((before * size_of::<T>()) as u64);
    }
    Ok(())
}

/// Grows a full list of `capacity` entries of `size` bytes: calls `reserve` with the number of entries
/// to add, which is `capacity`, or less near the memory limit.
pub fn grow(capacity: usize, size: usize, budget: &mut Budget<'_>, reserve: impl FnOnce(usize)) -> Result<(), Stop> {
    let bytes = |entries: usize| (entries * size) as u64;
    let mut refused = Ok(());
    for more in [capacity.max(64), capacity / 4] {
        if more == 0 {
            break;
        }
        // While the entries move, both the old and the new list exist.
        match budget.grow(bytes(capacity + more)) {
            Ok(()) => {
                reserve(more);
                budget.shrink(bytes(capacity));
                return Ok(());
            }
            Err(stop) => refused = Err(stop),
        }
    }
    refused
}

/// A priority queue that asks the budget before it grows; the greatest entry is popped first.
pub struct Heap<E>(BinaryHeap<E>);

impl<E: Ord> Default for Heap<E> {
    fn default() -> Self {
        Self(BinaryHeap::new())
    }
}

impl<E: Ord + Copy> Heap<E> {
    /// Adds an entry.
    #[inline]
    pub fn push(&mut self, entry: E, budget: &mut Budget<'_>) -> Result<(), Stop> {
        if self.0.len() == self.0.capacity() {
            let (capacity, size) = (self.0.capacity(), size_of::<E>());
            grow(capacity, size, budget, |more| self.0.reserve_exact(more))?;
        }
        self.0.push(entry);
        Ok(())
    }

    /// Adds an entry without asking the budget: one that was just popped.
    pub fn put(&mut self, entry: E) {
        self.0.push(entry);
    }

    #[inline]
    pub fn peek(&self) -> Option<E> {
        self.0.peek().copied()
    }

    #[inline]
    pub fn pop(&mut self) -> Option<E> {
        self.0.pop()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
