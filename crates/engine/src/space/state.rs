//! States, and lists of them.

use std::{borrow::Borrow, fmt::Debug, hash::Hash};

/// A state that searches can store: `u64`, `[u64]` (of one width per space), or a [`PlainState`].
pub trait State: Eq + Hash + ToOwned<Owned: Clone + Eq + Hash + Debug + Borrow<Self>> {
    /// A growable sequence of states.
    type List: StateList<Self> + Send;

    /// Heap bytes of the owned state, in addition to its own size.
    fn heap_bytes(&self) -> u64;

    /// Bytes that a list has allocated, including those of its states.
    fn list_bytes(list: &Self::List) -> u64;
}

/// Makes any other type a [`State`]: `impl PlainState for Board {}`.
pub trait PlainState: Clone + Eq + Hash + Debug + Send + Sync {
    /// Heap bytes of the state, for the memory limit. If the value is too low, a search exceeds its limit.
    fn heap_bytes(&self) -> u64 {
        0
    }
}

impl State for u64 {
    type List = Vec<u64>;

    fn heap_bytes(&self) -> u64 {
        0
    }

    fn list_bytes(list: &Self::List) -> u64 {
        (list.capacity() * size_of::<u64>()) as u64
    }
}

impl State for [u64] {
    type List = Words;

    fn heap_bytes(&self) -> u64 {
        // Common allocators use n + 8 bytes, rounded up to 16, for an allocation of n.
        ((self.len() as u64 * 8) + 8).next_multiple_of(16).max(32)
    }

    fn list_bytes(list: &Self::List) -> u64 {
        (list.words.capacity() * size_of::<u64>()) as u64
    }
}

impl<T: PlainState> State for T {
    type List = Vec<T>;

    fn heap_bytes(&self) -> u64 {
        PlainState::heap_bytes(self)
    }

    fn list_bytes(list: &Self::List) -> u64 {
        // The states of a space are about as large as its first one.
        let heap = list.first().map_or(0, PlainState::heap_bytes) * list.len() as u64;
        (list.capacity() * size_of::<T>()) as u64 + heap
    }
}

/// A growable sequence of states.
pub trait StateList<S: ?Sized>: Default {
    /// Appends a state.
    fn push_state(&mut self, state: &S);
    /// The state at `index`.
    ///
    /// # Panics
    /// If `index` is out of bounds.
    fn state(&self, index: usize) -> &S;
    /// The number of states.
    fn count(&self) -> usize;
    /// Removes all states and keeps the capacity.
    fn clear_states(&mut self);
}

impl<T: Clone> StateList<T> for Vec<T> {
    fn push_state(&mut self, state: &T) {
        self.push(state.clone());
    }
    fn state(&self, index: usize) -> &T {
        &self[index]
    }
    fn count(&self) -> usize {
        self.len()
    }
    fn clear_states(&mut self) {
        self.clear();
    }
}

/// States of several words, all of one width, in one vector.
#[derive(Clone, Debug, Default)]
pub struct Words {
    width: usize,
    words: Vec<u64>,
}

impl StateList<[u64]> for Words {
    fn push_state(&mut self, state: &[u64]) {
        debug_assert!(!state.is_empty(), "a state has at least one word");
        debug_assert!(self.words.is_empty() || self.width == state.len(), "states of one width");
        self.width = state.len();
        self.words.extend_from_slice(state);
    }
    fn state(&self, index: usize) -> &[u64] {
        &self.words[index * self.width..(index + 1) * self.width]
    }
    fn count(&self) -> usize {
        self.words.len().checked_div(self.width).unwrap_or(0)
    }
    fn clear_states(&mut self) {
        self.words.clear();
    }
}
