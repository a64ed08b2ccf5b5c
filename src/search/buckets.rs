//! The open list of the strategies that order states by small numbers: a stack of ids for each pair
//! of priority and tie, the smallest pair first.
//!
//! Pushing and popping take constant time, an entry takes four bytes, and within a pair the youngest
//! comes first, or the oldest. Entries that were overtaken are not removed; whoever pops them sees that the state
//! has become cheaper and skips them. (In A* on the shifter that is one pop in forty: decreasing keys
//! in a heap would cost more than it saves.)

use std::collections::BTreeMap;
use std::mem::size_of;

use super::open;
use super::store::Id;
use crate::budget::Budget;
use crate::outcome::{Cost, Stop};

/// Numbers below this index a list; those beyond, which only very different costs lead to, are
/// found through a tree.
const NEAR: u64 = 1 << 12;

/// Ids by priority and tie.
pub(super) struct Buckets {
    priorities: Shelf<Shelf<Pile>>,
    oldest_first: bool,
}

/// Ids of one priority and tie, in the order in which they came.
#[derive(Default)]
struct Pile {
    ids: Vec<Id>,
    /// How many of the oldest have been taken and are still in the list.
    taken: usize,
}

impl Pile {
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

    /// Returns what was popped last.
    fn put_back(&mut self, id: Id) {
        if self.taken > 0 { self.taken -= 1 } else { self.ids.push(id) }
    }
}

/// An entry taken out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) priority: u64,
    pub(super) tie: Cost,
    pub(super) id: Id,
}

impl Buckets {
    /// Empty ones; within a pair the oldest comes first, or else the youngest.
    pub(super) fn new(oldest_first: bool) -> Self {
        Self { priorities: Shelf::default(), oldest_first }
    }

    pub(super) fn push(
        &mut self,
        priority: u64,
        tie: Cost,
        id: Id,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop> {
        let stack = &mut self.priorities.at(priority, budget)?.at(u64::from(tie), budget)?.ids;
        if stack.len() == stack.capacity() {
            open::grow(stack.capacity(), size_of::<Id>(), budget, |more| stack.reserve_exact(more))?;
        }
        stack.push(id);
        Ok(())
    }

    /// Returns an entry that was just popped; its place is still there.
    pub(super) fn put_back(&mut self, entry: Entry) {
        if let Some(pile) =
            self.priorities.known(entry.priority).and_then(|ties| ties.known(u64::from(entry.tie)))
        {
            pile.put_back(entry.id);
        }
    }

    /// The id that is popped next if nothing better is pushed before: worth fetching.
    pub(super) fn peek(&mut self) -> Option<Id> {
        let (_, ties) = self.priorities.first()?;
        let (_, pile) = ties.first()?;
        pile.peek(self.oldest_first)
    }

    pub(super) fn pop(&mut self) -> Option<Entry> {
        loop {
            let (priority, ties) = self.priorities.first()?;
            while let Some((tie, pile)) = ties.first() {
                if let Some(id) = pile.pop(self.oldest_first) {
                    #[expect(clippy::cast_possible_truncation, reason = "pushed as a cost")]
                    return Some(Entry { priority, tie: tie as Cost, id });
                }
                ties.skip();
            }
            self.priorities.skip();
        }
    }
}

/// Things by number, the smallest first: a list for small numbers and a tree for the rest.
struct Shelf<T> {
    near: Vec<T>,
    far: BTreeMap<u64, T>,
    /// Everything before this number is empty.
    from: u64,
}

impl<T> Default for Shelf<T> {
    fn default() -> Self {
        Self { near: Vec::new(), far: BTreeMap::new(), from: u64::MAX }
    }
}

impl<T: Default> Shelf<T> {
    /// The thing of that number, which is made if there is none; it is going to be filled.
    fn at(&mut self, number: u64, budget: &mut Budget<'_>) -> Result<&mut T, Stop> {
        self.from = self.from.min(number);
        if number >= NEAR {
            if !self.far.contains_key(&number) {
                // A node of the tree, shared by a few entries.
                budget.grow(size_of::<(u64, T)>() as u64 * 2)?;
            }
            return Ok(self.far.entry(number).or_default());
        }
        #[expect(clippy::cast_possible_truncation, reason = "a small number")]
        let index = number as usize;
        if index >= self.near.len() {
            budget.grow(((index + 1 - self.near.len()) * size_of::<T>()) as u64)?;
            self.near.resize_with(index + 1, T::default);
        }
        Ok(&mut self.near[index])
    }

    /// The thing of that number, if it was made.
    fn known(&mut self, number: u64) -> Option<&mut T> {
        self.from = self.from.min(number);
        match usize::try_from(number) {
            Ok(index) if number < NEAR => self.near.get_mut(index),
            _ => self.far.get_mut(&number),
        }
    }

    /// The first thing that may not be empty.
    fn first(&mut self) -> Option<(u64, &mut T)> {
        let near = self.near.len() as u64;
        if self.from < near {
            let from = self.from;
            return self.near.get_mut(usize::try_from(from).ok()?).map(|thing| (from, thing));
        }
        let (&number, _) = self.far.range(self.from..).next()?;
        self.from = number;
        self.far.get_mut(&number).map(|thing| (number, thing))
    }

    /// Passes over the first thing, which has turned out empty.
    fn skip(&mut self) {
        self.from = self.from.saturating_add(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::{Cancel, Limits};

    proptest::proptest! {
        #[test]
        fn pops_the_least_priority_then_the_least_tie_then_by_age(
            pushes in proptest::collection::vec((0..6_u64, 0..5_u32, proptest::bool::ANY), 0..200),
            oldest_first in proptest::bool::ANY,
        ) {
            let age = |id: Id| if oldest_first { id } else { Id::MAX - id };
            let mut no_observer = ();
            let mut budget = Budget::new(Limits::NONE, Cancel::default(), &mut no_observer);
            let mut buckets = Buckets::new(oldest_first);
            let mut plain: Vec<(u64, Cost, Id)> = Vec::new();
            for (id, (priority, tie, pops)) in pushes.into_iter().enumerate() {
                // Some numbers lie beyond the list.
                let (priority, tie) = (priority * 1_500, tie * 1_500);
                let id = Id::try_from(id).expect("few");
                buckets.push(priority, tie, id, &mut budget).expect("no limit");
                plain.push((priority, tie, id));
                if pops {
                    let least = plain.iter().copied().min_by_key(|&(priority, tie, id)| (priority, tie, age(id)));
                    let (priority, tie, id) = least.expect("just pushed");
                    plain.retain(|entry| entry.2 != id);
                    let entry = Entry { priority, tie, id };
                    proptest::prop_assert_eq!(buckets.pop(), Some(entry));
                    buckets.put_back(entry);
                    proptest::prop_assert_eq!(buckets.pop(), Some(entry));
                }
            }
            plain.sort_by_key(|&(priority, tie, id)| (priority, tie, age(id)));
            for (priority, tie, id) in plain {
                proptest::prop_assert_eq!(buckets.pop(), Some(Entry { priority, tie, id }));
            }
            proptest::prop_assert_eq!(buckets.pop(), None);
        }
    }
}
