//! The ability of a space to number its states, so that a table takes the place of a closed list.

use super::{Owned, Space};

/// The ability to number states: a bijection between the *counted* states and `0..size`.
///
/// Every state that can be reached from the start is counted; others may be too. A table of `size`
/// small entries then holds a whole space without a single key.
pub trait Ranked<S: Space>: Sync {
    /// How many states are counted. Cheap: it is asked before anything is built.
    fn size(&self) -> u64;

    /// The number of a state, below [`size`](Self::size); `None` for one that is not counted and can
    /// therefore not be reached.
    fn rank(&self, state: &S::State) -> Option<u64>;

    /// The state of that number.
    ///
    /// # Panics
    /// Perhaps, if `rank` is not below the size.
    fn unrank(&self, rank: u64) -> Owned<S>;

    /// Something that goes from numbers to numbers faster than by unranking, expanding and ranking,
    /// which is what a search does without one. Each thread gets one of its own.
    fn walker(&self) -> Option<Box<dyn Walker + Send + '_>> {
        None
    }
}

/// Which neighbours are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Successors.
    Forward,
    /// Predecessors.
    Backward,
}

impl Way {
    /// The other one.
    #[must_use]
    pub fn reverse(self) -> Self {
        match self {
            Self::Forward => Self::Backward,
            Self::Backward => Self::Forward,
        }
    }
}

/// Goes from the ranks of many states to the ranks of their neighbours, one *slot* (usually: one
/// action) at a time for all of them, so that tables stay in the cache and loops are tight.
pub trait Walker {
    /// Ranks from `k * stretch` up to `(k + 1) * stretch` are loaded together, never ranks of two
    /// stretches.
    fn stretch(&self) -> u64;

    /// The bytes that the tables behind all walkers of this ranking hold.
    fn bytes(&self) -> u64;

    /// Takes ranks, ascending and of one stretch, whose neighbours are asked for next; gives the
    /// number of slots. Backward neighbours are asked for only if the space moves backward.
    fn load(&mut self, ranks: &[u64], way: Way) -> usize;

    /// Appends the neighbour in `slot` of every loaded state, in their order. A state that has none
    /// in this slot is its own neighbour.
    fn neighbours(&mut self, slot: usize, out: &mut Vec<u64>);

    /// The same for some of the loaded states, named by their places in what was loaded.
    fn neighbours_of(&mut self, slot: usize, which: &[u32], out: &mut Vec<u64>);
}
