//! The interface of a closed list in which every state has an id.

use super::id::Id;
use super::per_state::PerState;
use crate::budget::Budget;
use crate::outcome::{Cost, Stop};
use crate::space::{State, StateList};

/// Parent and cost of a state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Node {
    /// The state it was reached from; [`NO_PARENT`](super::NO_PARENT) for a root.
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
    /// The state was present at a higher cost. From a [`Store`]: at a cost that may have been higher.
    Cheaper(Id),
    /// The state was present at this cost or a lower one.
    Known,
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

    /// Inserts a list of states in order; `found` receives the result for each. Stores that prefetch
    /// do this faster than single insertions.
    ///
    /// # Errors
    /// As [`Store::insert`]; some states may then have been inserted.
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

    /// Inserts a list of states in order, reached at the respective `costs`; `outcomes` receives the
    /// result for each. `known`: the nodes of the stored states, read by stores that keep no costs. A
    /// store that does keep them must be used through this method only.
    fn offer_list(
        &mut self,
        states: &S::List,
        costs: &[Cost],
        known: &PerState<Node>,
        outcomes: &mut Vec<InsertOutcome>,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop> {
        let mut found = Vec::with_capacity(states.count());
        self.insert_list(states, &mut found, budget)?;
        outcomes.clear();
        // A state may occur twice in the list.
        let first_new = known.len();
        let mut cheapest: Vec<Cost> = Vec::new();
        for (&inserted, &cost) in found.iter().zip(costs) {
            outcomes.push(match inserted {
                Inserted::New(id) => {
                    cheapest.push(cost);
                    InsertOutcome::New(id)
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
                    if cost < before { InsertOutcome::Cheaper(id) } else { InsertOutcome::Known }
                }
            });
        }
        Ok(())
    }

    fn find(&self, state: &S) -> Option<Id>;

    fn state(&self, id: Id) -> &S;

    /// Prefetches the state with the given id.
    fn prefetch(&self, id: Id) {
        let _ = id;
    }

    fn len(&self) -> usize;
}
