//! Small direct-mapped caches of the states that were looked up last.
//!
//! In most puzzles many successors of neighbouring states are equal: two actions in either order, an
//! action and its inverse. On the 4x4 shifter a quarter of all successors were generated within the
//! last thousand. A cache that fits into the first-level cache of the processor saves their look-up in
//! the large table.

use super::hash;
use crate::outcome::Cost;

pub(super) struct RecentStates {
    states: Vec<u64>,
}

/// States of one word, each with the lowest cost it was looked up at since it was cached.
pub(super) struct RecentOffers {
    states: Vec<(u64, Cost)>,
}

/// Number of cached states of one word, and of several words.
const SINGLE_WORDS: usize = 1 << 10;
const LONG_STATES: usize = 1 << 9;

#[inline]
fn place(hash: u64, entries: usize) -> usize {
    (hash >> 33) as usize % entries
}

/// Marks a free place: a state that belongs to another place.
fn sentinel(at: usize) -> u64 {
    (0..64).find(|&state| place(hash::of_word(state), SINGLE_WORDS) != at).unwrap_or(0)
}

impl RecentStates {
    pub(super) fn new() -> Self {
        Self { states: (0..SINGLE_WORDS).map(sentinel).collect() }
    }

    /// Whether the state is cached. Caches it.
    #[inline]
    pub(super) fn is_known(&mut self, state: u64, hash: u64) -> bool {
        std::mem::replace(&mut self.states[place(hash, SINGLE_WORDS)], state) == state
    }
}

impl RecentOffers {
    pub(super) fn new() -> Self {
        Self { states: (0..SINGLE_WORDS).map(|at| (sentinel(at), 0)).collect() }
    }

    /// Whether the state is cached at this cost or a lower one. Caches it.
    #[inline]
    pub(super) fn is_known(&mut self, state: u64, cost: Cost, hash: u64) -> bool {
        let here = &mut self.states[place(hash, SINGLE_WORDS)];
        let known = here.0 == state && here.1 <= cost;
        if !known {
            *here = (state, cost);
        }
        known
    }
}

pub(super) struct RecentWords {
    hashes: Vec<u64>,
    words: Vec<u64>,
}

impl RecentWords {
    pub(super) fn new() -> Self {
        // A free place has the hash of a state that belongs to another place.
        let elsewhere = |at: usize| ((at ^ 1) as u64) << 33;
        Self { hashes: (0..LONG_STATES).map(elsewhere).collect(), words: Vec::new() }
    }

    /// Whether the state is cached. Caches it.
    #[inline]
    pub(super) fn is_known(&mut self, state: &[u64], hash: u64) -> bool {
        let at = place(hash, LONG_STATES);
        let width = state.len();
        if self.words.is_empty() {
            self.words.resize(LONG_STATES * width, 0);
        }
        let words = &mut self.words[at * width..(at + 1) * width];
        let known = self.hashes[at] == hash && hash::are_equal(words, state);
        if !known {
            self.hashes[at] = hash;
            words.copy_from_slice(state);
        }
        known
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_cached_states_are_known() {
        let (mut recent, mut words) = (RecentOffers::new(), RecentWords::new());
        let mut states = RecentStates::new();
        for state in 0..5_000_u64 {
            let hash = hash::of_word(state);
            assert!(!recent.is_known(state, 7, hash), "{state} is new");
            assert!(recent.is_known(state, 7, hash) && recent.is_known(state, 8, hash));
            assert!(!recent.is_known(state, 6, hash), "{state} became cheaper");
            assert!(recent.is_known(state, 7, hash));
            assert!(!states.is_known(state, hash) && states.is_known(state, hash));
            let state = [state, !state];
            let hash = hash::of_words(&state);
            assert!(!words.is_known(&state, hash));
            assert!(words.is_known(&state, hash));
            assert!(!words.is_known(&[state[0], 0], hash), "equal hashes are not equal states");
        }
    }
}
