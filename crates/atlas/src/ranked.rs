//! Spaces whose states have numbers, so that a table replaces the closed list.

use lurd_engine::program::space::{Owned, SearchDirection, Space};

/// Ability to number states: a bijection between the *ranked* states and `0..size`.
///
/// Every state reachable from the start is ranked; others may be. A table of `size` small entries then
/// represents the whole space without keys.
pub trait Ranked<S: Space>: Sync {
    /// The number of ranked states. Cheap: called before any table is built.
    fn size(&self) -> u64;

    /// The rank of a state, below [`size`](Self::size); `None` for states that are not ranked and therefore
    /// not reachable.
    fn rank(&self, state: &S::State) -> Option<u64>;

    /// The state with the given rank.
    ///
    /// # Panics
    /// May panic if `rank` is not below the size.
    fn unrank(&self, rank: u64) -> Owned<S>;

    /// About how many of the ranked states are within reach of one of them: for the estimate of the time left only.
    fn within_reach(&self) -> u64 {
        self.size()
    }

    /// Returns a [`Walker`], which computes the ranks of neighbours faster than unranking, expanding and
    /// ranking. Called once per thread.
    fn walker(&self) -> Option<Box<dyn Walker + Send + '_>> {
        None
    }
}

/// Computes the ranks of the neighbours of many states, one *slot* (usually one action) at a time for all
/// states, so that its tables stay in the cache.
pub trait Walker {
    /// Size of a stretch: the ranks that are loaded together are all from `k * stretch` up to
    /// `(k + 1) * stretch` for some `k`.
    fn stretch(&self) -> u64;

    /// Bytes of the tables that all walkers of the ranking share.
    fn bytes(&self) -> u64;

    /// Loads ranks, ascending and from one stretch, and returns the number of slots of their neighbours.
    /// [`SearchDirection::Backward`] is used only if the space has moves backward.
    fn load(&mut self, ranks: &[u64], way: SearchDirection) -> usize;

    /// Appends the neighbour in `slot` of every loaded state in order. A state without one is its own neighbour.
    fn neighbours(&mut self, slot: usize, out: &mut Vec<u64>);

    /// [`neighbours`](Self::neighbours) of some of the loaded states, by their indices.
    fn neighbours_of(&mut self, slot: usize, which: &[u32], out: &mut Vec<u64>);

    /// The number of states that each rank of the stretch of `rank` stands for. More than 1 if the ranking leaves out
    /// states that are the same as others up to symmetry.
    fn weight(&self, rank: u64) -> u64 {
        _ = rank;
        1
    }

    /// Whether ranks of the stretch of `rank` can be the same up to symmetry.
    fn has_equals(&self, rank: u64) -> bool {
        _ = rank;
        false
    }

    /// The number of `ranks`, ascending and from one stretch, that are the least of their class up to symmetry.
    fn classes(&mut self, ranks: &[u64]) -> u64 {
        ranks.len() as u64
    }

    /// Number of slots to examine when pulling: every state with a neighbour in the previous layer has such a neighbour in
    /// one of the first `n` slots. The others are only needed to reach all states that are the same up to symmetry.
    fn slots_to_pull(&self) -> usize {
        usize::MAX
    }
}
