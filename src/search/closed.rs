//! The closed list of the strategies that need the cost of a state: a store, and beside each state
//! its parent and the cost to reach it.

use super::store::{Column, Id, Inserted, Kept, NO_PARENT, Searched, Store};
use crate::budget::Budget;
use crate::outcome::{Cost, Stop};
use crate::space::{Children, State};

/// What is kept beside a state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Node {
    /// The state it was reached from; [`NO_PARENT`](super::store::NO_PARENT) for a root.
    pub(super) parent: Id,
    /// The cost to reach it.
    pub(super) cost: Cost,
}

/// Every state seen, with its node.
pub(super) struct Closed<S: Searched> {
    store: <S::State as Kept>::Closed,
    nodes: Column<Node>,
}

impl<S: Searched> Default for Closed<S> {
    fn default() -> Self {
        Self { store: Default::default(), nodes: Column::default() }
    }
}

impl<S: Searched> Closed<S> {
    /// Keeps `state` with `node` if it is new; a known state keeps its node.
    pub(super) fn insert(
        &mut self,
        state: &S::State,
        node: Node,
        budget: &mut Budget<'_>,
    ) -> Result<Inserted, Stop> {
        let inserted = self.store.insert(state, budget)?;
        if let Inserted::New(_) = inserted {
            self.nodes.push(node, budget)?;
        }
        Ok(inserted)
    }

    /// Keeps the new ones among the children of `parent`, which was reached at `cost`. For each
    /// child `found` tells what came of it. Faster than one by one.
    pub(super) fn insert_children(
        &mut self,
        parent: Id,
        cost: Cost,
        children: &Children<S>,
        found: &mut Vec<Inserted>,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop> {
        self.store.insert_list(children.states(), found, budget)?;
        for (index, inserted) in found.iter().enumerate() {
            if let Inserted::New(_) = inserted {
                let cost = cost.saturating_add(children.cost(index));
                self.nodes.push(Node { parent, cost }, budget)?;
            }
        }
        Ok(())
    }

    /// Looks a state up.
    pub(super) fn find(&self, state: &S::State) -> Option<Id> {
        self.store.find(state)
    }

    pub(super) fn state(&self, id: Id) -> &S::State {
        self.store.state(id)
    }

    pub(super) fn node(&self, id: Id) -> Node {
        self.nodes.get(id)
    }

    /// Replaces the node, when a cheaper way was found.
    pub(super) fn set_node(&mut self, id: Id, node: Node) {
        self.nodes.set(id, node);
    }

    pub(super) fn len(&self) -> usize {
        self.store.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// The closed list of the breadth-first strategies: beside each state only its parent.
pub(super) struct Tree<S: Searched> {
    store: <S::State as Kept>::Closed,
    parents: Column<Id>,
}

impl<S: Searched> Default for Tree<S> {
    fn default() -> Self {
        Self { store: Default::default(), parents: Column::default() }
    }
}

impl<S: Searched> Tree<S> {
    /// Keeps a root.
    pub(super) fn root(&mut self, state: &S::State, budget: &mut Budget<'_>) -> Result<(), Stop> {
        if let Inserted::New(_) = self.store.insert(state, budget)? {
            self.parents.push(NO_PARENT, budget)?;
        }
        Ok(())
    }

    /// Keeps the new ones among the children of `parent`. For each child `found` tells what came
    /// of it.
    #[inline]
    pub(super) fn insert_children(
        &mut self,
        parent: Id,
        children: &Children<S>,
        found: &mut Vec<Inserted>,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop> {
        self.store.insert_list(children.states(), found, budget)?;
        for inserted in found.iter() {
            if let Inserted::New(_) = inserted {
                self.parents.push(parent, budget)?;
            }
        }
        Ok(())
    }

    /// Looks a state up.
    pub(super) fn find(&self, state: &S::State) -> Option<Id> {
        self.store.find(state)
    }

    pub(super) fn state(&self, id: Id) -> &S::State {
        self.store.state(id)
    }

    /// The id that the next new state gets.
    #[expect(clippy::cast_possible_truncation, reason = "a store has no more states than ids")]
    pub(super) fn next_id(&self) -> Id {
        self.store.len() as Id
    }

    pub(super) fn is_empty(&self) -> bool {
        self.store.is_empty()
    }
}

impl<S: Searched> Parents<S::State> for Tree<S> {
    fn state_of(&self, id: Id) -> &S::State {
        self.state(id)
    }
    fn parent_of(&self, id: Id) -> Id {
        self.parents.get(id)
    }
}

/// What the search for a path needs of a closed list.
pub(super) trait Parents<S: State + ?Sized> {
    /// The state of that name.
    fn state_of(&self, id: Id) -> &S;
    /// The state it was reached from.
    fn parent_of(&self, id: Id) -> Id;
}

impl<S: Searched> Parents<S::State> for Closed<S> {
    fn state_of(&self, id: Id) -> &S::State {
        self.state(id)
    }
    fn parent_of(&self, id: Id) -> Id {
        self.node(id).parent
    }
}
