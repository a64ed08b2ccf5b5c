//! Closed lists: every state a search has seen, once.
//!
//! A strategy names a state by its [`Id`] and never asks how it is kept; a [`State`] has a
//! store that suits it ([`Kept::Closed`]). That is the seam at which faster stores come in.

mod arena;
mod column;
mod hash;
mod index;
mod keys;
mod line;
mod prefetch;
mod recent;
mod seen;
mod slots;
mod table;
mod words;

pub use column::Column;
pub use index::IndexStore;
pub use keys::KeyStore;
pub(super) use prefetch::prefetch;
pub use seen::KeySet;
pub use words::{WordSet, WordStore};

use std::hash::BuildHasher;

use crate::budget::Budget;
use crate::outcome::{Cost, Stop};
use crate::space::{PlainState, Space, State, StateList};

/// The name of a stored state: its number in the order of insertion.
pub type Id = u32;

/// The parent of a root.
pub const NO_PARENT: Id = Id::MAX;

/// What strategies that care for costs keep beside a state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Node {
    /// The state it was reached from; [`NO_PARENT`] for a root.
    pub parent: Id,
    /// The cost to reach it.
    pub cost: Cost,
}

/// What came of offering a state to a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inserted {
    /// It is new and now stored.
    New(Id),
    /// It was there already, and nothing changed.
    Old(Id),
}

impl Inserted {
    /// The id, either way.
    #[inline]
    #[must_use]
    pub fn id(self) -> Id {
        match self {
            Self::New(id) | Self::Old(id) => id,
        }
    }
}

/// What came of offering a state at a cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offer {
    /// It is new and now stored.
    New(Id),
    /// It was there, perhaps at a higher cost: the node tells.
    Cheaper(Id),
    /// It was there at this cost or less.
    Known,
}

/// A closed list. States are compared whole: a hash is never an identity.
pub trait Store<S: State + ?Sized>: Sized {
    /// An empty one, for states of which only so many low bits are ever set, if they are of one word.
    fn new(bits: u32) -> Self;

    /// Keeps `state` if it is new. Asks `budget` before it grows.
    ///
    /// # Errors
    /// When the memory limit forbids growing; nothing is then inserted.
    fn insert(&mut self, state: &S, budget: &mut Budget<'_>) -> Result<Inserted, Stop>;

    /// Keeps the new states of a list, in order, and tells for each what came of it. Stores that
    /// can look ahead are faster at this than at one by one.
    ///
    /// # Errors
    /// As [`Store::insert`]; some may then have been inserted.
    fn insert_list(
        &mut self,
        states: &S::List,
        found: &mut Vec<Inserted>,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop> {
        found.clear();
        for index in 0..states.count() {
            found.push(self.insert(states.state(index), budget)?);
        }
        Ok(())
    }

    /// Keeps the new states of a list, in order, and tells for each whether it is new, or perhaps
    /// cheaper at the cost of its place in `costs` than `known` says. `known` is only asked by stores
    /// that keep no costs themselves; one that does must always be told them this way.
    ///
    /// # Errors
    /// As [`Store::insert_list`].
    fn offer_list(
        &mut self,
        states: &S::List,
        costs: &[Cost],
        known: &Column<Node>,
        offers: &mut Vec<Offer>,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop> {
        let mut found = Vec::with_capacity(states.count());
        self.insert_list(states, &mut found, budget)?;
        offers.clear();
        // A state may stand in the list twice.
        let first_new = known.len();
        let mut cheapest: Vec<Cost> = Vec::new();
        for (&inserted, &cost) in found.iter().zip(costs) {
            offers.push(match inserted {
                Inserted::New(id) => {
                    cheapest.push(cost);
                    Offer::New(id)
                }
                Inserted::Old(id) => {
                    let before = match (id as usize).checked_sub(first_new) {
                        Some(new) => {
                            let before = cheapest[new];
                            cheapest[new] = before.min(cost);
                            before
                        }
                        None => known.get(id).cost,
                    };
                    if cost < before { Offer::Cheaper(id) } else { Offer::Known }
                }
            });
        }
        Ok(())
    }

    /// Looks a state up.
    fn find(&self, state: &S) -> Option<Id>;

    /// The state of that name.
    fn state(&self, id: Id) -> &S;

    /// Says that somebody is about to ask for the state of that name.
    fn announce(&self, id: Id) {
        let _ = id;
    }

    /// How many states are stored.
    fn len(&self) -> usize;

    /// Whether there is none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// What is known of a state that is going to be looked up.
#[derive(Clone, Copy, Debug)]
pub struct Probe {
    /// Its place in the list.
    pub place: u32,
    hash: u64,
    /// The state that it probably is, or the id that no state has.
    candidate: Id,
}

impl Probe {
    #[inline]
    fn of(place: u32, hash: u64) -> Self {
        Self { place, hash, candidate: Id::MAX }
    }
}

/// What breadth-first strategies need of a closed list: whether a state is new, and the states in
/// the order of insertion.
///
/// States are looked up in three steps, each for a whole list, so that the memory that one step needs
/// has come by the time of the next: [`Seen::look_ahead`], [`Seen::look_closer`] and
/// [`Seen::insert_new`]. Other lists may be inserted in between.
pub trait Seen<S: State + ?Sized>: Sized {
    /// An empty one, for states of which only so many low bits are ever set, if they are of one word.
    fn new(bits: u32) -> Self;

    /// Spreads states evenly over all numbers, always in the same way.
    fn spread(state: &S) -> u64;

    /// Begins to look the states of a list up. States that have been looked up before, and hence are
    /// or will be there, may get no probe.
    fn look_ahead(&mut self, states: &S::List, probes: &mut Vec<Probe>);

    /// Goes on looking up.
    fn look_closer(&self, probes: &mut [Probe]) {
        let _ = probes;
    }

    /// Keeps the new states of a list, in order; `new` receives their places among the probes. Asks
    /// `budget` before it grows.
    ///
    /// # Errors
    /// When the memory limit forbids growing; some may then have been inserted.
    fn insert_new(
        &mut self,
        states: &S::List,
        probes: &[Probe],
        new: &mut Vec<u32>,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop>;

    /// Whether a state is there; the probe may be of another store of the same kind.
    fn contains(&self, state: &S, probe: &Probe) -> bool;

    /// Says that somebody is about to ask whether a state is there.
    fn announce(&self, probe: &Probe) {
        let _ = probe;
    }

    /// The state of that name.
    fn state(&self, id: Id) -> &S;

    /// How many states are stored.
    fn len(&self) -> usize;

    /// Whether there is none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Any store can serve as the set of what was seen.
pub struct SeenIn<T> {
    store: T,
    found: Vec<Inserted>,
}

impl<S: State + ?Sized, T: Store<S>> Seen<S> for SeenIn<T> {
    fn new(bits: u32) -> Self {
        Self { store: T::new(bits), found: Vec::new() }
    }
    fn spread(state: &S) -> u64 {
        rustc_hash::FxBuildHasher.hash_one(state)
    }
    fn look_ahead(&mut self, states: &S::List, probes: &mut Vec<Probe>) {
        probes.clear();
        probes.extend((0..).take(states.count()).map(|place| Probe::of(place, 0)));
    }
    fn insert_new(
        &mut self,
        states: &S::List,
        _: &[Probe],
        new: &mut Vec<u32>,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop> {
        self.store.insert_list(states, &mut self.found, budget)?;
        new.clear();
        new.extend(
            (0..).zip(&self.found).filter(|(_, found)| matches!(found, Inserted::New(_))).map(|(at, _)| at),
        );
        Ok(())
    }
    fn contains(&self, state: &S, _: &Probe) -> bool {
        self.store.find(state).is_some()
    }
    fn state(&self, id: Id) -> &S {
        self.store.state(id)
    }
    fn len(&self) -> usize {
        self.store.len()
    }
}

/// Whether two states of the same width are equal: for a few words quicker than a call.
#[inline]
fn are_equal(one: &[u64], other: &[u64]) -> bool {
    one.iter().zip(other).fold(0, |differing, (one, other)| differing | (one ^ other)) == 0
}

/// # Panics
/// If a space has promised shorter states than it has: keys would be cut off, and different states
/// taken for one.
#[inline]
fn assert_bits<K: line::Key>(bits: u64) {
    assert_eq!(K::of(bits).state(), bits, "the space says that its states need fewer bits");
}

/// A state with the stores that suit it.
pub trait Kept: State {
    /// The store.
    type Closed: Store<Self>;
    /// The store of breadth-first strategies.
    type Seen: Seen<Self> + Send + Sync;
}

impl Kept for u64 {
    type Closed = KeyStore;
    type Seen = KeySet;
}

impl Kept for [u64] {
    type Closed = WordStore;
    type Seen = WordSet;
}

impl<T: PlainState> Kept for T {
    type Closed = IndexStore<Self>;
    type Seen = SeenIn<IndexStore<Self>>;
}

/// A space whose states can be kept: every [`Space`], as far as its author is concerned.
pub trait Searched: Space<State: Kept> {}

impl<S: Space<State: Kept>> Searched for S {}
