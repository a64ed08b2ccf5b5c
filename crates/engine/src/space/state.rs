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

/// A state of any type. Implemented for integers, `bool`, `char`, tuples, arrays, vectors, boxed slices, strings, options
/// and references; for other types it takes a line:
///
/// ```
/// # use lurd_engine::space::PlainState;
/// #[derive(Clone, PartialEq, Eq, Hash, Debug)]
/// struct Board {
///     cells: [u8; 16],
/// }
///
/// impl PlainState for Board {}
/// ```
///
/// `u64` and `[u64]` are states too; searches store them in fewer bytes and find them faster.
pub trait PlainState: Clone + Eq + Hash + Debug + Send + Sync {
    /// Heap bytes of the state, for the memory limit. If the value is too low, a search exceeds its limit.
    fn heap_bytes(&self) -> u64 {
        0
    }
}

/// A part of a [`PlainState`]: any of them, and `u64`.
pub trait StatePart: Clone + Eq + Hash + Debug + Send + Sync {
    /// Heap bytes of the part, as [`PlainState::heap_bytes`].
    fn heap_bytes(&self) -> u64;
}

impl StatePart for u64 {
    #[inline]
    fn heap_bytes(&self) -> u64 {
        0
    }
}

impl<T: PlainState> StatePart for T {
    #[inline]
    fn heap_bytes(&self) -> u64 {
        PlainState::heap_bytes(self)
    }
}

macro_rules! states_without_heap {
    ($($state:ty)*) => {$(
        impl PlainState for $state {}
    )*};
}

states_without_heap! { () bool char u8 u16 u32 u128 usize i8 i16 i32 i64 i128 isize }

macro_rules! tuples {
    ($(($($part:ident)*))*) => {$(
        impl<$($part: StatePart),*> PlainState for ($($part,)*) {
            #[inline]
            #[expect(non_snake_case, reason = "a part is named like its type")]
            fn heap_bytes(&self) -> u64 {
                let ($($part,)*) = self;
                0 $(+ $part.heap_bytes())*
            }
        }
    )*};
}

tuples! { (A) (A B) (A B C) (A B C D) (A B C D E) (A B C D E F) (A B C D E F G) (A B C D E F G H) }

/// Bytes of an allocation of `bytes`, which common allocators extend by 8 and round up to 16.
#[inline]
fn allocated(bytes: usize) -> u64 {
    if bytes == 0 { 0 } else { (bytes as u64 + 8).next_multiple_of(16).max(32) }
}

#[inline]
fn heap_of<T: StatePart>(parts: &[T]) -> u64 {
    parts.iter().map(StatePart::heap_bytes).sum()
}

impl<T: StatePart, const N: usize> PlainState for [T; N] {
    #[inline]
    fn heap_bytes(&self) -> u64 {
        heap_of(self)
    }
}

impl<T: StatePart> PlainState for Option<T> {
    #[inline]
    fn heap_bytes(&self) -> u64 {
        self.as_ref().map_or(0, StatePart::heap_bytes)
    }
}

impl<T: StatePart> PlainState for Vec<T> {
    #[inline]
    fn heap_bytes(&self) -> u64 {
        // A copy has no more capacity than it needs.
        allocated(size_of_val(self.as_slice())) + heap_of(self)
    }
}

impl<T: StatePart> PlainState for Box<[T]> {
    #[inline]
    fn heap_bytes(&self) -> u64 {
        allocated(size_of_val::<[T]>(self)) + heap_of(self)
    }
}

impl PlainState for String {
    #[inline]
    fn heap_bytes(&self) -> u64 {
        allocated(self.len())
    }
}

impl PlainState for Box<str> {
    #[inline]
    fn heap_bytes(&self) -> u64 {
        allocated(self.len())
    }
}

impl<T: Eq + Hash + Debug + Sync + ?Sized> PlainState for &T {}

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
        allocated(size_of_val(self))
    }

    fn list_bytes(list: &Self::List) -> u64 {
        (list.words.capacity() * size_of::<u64>()) as u64
    }
}

impl<T: PlainState> State for T {
    type List = Reused<T>;

    #[inline]
    fn heap_bytes(&self) -> u64 {
        PlainState::heap_bytes(self)
    }

    fn list_bytes(list: &Self::List) -> u64 {
        // The states of a space are about as large as its first one.
        let heap = list.states.first().map_or(0, PlainState::heap_bytes) * list.states.len() as u64;
        (list.states.capacity() * size_of::<T>()) as u64 + heap
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

/// States of any type in a vector. Those that were removed are kept, so that the memory that they own is used again.
#[derive(Clone, Debug)]
pub struct Reused<T> {
    states: Vec<T>,
    len: usize,
}

impl<T> Default for Reused<T> {
    fn default() -> Self {
        Self { states: Vec::new(), len: 0 }
    }
}

impl<T: Clone> Reused<T> {
    /// Appends a state.
    #[inline]
    pub fn push(&mut self, state: T) {
        match self.states.get_mut(self.len) {
            Some(place) => *place = state,
            None => self.states.push(state),
        }
        self.len += 1;
    }
}

impl<T: Clone> Extend<T> for Reused<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, states: I) {
        states.into_iter().for_each(|state| self.push(state));
    }
}

impl<T: Clone> StateList<T> for Reused<T> {
    #[inline]
    fn push_state(&mut self, state: &T) {
        match self.states.get_mut(self.len) {
            Some(place) => place.clone_from(state),
            None => self.states.push(state.clone()),
        }
        self.len += 1;
    }
    #[inline]
    fn state(&self, index: usize) -> &T {
        &self.states[..self.len][index]
    }
    #[inline]
    fn count(&self) -> usize {
        self.len
    }
    #[inline]
    fn clear_states(&mut self) {
        self.len = 0;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heap_bytes_are_those_of_all_parts() {
        assert_eq!(PlainState::heap_bytes(&(1_u8, [2_u64; 3], 'x', Some(true))), 0);
        assert_eq!(PlainState::heap_bytes(&vec![0_u64; 4]), 48);
        assert_eq!(PlainState::heap_bytes(&(String::from("lurd"), Some(vec![0_u8; 100]))), 32 + 112);
        assert_eq!(PlainState::heap_bytes(&vec![String::from("lurd"); 10]), 10 * 24 + 16 + 10 * 32);
        assert_eq!(PlainState::heap_bytes(&Vec::<u8>::new()), 0);
        assert_eq!(PlainState::heap_bytes(&"a reference owns nothing"), 0);
        assert_eq!(PlainState::heap_bytes(&vec![7_u16; 3].into_boxed_slice()), 32);
    }

    #[test]
    fn a_list_keeps_what_was_pushed_since_it_was_cleared() {
        let mut list = Reused::default();
        for round in 0..3 {
            list.clear_states();
            assert_eq!(list.count(), 0);
            list.push_state(&format!("first {round}"));
            list.push(format!("second {round}"));
            if round == 1 {
                list.extend([String::from("third")]);
            }
            assert_eq!(
                (list.count(), list.state(0).as_str()),
                (2 + usize::from(round == 1), &*format!("first {round}"))
            );
            assert_eq!(list.state(1), &format!("second {round}"));
        }
        assert_eq!(list.states.len(), 3);
    }

    #[test]
    #[should_panic(expected = "out of bounds")]
    fn a_removed_state_is_out_of_bounds() {
        let mut list = Reused::default();
        list.push(7_u32);
        list.clear_states();
        list.state(0);
    }
}
