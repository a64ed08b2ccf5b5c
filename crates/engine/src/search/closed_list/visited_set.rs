//! The interface of a closed list for breadth-first searches.

use std::hash::BuildHasher;

use super::id::Id;
use super::store::{Inserted, Store};
use crate::budget::Budget;
use crate::outcome::Stop;
use crate::space::{State, StateList};

/// A look-up under way.
#[derive(Clone, Copy, Debug)]
pub struct Probe {
    /// Index of the state in its list.
    pub place: u32,
    pub(super) hash: u64,
    /// The stored state that is probably equal; [`Id::MAX`] if there is none.
    pub(super) candidate: Id,
}

impl Probe {
    #[inline]
    pub(super) fn of(place: u32, hash: u64) -> Self {
        Self { place, hash, candidate: Id::MAX }
    }
}

/// A set of states that tells whether a state is new and keeps the order of insertion.
///
/// A look-up has three steps, each for a whole list, so that the memory one step needs has been
/// fetched by the time it runs: [`look_ahead`](Self::look_ahead), [`look_closer`](Self::look_closer)
/// and [`insert_new`](Self::insert_new). Other lists may be inserted in between.
pub trait VisitedSet<S: State + ?Sized>: Sized {
    /// Creates an empty set. `bits`: width of a one-word state; ignored otherwise.
    fn new(bits: u32) -> Self;

    /// Hashes a state; equal in all sets of a type.
    fn spread(state: &S) -> u64;

    /// Starts the look-up of a list. States that were looked up recently may get no probe.
    fn look_ahead(&mut self, states: &S::List, probes: &mut Vec<Probe>);

    /// Continues the look-up.
    fn look_closer(&self, probes: &mut [Probe]) {
        let _ = probes;
    }

    /// Inserts the new states of a list in order; `new` receives the indices of their probes. Asks
    /// `budget` before it allocates.
    ///
    /// # Errors
    /// When the memory limit is reached; some states may then have been inserted.
    fn insert_new(
        &mut self,
        states: &S::List,
        probes: &[Probe],
        new: &mut Vec<u32>,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop>;

    /// Whether a state is present. The probe may come from another set of the same type.
    fn contains(&self, state: &S, probe: &Probe) -> bool;

    /// Whether the set exceeds the caches, so that [`prefetch`](Self::prefetch) pays.
    fn is_large(&self) -> bool {
        false
    }

    /// Prefetches what [`contains`](Self::contains) reads.
    fn prefetch(&self, probe: &Probe) {
        let _ = probe;
    }

    fn state(&self, id: Id) -> &S;

    fn len(&self) -> usize;
}

pub struct VisitedStore<T> {
    store: T,
    found: Vec<Inserted>,
}

impl<S: State + ?Sized, T: Store<S>> VisitedSet<S> for VisitedStore<T> {
    fn new(bits: u32) -> Self {
        Self { store: T::new(bits), found: Vec::new() }
    }
    fn spread(state: &S) -> u64 {
        rustc_hash::FxBuildHasher.hash_one(state)
    }
    fn look_ahead(&mut self, states: &S::List, probes: &mut Vec<Probe>) {
        probes.clear();
        probes.extend((0..).take(states.count()).map(|place| Probe::of(place, 0)));
    }
    fn insert_new(
        &mut self,
        states: &S::List,
        _: &[Probe],
        new: &mut Vec<u32>,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop> {
        self.store.insert_list(states, &mut self.found, budget)?;
        new.clear();
        new.extend(
            (0..).zip(&self.found).filter(|(_, found)| matches!(found, Inserted::New(_))).map(|(at, _)| at),
        );
        Ok(())
    }
    fn contains(&self, state: &S, _: &Probe) -> bool {
        self.store.find(state).is_some()
    }
    fn state(&self, id: Id) -> &S {
        self.store.state(id)
    }
    fn len(&self) -> usize {
        self.store.len()
    }
}
