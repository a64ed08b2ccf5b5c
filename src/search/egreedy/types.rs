//! The states that wait, sorted into types: a random state of a random type.

use std::collections::HashMap;
use std::mem::size_of;

use rustc_hash::FxBuildHasher;

use crate::budget::Budget;
use crate::outcome::{Cost, Stop};
use crate::search::open;
use crate::search::random::Random;
use crate::search::store::Id;

/// Cost so far and rate.
type Type = (Cost, Cost);

/// See the module.
#[derive(Default)]
pub(super) struct Types {
    /// The bucket of each type that ever had a state.
    known: HashMap<Type, usize, FxBuildHasher>,
    buckets: Vec<Vec<Id>>,
    /// The buckets that have states.
    filled: Vec<usize>,
}

/// Where a state was picked.
#[derive(Clone, Copy)]
pub(super) struct Place {
    /// Its bucket's place among the filled ones.
    filled: usize,
    /// Its place in the bucket.
    index: usize,
}

impl Types {
    /// The bytes of a new type: its entry in the map, at most doubled, its bucket and its place among
    /// the filled ones.
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
        if states.len() == states.capacity() {
            open::grow(states.capacity(), size_of::<Id>(), budget, |more| states.reserve_exact(more))?;
        }
        if states.is_empty() {
            self.filled.push(bucket);
        }
        states.push(id);
        Ok(())
    }

    /// A random state of a random type. It stays where it is.
    pub(super) fn pick(&self, random: &mut Random) -> Option<(Place, Id)> {
        if self.filled.is_empty() {
            return None;
        }
        let filled = random.below(self.filled.len());
        let states = &self.buckets[self.filled[filled]];
        let index = random.below(states.len());
        Some((Place { filled, index }, states[index]))
    }

    /// Takes out what was picked. In between, states may have been pushed but none removed.
    pub(super) fn remove(&mut self, place: Place) {
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
    use crate::budget::{Cancel, Limits};

    #[test]
    fn a_type_has_the_same_chance_however_many_states_it_has() {
        let mut no_observer = ();
        let mut budget = Budget::new(Limits::NONE, Cancel::default(), &mut no_observer);
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
