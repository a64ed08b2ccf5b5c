//! Ids of stored states, nodes, and a value for each state.

use crate::{
    budget::Budget,
    outcome::{Cost, Limit, Stop},
    space::State,
};

pub use crate::table::Id;

/// The parent of a root, and the id of no state. All ids are lower.
pub const NO_PARENT: Id = Id::MAX >> 1;

/// The bit of a parent that says that a state was expanded at its cost, or on which side of a search it is.
pub(super) const MARK: Id = 1 << 31;

/// The id of the next state after `states` of them.
///
/// # Errors
/// When there are as many as ids.
#[inline]
pub(super) fn next_id(states: usize) -> Result<Id, Stop> {
    Id::try_from(states).ok().filter(|&id| id < NO_PARENT).ok_or(Stop::Limit(Limit::Memory))
}

/// Parent and cost of a state. Packed, because it is stored for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, packed(4))]
pub struct Node {
    parent: Id,
    /// The lowest known cost from a root.
    pub cost: Cost,
}

impl Node {
    /// A state that was reached from `parent`, or a root if that is [`NO_PARENT`].
    #[inline]
    pub fn new(parent: Id, cost: Cost) -> Self {
        Self { parent, cost }
    }

    /// The state it was reached from; [`NO_PARENT`] for a root.
    #[inline]
    pub fn parent(self) -> Id {
        self.parent & !MARK
    }

    /// Whether the state was expanded since it was reached at this cost, as [`expanded`](Self::expanded) says.
    #[inline]
    pub fn is_expanded(self) -> bool {
        self.parent & MARK != 0
    }

    /// The same node of a state that is expanded.
    #[inline]
    pub fn expanded(self) -> Self {
        Self { parent: self.parent | MARK, ..self }
    }
}

/// States with their parents: what a path is reconstructed from.
pub trait Parents<S: State + ?Sized> {
    fn state_of(&self, id: Id) -> &S;
    /// The state it was reached from; [`NO_PARENT`] for a root.
    fn parent_of(&self, id: Id) -> Id;
}

// A growable array with one value per stored state, in chunks: growing moves no value, so it never
// needs a second copy.

/// Values per chunk: small searches stay small, large ones have few chunks.
const CHUNK: usize = 1 << 12;

/// Values indexed by the ids of states.
pub struct PerState<T> {
    chunks: Vec<Vec<T>>,
    len: usize,
}

impl<T> Default for PerState<T> {
    fn default() -> Self {
        Self { chunks: Vec::new(), len: 0 }
    }
}

impl<T> PerState<T> {
    /// Appends a value.
    #[inline]
    pub fn push(&mut self, value: T, budget: &mut Budget<'_>) -> Result<(), Stop> {
        let chunk = self.len / CHUNK;
        if chunk == self.chunks.len() {
            self.make_room(budget)?;
        }
        self.chunks[chunk].push(value);
        self.len += 1;
        Ok(())
    }

    /// Appends values in order.
    ///
    /// # Errors
    /// When the memory limit forbids another chunk; only the first values are then appended.
    #[inline]
    pub fn extend(
        &mut self,
        mut values: impl ExactSizeIterator<Item = T>,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop> {
        while values.len() > 0 {
            let chunk = self.len / CHUNK;
            if chunk == self.chunks.len() {
                self.make_room(budget)?;
            }
            let chunk = &mut self.chunks[chunk];
            let room = CHUNK - chunk.len();
            let before = chunk.len();
            chunk.extend(values.by_ref().take(room));
            self.len += chunk.len() - before;
        }
        Ok(())
    }

    /// Appends default values up to a number of values.
    pub fn extend_to(&mut self, len: usize, budget: &mut Budget<'_>) -> Result<(), Stop>
    where
        T: Default,
    {
        self.extend((self.len..len).map(|_| T::default()), budget)
    }

    #[cold]
    fn make_room(&mut self, budget: &mut Budget<'_>) -> Result<(), Stop> {
        // The list of chunks is a thousandth of what it lists.
        budget.grow((CHUNK * size_of::<T>() + 2 * size_of::<Vec<T>>()) as u64)?;
        self.chunks.push(Vec::with_capacity(CHUNK));
        Ok(())
    }

    #[inline]
    pub fn get(&self, id: Id) -> T
    where
        T: Copy,
    {
        *self.at(id)
    }

    #[inline]
    pub fn at(&self, id: Id) -> &T {
        let index = id as usize;
        &self.chunks[index / CHUNK][index % CHUNK]
    }

    #[inline]
    pub fn at_mut(&mut self, id: Id) -> &mut T {
        let index = id as usize;
        &mut self.chunks[index / CHUNK][index % CHUNK]
    }

    #[inline]
    pub fn set(&mut self, id: Id, value: T) {
        *self.at_mut(id) = value;
    }

    pub fn len(&self) -> usize {
        self.len
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stores_values_and_counts_bytes() {
        let mut budget = Budget::unlimited();
        let mut values = PerState::default();
        for value in 0..10_000_u32 {
            values.push(value * 3, &mut budget).expect("no limit");
        }
        values.extend((10_000..20_000).map(|value| value * 3), &mut budget).expect("no limit");
        assert_eq!((values.len(), values.get(12_287), values.get(19_999)), (20_000, 36_861, 59_997));
        values.set(4_711, 7);
        assert_eq!((values.get(0), values.get(4_711), values.get(9_999)), (0, 7, 29_997));
        let bytes = budget.statistics().peak_bytes;
        assert!((5 * 4096 * 4..5 * 4096 * 4 + 300).contains(&bytes), "{bytes}");
    }
}
