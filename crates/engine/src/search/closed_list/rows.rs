//! States by id, each with a value.

use super::per_state::{Id, PerState};
use crate::{
    budget::Budget,
    outcome::Stop,
    processor::prefetch,
    space::{Link, PlainState, State, StateList},
    table::Table,
};

/// States with a value each, in the order of insertion.
pub trait Rows<S: State + ?Sized, V>: Default {
    /// Appends a state with its value. Asks `budget` before it allocates.
    fn push(&mut self, state: S::Given<'_>, value: V, budget: &mut Budget<'_>) -> Result<(), Stop>;

    fn state(&self, id: Id) -> &S;

    fn value(&self, id: Id) -> V;

    fn set_value(&mut self, id: Id, value: V);

    /// Prefetches a state and its value.
    fn prefetch(&self, id: Id);

    /// Prefetches the states that the children may be, all at once, if most are not in the caches.
    #[inline]
    fn prefetch_all<A: Copy + Send>(&self, table: &Table, children: &mut S::List<Link<A>>) {
        if table.is_huge() {
            for (_, link) in children.each(0) {
                self.prefetch(table.first(link.tag));
            }
        }
    }

    fn len(&self) -> usize;
}

/// States of one size, side by side with their values.
pub struct Pairs<T, V>(Vec<(T, V)>);

impl<T, V> Default for Pairs<T, V> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

macro_rules! rows_of_pairs {
    ($(($($bound:tt)*) $state:ty;)*) => {$(
        impl<$($bound)* V: Copy> Rows<$state, V> for Pairs<$state, V> {
            #[inline]
            fn push(&mut self, state: $state, value: V, budget: &mut Budget<'_>) -> Result<(), Stop> {
                let heap = State::heap_bytes(&state);
                if heap > 0 {
                    budget.grow(heap)?;
                }
                crate::search::open_list::push(&mut self.0, (state, value), budget)
            }
            #[inline]
            fn state(&self, id: Id) -> &$state {
                &self.0[id as usize].0
            }
            #[inline]
            fn value(&self, id: Id) -> V {
                self.0[id as usize].1
            }
            #[inline]
            fn set_value(&mut self, id: Id, value: V) {
                self.0[id as usize].1 = value;
            }
            #[inline]
            fn prefetch(&self, id: Id) {
                prefetch(&self.0[id as usize]);
            }
            #[inline]
            fn len(&self) -> usize {
                self.0.len()
            }
        }
    )*};
}

rows_of_pairs! {
    () u64;
    (T: PlainState,) T;
}

/// States in one list, and their values in another one: each grows without a second copy of it.
pub struct Columns<T, V> {
    states: PerState<T>,
    values: PerState<V>,
}

impl<T, V> Default for Columns<T, V> {
    fn default() -> Self {
        Self { states: PerState::default(), values: PerState::default() }
    }
}

impl<T, V> Columns<T, V> {
    /// Appends states with their values.
    pub fn extend(
        &mut self,
        rows: impl ExactSizeIterator<Item = (T, V)> + Clone,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop> {
        self.states.extend(rows.clone().map(|(state, _)| state), budget)?;
        self.values.extend(rows.map(|(_, value)| value), budget)
    }
}

impl<V: Copy> Rows<u64, V> for Columns<u64, V> {
    #[inline]
    fn push(&mut self, state: u64, value: V, budget: &mut Budget<'_>) -> Result<(), Stop> {
        self.states.push(state, budget)?;
        self.values.push(value, budget)
    }
    #[inline]
    fn state(&self, id: Id) -> &u64 {
        self.states.at(id)
    }
    #[inline]
    fn value(&self, id: Id) -> V {
        self.values.get(id)
    }
    #[inline]
    fn set_value(&mut self, id: Id, value: V) {
        self.values.set(id, value);
    }
    #[inline]
    fn prefetch(&self, id: Id) {
        prefetch(self.state(id));
    }
    #[inline]
    fn len(&self) -> usize {
        self.values.len()
    }
}

/// States of several words, all of one width, in chunks that never move; and their values.
pub struct WordRows<V> {
    chunks: Vec<Chunk>,
    width: usize,
    values: PerState<V>,
}

/// States from the first word aligned to a cache line, so that a state of two, four or eight words never spans more lines
/// than necessary.
struct Chunk {
    words: Box<[u64]>,
    first: usize,
}

/// States per chunk.
const STATES_OF_CHUNK: usize = 1 << 11;
/// Words per cache line.
const LINE: usize = 8;

impl Chunk {
    fn new(words: usize) -> Self {
        let words = vec![0; words + LINE - 1].into_boxed_slice();
        let first = words.as_ptr().align_offset(LINE * size_of::<u64>()).min(LINE - 1);
        Self { words, first }
    }
}

impl<V> Default for WordRows<V> {
    fn default() -> Self {
        Self { chunks: Vec::new(), width: 0, values: PerState::default() }
    }
}

impl<V> WordRows<V> {
    #[cold]
    fn make_room(&mut self, width: usize, budget: &mut Budget<'_>) -> Result<(), Stop> {
        debug_assert!(self.chunks.is_empty() || self.width == width, "states of one width");
        budget.grow(((STATES_OF_CHUNK * width + LINE) * size_of::<u64>() + 2 * size_of::<Chunk>()) as u64)?;
        self.width = width;
        self.chunks.push(Chunk::new(STATES_OF_CHUNK * width));
        Ok(())
    }
}

impl<V: Copy> Rows<[u64], V> for WordRows<V> {
    #[inline]
    fn push(&mut self, state: &[u64], value: V, budget: &mut Budget<'_>) -> Result<(), Stop> {
        let (chunk, place) = (self.values.len() / STATES_OF_CHUNK, self.values.len() % STATES_OF_CHUNK);
        if chunk == self.chunks.len() {
            self.make_room(state.len(), budget)?;
        }
        self.values.push(value, budget)?;
        let chunk = &mut self.chunks[chunk];
        let at = chunk.first + place * self.width;
        chunk.words[at..at + self.width].copy_from_slice(state);
        Ok(())
    }

    #[inline]
    fn state(&self, id: Id) -> &[u64] {
        let (chunk, place) = (id as usize / STATES_OF_CHUNK, id as usize % STATES_OF_CHUNK);
        let chunk = &self.chunks[chunk];
        let at = chunk.first + place * self.width;
        &chunk.words[at..at + self.width]
    }

    #[inline]
    fn value(&self, id: Id) -> V {
        self.values.get(id)
    }

    #[inline]
    fn set_value(&mut self, id: Id, value: V) {
        self.values.set(id, value);
    }

    #[inline]
    fn prefetch(&self, id: Id) {
        if let Some(word) = self.state(id).first() {
            prefetch(word);
        }
        if size_of::<V>() > 0 {
            prefetch(self.values.at(id));
        }
    }

    #[inline]
    fn len(&self) -> usize {
        self.values.len()
    }
}
