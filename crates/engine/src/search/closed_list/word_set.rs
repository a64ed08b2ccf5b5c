//! The visited set for states of several words: a [`WordStore`] with a cache of recent states.

use super::hash;
use super::id::Id;
use super::recent::RecentWords;
use super::store::{Inserted, Store};
use super::visited_set::{Probe, VisitedSet};
use super::word_store::WordStore;
use crate::budget::Budget;
use crate::outcome::Stop;
use crate::space::{StateList, Words};

/// A set of states of several words.
pub struct WordSet {
    store: WordStore,
    recent: RecentWords,
}

impl VisitedSet<[u64]> for WordSet {
    fn new(_: u32) -> Self {
        Self { store: WordStore::default(), recent: RecentWords::new() }
    }

    fn spread(state: &[u64]) -> u64 {
        hash::of_words(state)
    }

    fn look_ahead(&mut self, states: &Words, probes: &mut Vec<Probe>) {
        probes.clear();
        for (place, index) in (0..).zip(0..states.count()) {
            let state = states.state(index);
            let hash = hash::of_words(state);
            if !self.store.is_large() {
                probes.push(Probe::of(place, hash));
            } else if !self.recent.is_known(state, hash) {
                self.store.prefetch_bucket(hash);
                probes.push(Probe::of(place, hash));
            }
        }
    }

    fn look_closer(&self, probes: &mut [Probe]) {
        self.store.find_candidates(probes);
    }

    fn insert_new(
        &mut self,
        states: &Words,
        probes: &[Probe],
        new: &mut Vec<u32>,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop> {
        new.clear();
        let mut index = 0;
        let note = |inserted| {
            if let Inserted::New(_) = inserted {
                new.push(index);
            }
            index += 1;
        };
        self.store.insert_probed(states, probes, note, budget)
    }

    fn is_large(&self) -> bool {
        self.store.is_large()
    }

    fn prefetch(&self, probe: &Probe) {
        self.store.prefetch_bucket(probe.hash);
    }

    fn contains(&self, state: &[u64], probe: &Probe) -> bool {
        self.store.find_hashed(state, probe.hash).is_some()
    }

    fn state(&self, id: Id) -> &[u64] {
        self.store.state(id)
    }

    fn len(&self) -> usize {
        self.store.len()
    }
}
