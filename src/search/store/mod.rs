//! Closed lists: every state a search has seen, once.
//!
//! A strategy names a state by its [`Id`] and never asks how it is kept; a [`State`] has a
//! store that suits it ([`Kept::Closed`]). That is the seam at which faster stores come in.

mod arena;
mod column;
mod hash;
mod index;
mod keys;
mod prefetch;
mod seen;
mod table;

mod words;

pub use column::Column;
pub use index::IndexStore;
pub use keys::KeyStore;
pub(super) use prefetch::prefetch;
pub use seen::KeySet;
pub use words::WordStore;

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
    /// It was there at a higher cost.
    Cheaper(Id),
    /// It was there at this cost or less.
    Known,
}

/// A closed list. States are compared whole: a hash is never an identity.
pub trait Store<S: State + ?Sized>: Default {
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

    /// Keeps the new states of a list, in order, and tells for each whether it is new, or cheaper
    /// at the cost of its place in `costs` than `known` says. `known` is only asked by stores that
    /// keep no costs themselves; one that does must always be told them this way.
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

    /// How many states are stored.
    fn len(&self) -> usize;

    /// Whether there is none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// What breadth-first strategies need of a closed list: whether a state is new, and the states in
/// the order of insertion.
pub trait Seen<S: State + ?Sized>: Default {
    /// Keeps the new states of a list, in order; `new` receives their places in the list. Asks
    /// `budget` before it grows.
    ///
    /// # Errors
    /// When the memory limit forbids growing; some may then have been inserted.
    fn insert_new(
        &mut self,
        states: &S::List,
        new: &mut Vec<u32>,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop>;

    /// Whether a state is there.
    fn contains(&self, state: &S) -> bool;

    /// Says that somebody is about to ask whether a state is there.
    fn announce(&self, state: &S) {
        let _ = state;
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
#[derive(Default)]
pub struct SeenIn<T> {
    store: T,
    found: Vec<Inserted>,
}

impl<S: State + ?Sized, T: Store<S>> Seen<S> for SeenIn<T> {
    fn insert_new(
        &mut self,
        states: &S::List,
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
    fn contains(&self, state: &S) -> bool {
        self.store.find(state).is_some()
    }
    fn state(&self, id: Id) -> &S {
        self.store.state(id)
    }
    fn len(&self) -> usize {
        self.store.len()
    }
}

/// A state with the stores that suit it.
pub trait Kept: State {
    /// The store.
    type Closed: Store<Self>;
    /// The store of breadth-first strategies.
    type Seen: Seen<Self>;
}

impl Kept for u64 {
    type Closed = KeyStore;
    type Seen = KeySet;
}

impl Kept for [u64] {
    type Closed = WordStore;
    type Seen = SeenIn<WordStore>;
}

impl<T: PlainState> Kept for T {
    type Closed = IndexStore<Self>;
    type Seen = SeenIn<IndexStore<Self>>;
}

/// A space whose states can be kept: every [`Space`], as far as its author is concerned.
pub trait Searched: Space<State: Kept> {}

impl<S: Space<State: Kept>> Searched for S {}
