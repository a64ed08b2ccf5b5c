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
    /// A state that is handed over: a value, or for `[u64]` a reference.
    type Given<'a>: Borrow<Self>
    where
        Self: 'a;

    /// A growable sequence of states, each with a link.
    type List<L: Copy + Send>: StateList<Self, L> + Send;

    /// The state to be handed over: a copy of it, or for `[u64]` itself.
    fn given(&self) -> Self::Given<'_>;

    /// A value to be handed over: itself.
    fn give<'a>(self) -> Self::Given<'a>
    where
        Self: Sized + 'a;

    /// Heap bytes of the owned state, in addition to its own size.
    fn heap_bytes(&self) -> u64;
}

/// A state of any type. Implemented for integers, `bool`, `char`, tuples, arrays, strings, options, references, boxes
/// and the ordered collections of the standard library; for other types it takes a line:
///
/// ```
/// # use lurd_engine::PlainState;
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
    /// Heap bytes of the state, for the memory limit. If the value is too low, a search exceeds its limit. A type that owns
    /// memory must have this method; for others it is 0.
    ///
    /// ```compile_fail
    /// use lurd_engine::{Budget, Graph, Limits, PlainState, Settings, Stepper};
    ///
    /// #[derive(Clone, PartialEq, Eq, Hash, Debug)]
    /// struct Pile(Vec<u8>);
    ///
    /// // The bytes of the vector are missing.
    /// impl PlainState for Pile {}
    ///
    /// let piles = Graph::new(Pile(vec![]), |pile: &Pile| [(pile.clone(), 1)], |_| false);
    /// Stepper::dfs(&piles, &Settings::default())?.finish(&mut Budget::within(Limits::NONE.memory(1 << 20)));
    /// # Ok::<(), lurd_engine::program::search::UnmetNeeds>(())
    /// ```
    fn heap_bytes(&self) -> u64 {
        const { assert!(!std::mem::needs_drop::<Self>(), "a state that owns memory must implement `heap_bytes`") };
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

macro_rules! without_heap {
    ($($type:ty)*) => {$(impl PlainState for $type {})*};
}

without_heap! { () bool char u8 u16 u32 u128 usize i8 i16 i32 i64 i128 isize }

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

impl<T: StatePart> PlainState for Box<T> {
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

macro_rules! states_by_value {
    ($(($($bound:tt)*) $state:ty;)*) => {$(
        impl<$($bound)*> State for $state {
            type Given<'a>
                = Self
            where
                Self: 'a;
            type List<L: Copy + Send> = Vec<(Self, L)>;

            #[inline]
            fn given(&self) -> Self {
                self.clone()
            }
            #[inline]
            fn give<'a>(self) -> Self
            where
                Self: 'a,
            {
                self
            }
            #[inline]
            fn heap_bytes(&self) -> u64 {
                StatePart::heap_bytes(self)
            }
        }

        impl<$($bound)* L: Copy + Send> StateList<$state, L> for Vec<($state, L)> {
            #[inline]
            fn add(&mut self, state: $state, link: L) {
                self.push((state, link));
            }
            #[inline]
            fn count(&self) -> usize {
                self.len()
            }
            #[inline]
            fn state(&self, index: usize) -> &$state {
                &self[index].0
            }
            #[inline]
            fn link(&self, index: usize) -> &L {
                &self[index].1
            }
            #[inline]
            fn link_mut(&mut self, index: usize) -> &mut L {
                &mut self[index].1
            }
            #[inline]
            fn each<'a>(&'a mut self, first: usize) -> impl Iterator<Item = (&'a $state, &'a mut L)>
            where
                L: 'a,
            {
                self[first..].iter_mut().map(|(state, link)| (&*state, link))
            }
            #[inline]
            fn hand_over<'a>(&'a mut self) -> impl Iterator<Item = ($state, L)>
            where
                Self: 'a,
            {
                self.drain(..)
            }
            #[inline]
            fn move_last(&mut self, to: &mut Self) {
                to.extend(self.pop());
            }
            #[inline]
            fn shorten(&mut self, count: usize) {
                self.truncate(count);
            }
            #[inline]
            fn room(&self) -> usize {
                self.capacity()
            }
            fn bytes(&self) -> u64 {
                let heap: u64 = self.iter().map(|(state, _)| StatePart::heap_bytes(state)).sum();
                (self.capacity() * size_of::<(Self, L)>()) as u64 + heap
            }
        }
    )*};
}

states_by_value! {
    () u64;
    (T: PlainState,) T;
}

impl State for [u64] {
    type Given<'a> = &'a Self;
    type List<L: Copy + Send> = Slices<L>;

    #[inline]
    fn given(&self) -> &Self {
        self
    }

    fn heap_bytes(&self) -> u64 {
        allocated(size_of_val(self))
    }
}

/// A growable sequence of states, each with a link: how it was reached.
pub trait StateList<S: State + ?Sized, L>: Default {
    /// Appends a state.
    fn add(&mut self, state: S::Given<'_>, link: L);

    /// The number of states.
    fn count(&self) -> usize;

    /// The state at `index`.
    ///
    /// # Panics
    /// If `index` is out of bounds.
    fn state(&self, index: usize) -> &S;

    /// The link at `index`.
    ///
    /// # Panics
    /// If `index` is out of bounds.
    fn link(&self, index: usize) -> &L;

    /// The same, to be changed.
    fn link_mut(&mut self, index: usize) -> &mut L;

    /// The states and links from number `first` on.
    fn each<'a>(&'a mut self, first: usize) -> impl Iterator<Item = (&'a S, &'a mut L)>
    where
        S: 'a,
        L: 'a;

    /// Hands over all states, in order. The list must be [shortened](Self::shorten) to 0 before it is used again.
    fn hand_over<'a>(&'a mut self) -> impl Iterator<Item = (S::Given<'a>, L)>
    where
        S: 'a,
        Self: 'a;

    /// Removes the last state and appends it to another list.
    ///
    /// # Panics
    /// If there is none.
    fn move_last(&mut self, to: &mut Self);

    /// Removes the states from number `count` on, and keeps the capacity.
    fn shorten(&mut self, count: usize);

    /// The number of states for which there is room.
    fn room(&self) -> usize;

    /// Bytes that are allocated, including those of the states.
    fn bytes(&self) -> u64;
}

/// States of several words, all of one width, in one vector, and their links in another one.
pub struct Slices<L> {
    width: usize,
    words: Vec<u64>,
    links: Vec<L>,
}

impl<L> Default for Slices<L> {
    fn default() -> Self {
        Self { width: 0, words: Vec::new(), links: Vec::new() }
    }
}

impl<L: Copy + Send> StateList<[u64], L> for Slices<L> {
    #[inline]
    fn add(&mut self, state: &[u64], link: L) {
        debug_assert!(!state.is_empty(), "a state has at least one word");
        debug_assert!(self.words.is_empty() || self.width == state.len(), "states of one width");
        self.width = state.len();
        self.words.extend_from_slice(state);
        self.links.push(link);
    }
    #[inline]
    fn count(&self) -> usize {
        self.links.len()
    }
    #[inline]
    fn state(&self, index: usize) -> &[u64] {
        &self.words[index * self.width..(index + 1) * self.width]
    }
    #[inline]
    fn link(&self, index: usize) -> &L {
        &self.links[index]
    }
    #[inline]
    fn link_mut(&mut self, index: usize) -> &mut L {
        &mut self.links[index]
    }
    #[inline]
    fn each<'a>(&'a mut self, first: usize) -> impl Iterator<Item = (&'a [u64], &'a mut L)>
    where
        L: 'a,
    {
        // An empty list may have no width yet.
        self.words[first * self.width..].chunks_exact(self.width.max(1)).zip(&mut self.links[first..])
    }
    #[inline]
    fn hand_over<'a>(&'a mut self) -> impl Iterator<Item = (&'a [u64], L)>
    where
        Self: 'a,
    {
        self.each(0).map(|(state, &mut link)| (state, link))
    }
    fn move_last(&mut self, to: &mut Self) {
        let last = self.links.len() - 1;
        to.add(self.state(last), self.links[last]);
        self.shorten(last);
    }
    #[inline]
    fn shorten(&mut self, count: usize) {
        self.words.truncate(count * self.width);
        self.links.truncate(count);
    }
    #[inline]
    fn room(&self) -> usize {
        self.links.capacity()
    }
    fn bytes(&self) -> u64 {
        (self.words.capacity() * size_of::<u64>() + self.links.capacity() * size_of::<L>()) as u64
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
        let mut list = <Vec<u8> as State>::List::<()>::default();
        list.add(Vec::new(), ());
        list.add(vec![0; 1 << 20], ());
        assert!(list.bytes() > 1 << 20);
    }
}
