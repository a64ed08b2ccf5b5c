//! What the stores of visited states have in common: their traits, ids, and values of each state.

use std::mem::size_of;

use rustc_hash::FxHashMap;

use super::processor::prefetch;
use crate::{
    budget::Budget,
    outcome::{Cost, Limit, Stop},
    space::State,
};

/// Parent and cost of a state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Node {
    /// The state it was reached from; [`NO_PARENT`] for a root.
    pub parent: Id,
    /// The lowest known cost from a root.
    pub cost: Cost,
}

/// Result of inserting a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inserted {
    New(Id),
    /// The state was present, and nothing changed.
    Old(Id),
}

impl Inserted {
    #[inline]
    pub fn id(self) -> Id {
        match self {
            Self::New(id) | Self::Old(id) => id,
        }
    }
}

/// Result of inserting a state with its cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InsertOutcome {
    New(Id),
    /// The state was present at a higher cost.
    Cheaper(Id),
    /// The state was present at this cost or a lower one.
    Known,
}

/// What is offered to a store with a list of states, and what comes of it.
pub trait Offers {
    /// The cost at which the state at a place of the list was reached.
    fn cost(&self, place: usize) -> Cost;

    /// Called for a state that was present at this cost or a lower one.
    fn known(&mut self, place: usize);

    /// Called for a state that is new or was present at a higher cost; in the order of the list.
    fn reached(&mut self, place: usize, id: Id);
}

/// A set of states with ids. States are compared in full: equal hashes do not make equal states.
pub trait Store<S: State + ?Sized>: Sized {
    /// Creates an empty store. `bits`: width of a one-word state; ignored otherwise.
    fn new(bits: u32) -> Self;

    /// Inserts a state. Asks `budget` before it allocates.
    ///
    /// # Errors
    /// When the memory limit is reached; the state is then not inserted.
    fn insert(&mut self, state: &S, budget: &mut Budget<'_>) -> Result<Inserted, Stop>;

    /// Inserts a list of states in order; `found` receives the result for each. Faster than single insertions.
    ///
    /// # Errors
    /// As [`Store::insert`]; some states may then have been inserted.
    fn insert_list(&mut self, states: &S::List, found: &mut Vec<Inserted>, budget: &mut Budget<'_>)
    -> Result<(), Stop>;

    /// Inserts a list of states in order, reached from `parent` at the costs of `offers`, and keeps their `nodes`: adds those
    /// of new states, and replaces those of states that were present at a higher cost. A store that keeps costs of its own
    /// must be used through this method only.
    ///
    /// # Errors
    /// As [`Store::insert`]; some states may then have been inserted.
    fn offer_list(
        &mut self,
        states: &S::List,
        parent: Id,
        offers: &mut impl Offers,
        nodes: &mut Nodes,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop>;

    fn find(&self, state: &S) -> Option<Id>;

    fn state(&self, id: Id) -> &S;

    /// Prefetches the state with the given id.
    fn prefetch(&self, id: Id);

    fn len(&self) -> usize;
}

// The interface of a closed list for breadth-first searches.

/// A lookup under way.
#[derive(Clone, Copy, Debug)]
pub struct Probe {
    /// Index of the state in its list.
    pub place: u32,
    pub(super) hash: u64,
    /// The stored state that is probably equal; [`Id::MAX`] if there is none.
    pub(super) candidate: Id,
}

impl Probe {
    #[inline]
    pub(super) fn of(place: u32, hash: u64) -> Self {
        Self { place, hash, candidate: Id::MAX }
    }
}

/// A set of states in the order of insertion; lookups find out which states are new.
///
/// A lookup has three steps, each for a whole list, so that the memory one step needs has been
/// fetched by the time it runs: [`look_ahead`](Self::look_ahead), [`look_closer`](Self::look_closer)
/// and [`insert_new`](Self::insert_new). Other lists may be inserted in between.
pub trait VisitedSet<S: State + ?Sized>: Sized {
    /// Creates an empty set. `bits`: width of a one-word state; ignored otherwise.
    fn new(bits: u32) -> Self;

    /// Hashes a state; equal in all sets of a type.
    fn spread(state: &S) -> u64;

    /// Starts the lookup of a list. States that were looked up recently may get no probe.
    fn look_ahead(&mut self, states: &S::List, probes: &mut Vec<Probe>);

    /// Continues the lookup.
    fn look_closer(&self, probes: &mut [Probe]) {
        let _ = probes;
    }

    /// Inserts the new states of a list in order; `new` receives the indices of their probes. Asks
    /// `budget` before it allocates.
    ///
    /// # Errors
    /// When the memory limit is reached; some states may then have been inserted.
    fn insert_new(
        &mut self,
        states: &S::List,
        probes: &[Probe],
        new: &mut Vec<u32>,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop>;

    /// Whether a state is present. The probe may come from another set of the same type.
    fn contains(&self, state: &S, probe: &Probe) -> bool;

    /// Whether the set exceeds the caches, so that [`prefetch`](Self::prefetch) pays.
    fn is_large(&self) -> bool;

    /// Prefetches what [`contains`](Self::contains) reads.
    fn prefetch(&self, probe: &Probe);

    fn state(&self, id: Id) -> &S;

    fn len(&self) -> usize;
}

// Ids of stored states.

/// Name of a stored state: its number in the order of insertion.
pub type Id = u32;

/// The parent of a root, and the id of no state.
pub const NO_PARENT: Id = Id::MAX;

/// Returns the id of the next state after `states` of them.
///
/// # Errors
/// When there are as many as ids, the last of which is [`NO_PARENT`].
#[inline]
pub(super) fn next_id(states: usize) -> Result<Id, Stop> {
    Id::try_from(states).ok().filter(|&id| id < NO_PARENT).ok_or(Stop::Limit(Limit::Memory))
}

// A growable array with one value per stored state, in chunks: growing moves no value, so it never
// needs a second copy.

/// Values per chunk: small searches stay small, large ones have few chunks.
const CHUNK: usize = 1 << 12;

/// Values indexed by the ids of states.
pub struct PerState<T> {
    chunks: Vec<Vec<T>>,
    len: usize,
}

impl<T> Default for PerState<T> {
    fn default() -> Self {
        Self { chunks: Vec::new(), len: 0 }
    }
}

impl<T: Copy> PerState<T> {
    /// Appends a value.
    #[inline]
    pub fn push(&mut self, value: T, budget: &mut Budget<'_>) -> Result<(), Stop> {
        let chunk = self.len / CHUNK;
        if chunk == self.chunks.len() {
            self.make_room(budget)?;
        }
        self.chunks[chunk].push(value);
        self.len += 1;
        Ok(())
    }

    /// Appends values in order.
    ///
    /// # Errors
    /// When the memory limit forbids another chunk; only the first values are then appended.
    #[inline]
    pub fn extend(
        &mut self,
        mut values: impl ExactSizeIterator<Item = T>,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop> {
        while values.len() > 0 {
            let chunk = self.len / CHUNK;
            if chunk == self.chunks.len() {
                self.make_room(budget)?;
            }
            let chunk = &mut self.chunks[chunk];
            let room = CHUNK - chunk.len();
            let before = chunk.len();
            chunk.extend(values.by_ref().take(room));
            self.len += chunk.len() - before;
        }
        Ok(())
    }

    /// Appends default values up to a number of values.
    pub fn extend_to(&mut self, len: usize, budget: &mut Budget<'_>) -> Result<(), Stop>
    where
        T: Default,
    {
        self.extend((self.len..len).map(|_| T::default()), budget)
    }

    #[cold]
    fn make_room(&mut self, budget: &mut Budget<'_>) -> Result<(), Stop> {
        // The list of chunks is a thousandth of what it lists.
        budget.grow((CHUNK * size_of::<T>() + 2 * size_of::<Vec<T>>()) as u64)?;
        self.chunks.push(Vec::with_capacity(CHUNK));
        Ok(())
    }

    #[inline]
    pub fn get(&self, id: Id) -> T {
        *self.at(id)
    }

    #[inline]
    pub fn at(&self, id: Id) -> &T {
        let index = id as usize;
        &self.chunks[index / CHUNK][index % CHUNK]
    }

    #[inline]
    pub fn set(&mut self, id: Id, value: T) {
        let index = id as usize;
        self.chunks[index / CHUNK][index % CHUNK] = value;
    }

    pub fn len(&self) -> usize {
        self.len
    }
}

// Costs of states in 32 bits; those that do not fit are in a map.

/// Marks a cost that is in the map.
const WIDE: u32 = u32::MAX;

/// The costs of states that do not fit into 32 bits.
#[derive(Default)]
pub struct WideCosts(FxHashMap<Id, Cost>);

impl WideCosts {
    /// The cost of a state in 32 bits. If it does not fit, it is stored here, and the result is a mark.
    #[inline]
    pub fn narrow(&mut self, id: Id, cost: Cost, budget: &mut Budget<'_>) -> Result<u32, Stop> {
        match u32::try_from(cost) {
            Ok(narrow) if narrow != WIDE => Ok(narrow),
            _ => self.keep(id, cost, budget).map(|()| WIDE),
        }
    }

    /// The cost of a state for which [`narrow`](Self::narrow) has returned `narrow`.
    #[inline]
    pub fn widen(&self, id: Id, narrow: u32) -> Cost {
        if narrow == WIDE { self.kept(id) } else { narrow.into() }
    }

    #[cold]
    fn kept(&self, id: Id) -> Cost {
        self.0[&id]
    }

    #[cold]
    fn keep(&mut self, id: Id, cost: Cost, budget: &mut Budget<'_>) -> Result<(), Stop> {
        if self.0.len() == self.0.capacity() {
            // Places with a byte each beside the entry, at most 7/8 full; the old table lives until the new one is filled.
            let bytes = |capacity: usize| (capacity * 8 / 7 * (size_of::<(Id, Cost)>() + 1)) as u64;
            let before = self.0.capacity();
            let more = before.max(14);
            budget.grow(bytes(before + more))?;
            self.0.reserve(more);
            budget.shrink(bytes(before));
        }
        self.0.insert(id, cost);
        Ok(())
    }
}

/// The nodes of all states.
#[derive(Default)]
pub struct Nodes {
    narrow: PerState<(Id, u32)>,
    wide: WideCosts,
}

impl Nodes {
    /// Appends a node.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "a store has no more states than ids")]
    pub fn push(&mut self, node: Node, budget: &mut Budget<'_>) -> Result<(), Stop> {
        let cost = self.wide.narrow(self.narrow.len() as Id, node.cost, budget)?;
        self.narrow.push((node.parent, cost), budget)
    }

    #[inline]
    pub fn get(&self, id: Id) -> Node {
        let (parent, cost) = self.narrow.get(id);
        Node { parent, cost: self.wide.widen(id, cost) }
    }

    #[inline]
    pub fn set(&mut self, id: Id, node: Node, budget: &mut Budget<'_>) -> Result<(), Stop> {
        let cost = self.wide.narrow(id, node.cost, budget)?;
        self.narrow.set(id, (node.parent, cost));
        Ok(())
    }

    /// Lowers the cost of a state that is reached from `parent`, unless it is as low already. Returns whether it was lowered.
    #[inline]
    pub fn lower(&mut self, id: Id, parent: Id, cost: Cost, budget: &mut Budget<'_>) -> Result<bool, Stop> {
        let is_cheaper = cost < self.get(id).cost;
        if is_cheaper {
            self.set(id, Node { parent, cost }, budget)?;
        }
        Ok(is_cheaper)
    }

    /// Prefetches a node.
    #[inline]
    pub fn prefetch(&self, id: Id) {
        prefetch(self.narrow.at(id));
    }

    pub fn len(&self) -> usize {
        self.narrow.len()
    }
}

#[cfg(test)]
mod per_state_tests {
    use super::*;

    #[test]
    fn stores_values_and_counts_bytes() {
        let mut budget = Budget::unlimited();
        let mut values = PerState::default();
        for value in 0..10_000_u32 {
            values.push(value * 3, &mut budget).expect("no limit");
        }
        values.extend((10_000..20_000).map(|value| value * 3), &mut budget).expect("no limit");
        assert_eq!((values.len(), values.get(12_287), values.get(19_999)), (20_000, 36_861, 59_997));
        values.set(4_711, 7);
        assert_eq!((values.get(0), values.get(4_711), values.get(9_999)), (0, 7, 29_997));
        let bytes = budget.statistics().peak_bytes;
        assert!((5 * 4096 * 4..5 * 4096 * 4 + 300).contains(&bytes), "{bytes}");
    }
}
