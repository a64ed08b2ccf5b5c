//! A growable array with one value per stored state, in chunks: growing moves no value, so it never
//! needs a second copy.

use std::mem::size_of;

use super::id::Id;
use crate::budget::Budget;
use crate::outcome::Stop;

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

impl<T: Copy> PerState<T> {
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
    pub fn get(&self, id: Id) -> T {
        *self.at(id)
    }

    #[inline]
    pub fn at(&self, id: Id) -> &T {
        let index = id as usize;
        &self.chunks[index / CHUNK][index % CHUNK]
    }

    #[inline]
    pub fn set(&mut self, id: Id, value: T) {
        let index = id as usize;
        self.chunks[index / CHUNK][index % CHUNK] = value;
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
