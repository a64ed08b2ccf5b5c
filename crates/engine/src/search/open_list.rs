//! Open lists: the states to be expanded. They ask the budget before they allocate.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::mem::size_of;

use crate::{budget::Budget, outcome::Stop, search::closed_list::Id};

// A priority queue for integer priorities: a bucket of ids for each pair of a small priority and a small tie, the smallest
// pair first (Dial, *Algorithm 360: shortest-path forest with topological ordering*, 1969), and a binary heap for the rest.
//
// Pushing to a bucket and popping from it take constant time, and an entry takes four bytes. Among equal pairs the order is
// last in, first out, or first in, first out. Entries are never removed early: the caller skips those
// whose state has since been reached at a lower cost (in A* on the shifter one in forty).

/// Priorities and ties below these have buckets. An array of buckets is as long as its highest key, so with more of them
/// widely spread costs would take more time and memory for buckets than for entries.
const DENSE_PRIORITIES: u64 = 1 << 12;
const DENSE_TIES: u64 = 1 << 7;
/// So have ties below this, once there have been this many entries for each bucket.
const MAX_TIES: u64 = 1 << 15;
const ENTRIES_PER_BUCKET: u64 = 2;

/// Ids by priority and tie.
pub struct BucketQueue {
    dense: Buckets<Buckets<Bucket>>,
    /// The entries with higher keys, or whose bucket did not exist yet.
    sparse: Heap<SparseEntry>,
    /// The number of entries that were pushed there.
    sparse_entries: u64,
    /// The number of all entries that were pushed, less [`ENTRIES_PER_BUCKET`] for each bucket of a high tie.
    credit: u64,
    oldest_first: bool,
}

/// An entry of the heap, in ascending order of `priority`, then `tie`, then `order`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct SparseEntry(Reverse<(u64, u64, u64, Id)>);

impl Narrow for SparseEntry {
    /// The complements of the four numbers, of 32 bits each: one comparison of integers has no branches.
    type Narrow = u128;

    #[inline]
    fn narrow(self) -> Option<u128> {
        let Self(Reverse((priority, tie, order, id))) = self;
        let fits = (priority | tie | order) >> 32 == 0;
        let high = u128::from(priority << 32 | tie & 0xFFFF_FFFF);
        fits.then_some(!(high << 64 | u128::from(order << 32 | u64::from(id))))
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "parts of the number")]
    fn widen(narrow: u128) -> Self {
        let (high, low) = ((!narrow >> 64) as u64, !narrow as u64);
        Self(Reverse((high >> 32, high & 0xFFFF_FFFF, low >> 32, low as Id)))
    }
}

/// Ids of one priority and tie in the order of insertion.
#[derive(Default)]
struct Bucket {
    ids: Vec<Id>,
    /// Number of ids at the front that have been popped.
    taken: usize,
}

impl Bucket {
    fn peek(&self, oldest_first: bool) -> Option<Id> {
        if oldest_first { self.ids.get(self.taken).copied() } else { self.ids.last().copied() }
    }

    fn pop(&mut self, oldest_first: bool) -> Option<Id> {
        if !oldest_first {
            return self.ids.pop();
        }
        let oldest = self.peek(true)?;
        self.taken += 1;
        if self.taken == self.ids.len() {
            self.ids.clear();
            self.taken = 0;
        }
        Some(oldest)
    }

    /// Undoes the last pop.
    fn put_back(&mut self, id: Id) {
        if self.taken > 0 { self.taken -= 1 } else { self.ids.push(id) }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QueueEntry {
    pub priority: u64,
    pub tie: u64,
    pub id: Id,
    /// Its place among equal pairs, if it comes from the heap.
    order: Option<u64>,
}

impl BucketQueue {
    /// Creates an empty queue. `oldest_first`: whether equal pairs are first in, first out.
    pub fn new(oldest_first: bool) -> Self {
        let (dense, sparse) = (Buckets::default(), Heap::default());
        Self { dense, sparse, sparse_entries: 0, credit: 0, oldest_first }
    }

    /// Adds an entry.
    #[inline]
    pub fn push(&mut self, priority: u64, tie: u64, id: Id, budget: &mut Budget<'_>) -> Result<(), Stop> {
        self.credit += 1;
        if priority < DENSE_PRIORITIES && tie < MAX_TIES {
            let ties = self.dense.at(priority, budget)?;
            if tie >= DENSE_TIES && tie >= ties.len() {
                let price = ENTRIES_PER_BUCKET * (tie + 1 - ties.len());
                if price > self.credit {
                    return self.push_sparse(priority, tie, id, budget);
                }
                self.credit -= price;
            }
            return push(&mut ties.at(tie, budget)?.ids, id, budget);
        }
        self.push_sparse(priority, tie, id, budget)
    }

    fn push_sparse(&mut self, priority: u64, tie: u64, id: Id, budget: &mut Budget<'_>) -> Result<(), Stop> {
        self.sparse_entries += 1;
        let pushed = self.sparse_entries;
        let order = if self.oldest_first { pushed } else { u64::from(u32::MAX).saturating_sub(pushed) };
        self.sparse.push(SparseEntry(Reverse((priority, tie, order, id))), budget)
    }

    /// Undoes the last pop, which returned `entry`.
    pub fn put_back(&mut self, entry: QueueEntry) {
        if let Some(order) = entry.order {
            self.sparse.put(SparseEntry(Reverse((entry.priority, entry.tie, order, entry.id))));
        } else if let Some(bucket) = self.dense.known(entry.priority).and_then(|ties| ties.known(entry.tie)) {
            bucket.put_back(entry.id);
        }
    }

    /// The priority and the tie of the first entry in a bucket.
    #[inline]
    fn first_dense(&mut self) -> Option<(u64, u64)> {
        loop {
            let (priority, ties) = self.dense.first()?;
            while let Some((tie, bucket)) = ties.first() {
                if bucket.peek(self.oldest_first).is_some() {
                    return Some((priority, tie));
                }
                ties.skip();
            }
            self.dense.skip();
        }
    }

    /// The first entry in a bucket, and whether it comes before those of the heap.
    #[inline]
    fn first(&mut self) -> (Option<(u64, u64)>, bool) {
        let dense = self.first_dense();
        let is_first = match (dense, self.sparse.peek()) {
            // Of an equal pair the entry of the heap is older: once there is a bucket, entries are pushed to it.
            (Some(dense), Some(SparseEntry(Reverse((priority, tie, ..))))) if self.oldest_first => {
                dense < (priority, tie)
            }
            (Some(dense), Some(SparseEntry(Reverse((priority, tie, ..))))) => dense <= (priority, tie),
            (dense, _) => dense.is_some(),
        };
        (dense, is_first)
    }

    /// The id that is popped next unless a better one is pushed.
    pub fn peek(&mut self) -> Option<Id> {
        if !self.first().1 {
            return self.sparse.peek().map(|SparseEntry(Reverse((.., id)))| id);
        }
        let (_, ties) = self.dense.first()?;
        let (_, bucket) = ties.first()?;
        bucket.peek(self.oldest_first)
    }

    /// The priority of the entry that is popped next.
    pub fn first_priority(&mut self) -> Option<u64> {
        match self.first() {
            (Some((priority, _)), true) => Some(priority),
            _ => self.sparse.peek().map(|SparseEntry(Reverse((priority, ..)))| priority),
        }
    }

    pub fn pop(&mut self) -> Option<QueueEntry> {
        if !self.first().1 {
            let SparseEntry(Reverse((priority, tie, order, id))) = self.sparse.pop()?;
            return Some(QueueEntry { priority, tie, id, order: Some(order) });
        }
        let (priority, ties) = self.dense.first()?;
        let (tie, bucket) = ties.first()?;
        let id = bucket.pop(self.oldest_first)?;
        Some(QueueEntry { priority, tie, id, order: None })
    }
}

/// A sorted map from small numbers to collections.
struct Buckets<T> {
    collections: Vec<T>,
    /// All collections with lower keys are empty.
    from: u64,
}

impl<T> Default for Buckets<T> {
    fn default() -> Self {
        Self { collections: Vec::new(), from: u64::MAX }
    }
}

#[inline]
#[expect(clippy::cast_possible_truncation, reason = "a small number")]
fn index(key: u64) -> usize {
    key as usize
}

impl<T: Default> Buckets<T> {
    /// Keys from this one on have no collection yet.
    #[inline]
    fn len(&self) -> u64 {
        self.collections.len() as u64
    }

    /// The collection at a key, created if missing. The caller adds an entry to it.
    #[inline]
    fn at(&mut self, key: u64, budget: &mut Budget<'_>) -> Result<&mut T, Stop> {
        self.from = self.from.min(key);
        if index(key) >= self.collections.len() {
            self.extend_to(key, budget)?;
        }
        Ok(&mut self.collections[index(key)])
    }

    #[cold]
    fn extend_to(&mut self, key: u64, budget: &mut Budget<'_>) -> Result<(), Stop> {
        let more = index(key) + 1 - self.collections.len();
        budget.grow((more * size_of::<T>()) as u64)?;
        self.collections.resize_with(index(key) + 1, T::default);
        Ok(())
    }

    /// The collection at a key, if it was created. The caller adds an entry to it.
    fn known(&mut self, key: u64) -> Option<&mut T> {
        self.from = self.from.min(key);
        self.collections.get_mut(index(key))
    }

    /// The first collection that may have entries, with its key.
    #[inline]
    fn first(&mut self) -> Option<(u64, &mut T)> {
        // Without entries, `from` is beyond all keys.
        let from = self.from;
        self.collections.get_mut(usize::try_from(from).ok()?).map(|first| (from, first))
    }

    /// Skips the first collection, which is empty.
    fn skip(&mut self) {
        self.from = self.from.saturating_add(1);
    }
}

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
mod bucket_queue_tests {
    use super::*;

    proptest::proptest! {
        #[test]
        fn pops_the_least_priority_then_the_least_tie_then_by_age(
            pushes in proptest::collection::vec((0..6_u64, 0..5_u64, proptest::bool::ANY), 0..200),
            oldest_first in proptest::bool::ANY,
            rich_from in 0..200_usize,
        ) {
            let age = |id: Id| if oldest_first { id } else { Id::MAX - id };
            let mut budget = Budget::unlimited();
            let mut queue = BucketQueue::new(oldest_first);
            let mut plain: Vec<(u64, u64, Id)> = Vec::new();
            for (id, (priority, tie, pops)) in pushes.into_iter().enumerate() {
                // Some keys are in the heap, some of them only until there are buckets for high ties.
                queue.credit += if id == rich_from { 3_000 } else { 0 };
                let (priority, tie) = (priority * 1_500, tie * 200);
                let id = Id::try_from(id).expect("few");
                queue.push(priority, tie, id, &mut budget).expect("no limit");
                plain.push((priority, tie, id));
                if pops {
                    let least = plain.iter().copied().min_by_key(|&(priority, tie, id)| (priority, tie, age(id)));
                    let (priority, tie, id) = least.expect("just pushed");
                    plain.retain(|entry| entry.2 != id);
                    proptest::prop_assert_eq!(queue.first_priority(), Some(priority));
                    proptest::prop_assert_eq!(queue.peek(), Some(id));
                    let entry = queue.pop().expect("just pushed");
                    proptest::prop_assert_eq!((entry.priority, entry.tie, entry.id), (priority, tie, id));
                    queue.put_back(entry);
                    proptest::prop_assert_eq!(queue.pop(), Some(entry));
                }
            }
            plain.sort_by_key(|&(priority, tie, id)| (priority, tie, age(id)));
            for (priority, tie, id) in plain {
                let entry = queue.pop().expect("one is left");
                proptest::prop_assert_eq!((entry.priority, entry.tie, entry.id), (priority, tie, id));
            }
            proptest::prop_assert_eq!(queue.pop(), None);
        }
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
