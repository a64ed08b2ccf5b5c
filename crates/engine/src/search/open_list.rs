//! Lists and heaps that ask the budget before they grow.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::mem::size_of;

use crate::{budget::Budget, outcome::Stop, table::Id};

// Growth of lists under the memory limit.

/// Appends an entry to a list.
#[inline]
pub fn push<T>(list: &mut Vec<T>, entry: T, budget: &mut Budget<'_>) -> Result<(), Stop> {
    if list.len() == list.capacity() {
        grow(list.capacity(), size_of::<T>(), budget, |more| list.reserve_exact(more))?;
    }
    list.push(entry);
    Ok(())
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

// A binary heap that asks the budget before it grows, and stores entries in half of their bytes where it can.

/// An entry of a heap that can be stored in fewer bytes if its costs are below 2^32.
pub trait Narrow: Ord + Copy {
    /// The entry in fewer bytes, in the same order.
    type Narrow: Ord + Copy;

    /// The entry in fewer bytes; `None` if a cost is too high.
    fn narrow(self) -> Option<Self::Narrow>;

    /// The opposite of [`narrow`](Self::narrow).
    fn widen(narrow: Self::Narrow) -> Self;
}

impl Narrow for u64 {
    type Narrow = u32;

    #[inline]
    fn narrow(self) -> Option<u32> {
        u32::try_from(self).ok()
    }
    #[inline]
    fn widen(narrow: u32) -> Self {
        narrow.into()
    }
}

impl<T: Narrow> Narrow for Reverse<T> {
    type Narrow = Reverse<T::Narrow>;

    #[inline]
    fn narrow(self) -> Option<Self::Narrow> {
        self.0.narrow().map(Reverse)
    }
    #[inline]
    fn widen(narrow: Self::Narrow) -> Self {
        Self(T::widen(narrow.0))
    }
}

macro_rules! narrow_as_it_is {
    ($($type:ty)*) => {$(
        impl $crate::search::open_list::Narrow for $type {
            type Narrow = Self;

            #[inline]
            fn narrow(self) -> Option<Self> {
                Some(self)
            }
            #[inline]
            fn widen(narrow: Self) -> Self {
                narrow
            }
        }
    )*};
}

narrow_as_it_is! { Id bool }
pub(super) use narrow_as_it_is;

macro_rules! narrow_tuples {
    ($(($($part:ident)*))*) => {$(
        impl<$($part: Narrow),*> Narrow for ($($part,)*) {
            type Narrow = ($($part::Narrow,)*);

            #[inline]
            fn narrow(self) -> Option<Self::Narrow> {
                #[expect(non_snake_case, reason = "a part is named like its type")]
                let ($($part,)*) = self;
                Some(($($part.narrow()?,)*))
            }
            #[inline]
            fn widen(narrow: Self::Narrow) -> Self {
                #[expect(non_snake_case, reason = "a part is named like its type")]
                let ($($part,)*) = narrow;
                ($(<$part as Narrow>::widen($part),)*)
            }
        }
    )*};
}

narrow_tuples! { (A B) (A B C) (A B C D) }

/// A priority queue; the greatest entry is popped first.
pub struct Heap<E: Narrow> {
    narrow: BinaryHeap<E::Narrow>,
    /// The entries that do not fit into the other heap.
    wide: BinaryHeap<E>,
}

impl<E: Narrow> Default for Heap<E> {
    fn default() -> Self {
        Self { narrow: BinaryHeap::new(), wide: BinaryHeap::new() }
    }
}

/// Allocates room for `more` entries.
fn reserve_heap<T: Ord>(heap: &mut BinaryHeap<T>, more: usize, budget: &mut Budget<'_>) -> Result<(), Stop> {
    let (len, wanted) = (heap.len(), heap.len() + more);
    while heap.capacity() < wanted {
        let capacity = heap.capacity();
        grow(capacity, size_of::<T>(), budget, |more| heap.reserve_exact(capacity + more - len))?;
    }
    Ok(())
}

impl<E: Narrow> Heap<E> {
    /// Adds an entry.
    #[inline]
    pub fn push(&mut self, entry: E, budget: &mut Budget<'_>) -> Result<(), Stop> {
        match entry.narrow() {
            Some(narrow) => {
                if self.narrow.len() == self.narrow.capacity() {
                    reserve_heap(&mut self.narrow, 1, budget)?;
                }
                self.narrow.push(narrow);
            }
            None => self.push_wide(entry, budget)?,
        }
        Ok(())
    }

    #[cold]
    fn push_wide(&mut self, entry: E, budget: &mut Budget<'_>) -> Result<(), Stop> {
        reserve_heap(&mut self.wide, 1, budget)?;
        self.wide.push(entry);
        Ok(())
    }

    /// Adds an entry without asking the budget: one that was just popped, or one for which room was reserved.
    pub fn put(&mut self, entry: E) {
        match entry.narrow() {
            Some(narrow) => self.narrow.push(narrow),
            None => self.wide.push(entry),
        }
    }

    #[inline]
    pub fn peek(&self) -> Option<E> {
        let narrow = self.narrow.peek().map(|&narrow| E::widen(narrow));
        // `None` is less than any entry.
        if self.wide.is_empty() { narrow } else { narrow.max(self.wide.peek().copied()) }
    }

    #[inline]
    pub fn pop(&mut self) -> Option<E> {
        if self.wide.is_empty() { self.narrow.pop().map(E::widen) } else { self.pop_either() }
    }

    #[cold]
    fn pop_either(&mut self) -> Option<E> {
        if self.narrow.peek().map(|&narrow| E::widen(narrow)) > self.wide.peek().copied() {
            self.narrow.pop().map(E::widen)
        } else {
            self.wide.pop()
        }
    }

    pub fn len(&self) -> usize {
        self.narrow.len() + self.wide.len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

#[cfg(test)]
mod heap_tests {
    use super::*;

    proptest::proptest! {
        #[test]
        fn high_costs_are_popped_in_their_order(
            pushes in proptest::collection::vec((0..5_u64, 0..3_u64, proptest::bool::ANY), 0..200),
        ) {
            let mut budget = Budget::unlimited();
            let (mut heap, mut plain) = (Heap::default(), BinaryHeap::new());
            for (id, (cost, tie, pops)) in (0_u32..).zip(pushes) {
                // Some of the costs exceed 32 bits.
                let entry = Reverse((cost * 1_500_000_000, tie << 31, id));
                heap.push(entry, &mut budget).expect("no limit");
                plain.push(entry);
                if pops {
                    proptest::prop_assert_eq!(heap.peek(), plain.peek().copied());
                    proptest::prop_assert_eq!(heap.pop(), plain.pop());
                }
            }
            proptest::prop_assert_eq!(heap.len(), plain.len());
            while let Some(entry) = plain.pop() {
                proptest::prop_assert_eq!(heap.pop(), Some(entry));
            }
            proptest::prop_assert!(heap.is_empty());
        }
    }
}
