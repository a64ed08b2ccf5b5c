//! What was looked up a moment ago.
//!
//! In most puzzles many children of neighbouring states are the same: two actions in either order,
//! an action and its inverse. On the 4x4 shifter a quarter of all children was generated less than a
//! thousand children ago. A small table in the nearest cache, which forgets whatever is overwritten,
//! saves them the way to the large one.

use super::hash;
use crate::outcome::Cost;

/// States of one word.
pub(super) struct RecentStates {
    states: Vec<u64>,
}

/// States of one word, each with the least cost it was looked up at since it came in.
pub(super) struct RecentOffers {
    states: Vec<(u64, Cost)>,
}

/// Entries of a table.
const WORDS_KEPT: usize = 1 << 10;
const STATES_KEPT: usize = 1 << 9;

#[inline]
fn place(hash: u64, entries: usize) -> usize {
    (hash >> 33) as usize % entries
}

/// For a free place: a state that belongs elsewhere.
fn stranger(at: usize) -> u64 {
    (0..64).find(|&state| place(hash::of_word(state), WORDS_KEPT) != at).unwrap_or(0)
}

impl RecentStates {
    pub(super) fn new() -> Self {
        Self { states: (0..WORDS_KEPT).map(stranger).collect() }
    }

    /// Whether the state was looked up lately. From now on it was.
    #[inline]
    pub(super) fn is_known(&mut self, state: u64, hash: u64) -> bool {
        std::mem::replace(&mut self.states[place(hash, WORDS_KEPT)], state) == state
    }
}

impl RecentOffers {
    pub(super) fn new() -> Self {
        Self { states: (0..WORDS_KEPT).map(|at| (stranger(at), 0)).collect() }
    }

    /// Whether the state was looked up lately at this cost or less. From now on it was.
    #[inline]
    pub(super) fn is_known(&mut self, state: u64, cost: Cost, hash: u64) -> bool {
        let here = &mut self.states[place(hash, WORDS_KEPT)];
        let known = here.0 == state && here.1 <= cost;
        if !known {
            *here = (state, cost);
        }
        known
    }
}

/// States of several words.
pub(super) struct RecentWords {
    hashes: Vec<u64>,
    words: Vec<u64>,
}

impl RecentWords {
    pub(super) fn new() -> Self {
        // A free place has the hash of a state that belongs elsewhere.
        let elsewhere = |at: usize| ((at ^ 1) as u64) << 33;
        Self { hashes: (0..STATES_KEPT).map(elsewhere).collect(), words: Vec::new() }
    }

    /// Whether the state was looked up lately. From now on it was.
    #[inline]
    pub(super) fn is_known(&mut self, state: &[u64], hash: u64) -> bool {
        let at = place(hash, STATES_KEPT);
        let width = state.len();
        if self.words.is_empty() {
            self.words.resize(STATES_KEPT * width, 0);
        }
        let words = &mut self.words[at * width..(at + 1) * width];
        let known = self.hashes[at] == hash && super::are_equal(words, state);
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
    fn knows_what_came_lately_and_nothing_else() {
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
