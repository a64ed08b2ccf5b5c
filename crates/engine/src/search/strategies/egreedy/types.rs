//! Open states grouped by type, for the choice of a random state of a random type.

use std::collections::HashMap;
use std::mem::size_of;

use rustc_hash::FxBuildHasher;

use crate::search::random::Random;
use crate::search::strategies::prelude::*;

/// Cost and rate.
type Type = (Cost, Cost);

#[derive(Default)]
pub(super) struct Types {
    /// The bucket of each type that has had a state.
    known: HashMap<Type, usize, FxBuildHasher>,
    buckets: Vec<Vec<Id>>,
    /// The buckets that are not empty.
    filled: Vec<usize>,
}

#[derive(Clone, Copy)]
pub(super) struct TypeIndex {
    /// Index of its bucket among the filled ones.
    filled: usize,
    index: usize,
}

impl Types {
    /// Bytes of a new type: its entry in the map, at most doubled, its bucket, and its entry among the
    /// filled ones.
    const NEW: u64 = (4 * (size_of::<Type>() + size_of::<usize>())
        + 3 * size_of::<Vec<Id>>()
        + 3 * size_of::<usize>()) as u64;

    pub(super) fn push(
        &mut self,
        cost: Cost,
        rate: Cost,
        id: Id,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop> {
        let bucket = if let Some(&bucket) = self.known.get(&(cost, rate)) {
            bucket
        } else {
            budget.grow(Self::NEW)?;
            self.known.insert((cost, rate), self.buckets.len());
            self.buckets.push(Vec::new());
            self.buckets.len() - 1
        };
        let states = &mut self.buckets[bucket];
        open_list::push(states, id, budget)?;
        if states.len() == 1 {
            self.filled.push(bucket);
        }
        Ok(())
    }

    /// Returns a random state of a random type without removing it.
    pub(super) fn pick(&self, random: &mut Random) -> Option<(TypeIndex, Id)> {
        if self.filled.is_empty() {
            return None;
        }
        let filled = random.below(self.filled.len());
        let states = &self.buckets[self.filled[filled]];
        let index = random.below(states.len());
        Some((TypeIndex { filled, index }, states[index]))
    }

    /// Removes a state that was picked. States may have been pushed since, but none removed.
    pub(super) fn remove(&mut self, place: TypeIndex) {
        let states = &mut self.buckets[self.filled[place.filled]];
        states.swap_remove(place.index);
        if states.is_empty() {
            self.filled.swap_remove(place.filled);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_equally_likely_whatever_their_size() {
        let mut budget = Budget::unlimited();
        let mut types = Types::default();
        for id in 0..1_000 {
            types.push(1, 1, id, &mut budget).expect("no limit");
        }
        types.push(2, 1, 1_000, &mut budget).expect("no limit");
        let mut random = Random::new(3);
        let lone = (0..1_000).filter(|_| types.pick(&mut random).expect("full").1 == 1_000).count();
        assert!((400..600).contains(&lone), "{lone}");
        for _ in 0..1_001 {
            let (place, _) = types.pick(&mut random).expect("not yet empty");
            types.remove(place);
        }
        assert!(types.pick(&mut random).is_none());
    }
}
