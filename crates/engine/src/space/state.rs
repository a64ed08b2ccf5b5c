//! States, and lists of them.

use std::{
    borrow::Borrow,
    collections::{BTreeMap, BTreeSet, VecDeque},
    fmt::Debug,
    hash::Hash,
};

/// A state that searches can store: `u64`, `[u64]` (of one width per space), or a [`PlainState`].
#[diagnostic::on_unimplemented(
    message = "searches cannot store `{Self}`",
    note = "for a type of your own, derive `Clone, PartialEq, Eq, Hash, Debug` and add `impl PlainState for {Self} {{}}`",
    note = "wrap a type of another crate in a struct of your own"
)]
pub trait State: Eq + Hash + ToOwned<Owned: Clone + Eq + Hash + Debug + Borrow<Self>> {
    /// A growable sequence of states.
    type List: StateList<Self> + Send;

    /// Heap bytes of the owned state, in addition to its own size.
    fn heap_bytes(&self) -> u64;

    /// Bytes that a list has allocated, including those of its states.
    fn list_bytes(list: &Self::List) -> u64;
}

/// A state of any type. Implemented for integers, `bool`, `char`, tuples, arrays, strings, options, references, boxes
/// and the ordered collections of the standard library; for other types it takes a line:
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
#[diagnostic::on_unimplemented(
    message = "searches cannot store `{Self}`",
    note = "for a type of your own, derive `Clone, PartialEq, Eq, Hash, Debug` and add `impl PlainState for {Self} {{}}`",
    note = "wrap a type of another crate in a struct of your own"
)]
pub trait PlainState: Clone + Eq + Hash + Debug + Send + Sync {
    /// Number of bits of [`key`](Self::key), at most 64; 0 if there is none. Searches find states with a key sooner.
    const KEY_BITS: u32 = 0;

    /// A number that stands for the state: equal for equal states only, and below 2 to the power of
    /// [`KEY_BITS`](Self::KEY_BITS).
    fn key(&self) -> u64 {
        0
    }

    /// Heap bytes of the state, for the memory limit. If the value is too low, a search exceeds its limit.
    fn heap_bytes(&self) -> u64 {
        0
    }
}

/// A part of a [`PlainState`]: any of them, and `u64`.
#[diagnostic::on_unimplemented(
    message = "searches cannot store `{Self}`",
    note = "for a type of your own, derive `Clone, PartialEq, Eq, Hash, Debug` and add `impl PlainState for {Self} {{}}`",
    note = "wrap a type of another crate in a struct of your own"
)]
pub trait StatePart: Clone + Eq + Hash + Debug + Send + Sync {
    /// As [`PlainState::KEY_BITS`].
    const KEY_BITS: u32;

    /// As [`PlainState::key`].
    fn key(&self) -> u64;

    /// Heap bytes of the part, as [`PlainState::heap_bytes`].
    fn heap_bytes(&self) -> u64;
}

impl StatePart for u64 {
    const KEY_BITS: u32 = Self::BITS;

    #[inline]
    fn key(&self) -> u64 {
        *self
    }
    #[inline]
    fn heap_bytes(&self) -> u64 {
        0
    }
}

impl<T: PlainState> StatePart for T {
    const KEY_BITS: u32 = <T as PlainState>::KEY_BITS;

    #[inline]
    fn key(&self) -> u64 {
        PlainState::key(self)
    }
    #[inline]
    fn heap_bytes(&self) -> u64 {
        PlainState::heap_bytes(self)
    }
}

/// The sum of the bits of all parts; 0 if one has no key, or if they are more than 64.
const fn joined_bits(parts: &[u32]) -> u32 {
    let (mut sum, mut part) = (0, 0);
    while part < parts.len() {
        if parts[part] == 0 {
            return 0;
        }
        sum += parts[part];
        if sum > u64::BITS {
            return 0;
        }
        part += 1;
    }
    sum
}

/// The key with that of another part behind it.
#[inline]
fn join(key: u64, more: u64, bits: u32) -> u64 {
    debug_assert!(bits >= u64::BITS || more >> bits == 0, "the key {more} has more than its {bits} bits");
    // A part of 64 bits is the only one.
    key.checked_shl(bits).unwrap_or(0) | more
}

impl PlainState for () {
    const KEY_BITS: u32 = 1;
}

macro_rules! numbers {
    ($($number:ty as $unsigned:ty: $bits:expr;)*) => {$(
        impl PlainState for $number {
            const KEY_BITS: u32 = $bits;

            #[inline]
            #[allow(clippy::cast_sign_loss, clippy::cast_lossless, reason = "all bits are kept")]
            fn key(&self) -> u64 {
                *self as $unsigned as u64
            }
        }
    )*};
}

numbers! {
    bool as u8: 1;
    char as u32: 32;
    u8 as u8: 8;
    u16 as u16: 16;
    u32 as u32: 32;
    usize as usize: usize::BITS;
    i8 as u8: 8;
    i16 as u16: 16;
    i32 as u32: 32;
    i64 as u64: 64;
    isize as usize: usize::BITS;
}

impl PlainState for u128 {}
impl PlainState for i128 {}

macro_rules! tuples {
    ($(($($part:ident)*))*) => {$(
        impl<$($part: StatePart),*> PlainState for ($($part,)*) {
            const KEY_BITS: u32 = joined_bits(&[$($part::KEY_BITS),*]);

            #[inline]
            #[expect(non_snake_case, reason = "a part is named like its type")]
            fn key(&self) -> u64 {
                let ($($part,)*) = self;
                let key = 0;
                $(let key = join(key, $part.key(), part_bits($part));)*
                key
            }
            #[inline]
            #[expect(non_snake_case, reason = "a part is named like its type")]
            fn heap_bytes(&self) -> u64 {
                let ($($part,)*) = self;
                0 $(+ $part.heap_bytes())*
            }
        }
    )*};
}

/// The bits of the key of a part.
#[inline]
fn part_bits<T: StatePart>(_: &T) -> u32 {
    T::KEY_BITS
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
    const KEY_BITS: u32 = joined_bits(&[T::KEY_BITS; N]);

    #[inline]
    fn key(&self) -> u64 {
        self.iter().fold(0, |key, part| join(key, part.key(), T::KEY_BITS))
    }
    #[inline]
    fn heap_bytes(&self) -> u64 {
        heap_of(self)
    }
}

impl<T: StatePart> PlainState for Option<T> {
    /// The lowest bit says whether there is a value.
    const KEY_BITS: u32 = joined_bits(&[T::KEY_BITS, 1]);

    #[inline]
    fn key(&self) -> u64 {
        self.as_ref().map_or(0, |part| join(part.key(), 1, 1))
    }
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

impl<T: StatePart> PlainState for Box<T> {
    const KEY_BITS: u32 = T::KEY_BITS;

    #[inline]
    fn key(&self) -> u64 {
        T::key(self)
    }
    #[inline]
    fn heap_bytes(&self) -> u64 {
        allocated(size_of::<T>()) + T::heap_bytes(self)
    }
}

impl<T: StatePart> PlainState for VecDeque<T> {
    #[inline]
    fn heap_bytes(&self) -> u64 {
        let parts: u64 = self.iter().map(StatePart::heap_bytes).sum();
        allocated(self.len() * size_of::<T>()) + parts
    }
}

impl<T: StatePart + Ord> PlainState for BTreeSet<T> {
    #[inline]
    fn heap_bytes(&self) -> u64 {
        let parts: u64 = self.iter().map(StatePart::heap_bytes).sum();
        nodes_of_tree::<T>(self.len()) + parts
    }
}

impl<K: StatePart + Ord, V: StatePart> PlainState for BTreeMap<K, V> {
    #[inline]
    fn heap_bytes(&self) -> u64 {
        let parts: u64 = self.iter().map(|(key, value)| key.heap_bytes() + value.heap_bytes()).sum();
        nodes_of_tree::<(K, V)>(self.len()) + parts
    }
}

/// Bytes of the nodes of a B-tree of the standard library with so many entries: a node has room for 11, and a copy of a tree has
/// at least 5 in all but its root.
#[inline]
fn nodes_of_tree<T>(entries: usize) -> u64 {
    let node = 11 * size_of::<T>() + 16;
    // An inner node also has 12 pointers, and at least 6 children; their bytes are counted with these.
    entries.div_ceil(5) as u64 * (allocated(node) + 32)
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
        let heap: u64 = list.states.iter().map(PlainState::heap_bytes).sum();
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

impl<T> Reused<T> {
    /// All states.
    #[inline]
    #[must_use]
    pub fn as_slice(&self) -> &[T] {
        &self.states[..self.len]
    }
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
        &self.as_slice()[index]
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
        assert_eq!(PlainState::heap_bytes(&Box::new(vec![0_u64; 4])), 32 + 48);
        assert_eq!(PlainState::heap_bytes(&VecDeque::from(vec![0_u64; 4])), 48);
        assert_eq!(PlainState::heap_bytes(&BTreeSet::<u8>::new()), 0);
        let map: BTreeMap<u64, String> = (0..100).map(|key| (key, "lurd".to_owned())).collect();
        // Bulk-built nodes are full: 10 leaves of 11 entries of 32 bytes, and one node above them.
        assert!(PlainState::heap_bytes(&map) >= 100 * 32 + 10 * (11 * 32 + 16) + 96);
    }

    #[test]
    fn the_states_of_a_list_may_differ_in_size() {
        let mut list = <Vec<u8> as State>::List::default();
        list.push_state(&Vec::new());
        list.push_state(&vec![0; 1 << 20]);
        assert!(<Vec<u8> as State>::list_bytes(&list) > 1 << 20);
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

    fn bits<T: PlainState>(_: &T) -> u32 {
        T::KEY_BITS
    }

    #[test]
    fn keys_tell_states_apart() {
        let bytes = [0_u8, 1, 2, 127, 128, 255];
        let mut keys = std::collections::HashSet::new();
        for &one in &bytes {
            for &other in &bytes {
                for third in [None, Some(false), Some(true)] {
                    let state = (one, [other.cast_signed(), -1], third);
                    assert!(keys.insert(PlainState::key(&state)), "{state:?}");
                }
            }
        }
        assert_eq!((bits(&(1_u8, [1_i8, -1], Some(true))), bits(&(1_u32, 1_u32, true)), bits(&"text")), (26, 0, 0));
        assert_eq!((bits(&(7_u64,)), PlainState::key(&(u64::MAX,))), (64, u64::MAX));
        assert_eq!((bits(&[1_u16; 4]), bits(&[1_u16; 5]), bits(&vec![1_u8])), (64, 0, 0));
        assert_eq!((bits(&Some(1_u64)), bits(&[0_u64; 0])), (0, 0));
        assert_eq!((PlainState::key(&-1_i32), PlainState::key(&i64::MIN)), (u32::MAX.into(), 1 << 63));
    }
}
