//! The cells of the feature space with their untried actions.

use std::cmp::Ordering;
use std::mem::size_of;

use rustc_hash::FxHashMap;

use crate::search::strategies::prelude::*;

/// An untried action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct UntriedAction {
    /// The sum of the weights of the actions from the root, this one included.
    pub(super) weight: u32,
    /// The score of the child.
    pub(super) score: u64,
    /// The cell of the child's own features.
    pub(super) cell: u64,
    /// The state it leads to.
    pub(super) child: Id,
    /// The state it starts from.
    pub(super) parent: Id,
    /// Whether `score` is a lower bound.
    pub(super) is_bound: bool,
}

impl Ord for UntriedAction {
    /// The greatest is tried first: the lowest weight, then the lowest score, then the oldest.
    fn cmp(&self, other: &Self) -> Ordering {
        let key = |entry: &Self| (entry.weight, entry.score, entry.child, entry.parent);
        key(other).cmp(&key(self))
    }
}

impl PartialOrd for UntriedAction {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// All cells, in a ring. A new cell is next in turn.
#[derive(Default)]
pub(super) struct Cells {
    places: FxHashMap<u64, u32>,
    ring: Vec<Cell>,
    /// The cell whose turn was last.
    last: u32,
}

struct Cell {
    waiting: Heap<UntriedAction>,
    /// The next in the ring.
    next: u32,
}

impl Cells {
    /// The number of the cell with the given name, which is created if missing.
    pub(super) fn named(&mut self, name: u64, budget: &mut Budget<'_>) -> Result<u32, Stop> {
        if let Some(&place) = self.places.get(&name) {
            return Ok(place);
        }
        // A map of names and a list of cells, each up to half empty.
        budget.grow(2 * (size_of::<Cell>() + size_of::<(u64, u32)>() + 1) as u64)?;
        let place = u32::try_from(self.ring.len()).unwrap_or(u32::MAX);
        let next = match self.ring.get_mut(self.last as usize) {
            Some(last) => std::mem::replace(&mut last.next, place),
            None => place,
        };
        self.ring.push(Cell { waiting: Heap::default(), next });
        self.places.insert(name, place);
        Ok(place)
    }

    pub(super) fn push(
        &mut self,
        cell: u32,
        entry: UntriedAction,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop> {
        self.ring[cell as usize].waiting.push(entry, budget)
    }

    /// Removes the first action of the cell with the given name. `exact` replaces a bound by the exact score.
    pub(super) fn take_from(
        &mut self,
        name: u64,
        exact: impl Fn(UntriedAction) -> UntriedAction,
    ) -> Option<UntriedAction> {
        let place = *self.places.get(&name)?;
        self.ring[place as usize].take(exact)
    }

    /// Removes the first action of the next cell that has one. `exact` replaces a bound by the exact score.
    pub(super) fn take_next(
        &mut self,
        exact: impl Fn(UntriedAction) -> UntriedAction,
    ) -> Option<UntriedAction> {
        for _ in 0..self.ring.len() {
            self.last = self.ring[self.last as usize].next;
            let entry = self.ring[self.last as usize].take(&exact);
            if entry.is_some() {
                return entry;
            }
        }
        None
    }
}

impl Cell {
    /// Removes the first action. One with a bound goes back with its exact score until an exact one is first.
    fn take(&mut self, exact: impl Fn(UntriedAction) -> UntriedAction) -> Option<UntriedAction> {
        loop {
            let entry = self.waiting.pop()?;
            if !entry.is_bound {
                return Some(entry);
            }
            self.waiting.put(exact(entry));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(weight: u32, score: u64, child: Id) -> UntriedAction {
        UntriedAction { weight, score, cell: 0, child, parent: 0, is_bound: false }
    }

    #[test]
    fn cells_take_turns_and_light_entries_come_first() {
        let mut budget = Budget::unlimited();
        let mut cells = Cells::default();
        for (name, weight, score, child) in
            [(7, 1, 0, 1), (7, 0, 9, 2), (7, 0, 8, 3), (9, 5, 0, 4), (9, 5, 0, 5)]
        {
            let cell = cells.named(name, &mut budget).expect("no limits");
            cells.push(cell, entry(weight, score, child), &mut budget).expect("no limits");
        }
        assert_eq!(cells.take_from(7, |entry| entry).map(|entry| entry.child), Some(3));
        assert_eq!(cells.take_from(8, |entry| entry), None);
        let order: Vec<_> =
            std::iter::from_fn(|| cells.take_next(|entry| entry)).map(|entry| entry.child).collect();
        assert_eq!(order, [4, 2, 5, 1]);
    }
}
