//! The closed list of the strategies that need the cost of a state: a store, and beside each state
//! its parent and the cost to reach it.

pub(super) use super::store::Node;
use super::store::prefetch;
use super::store::{Column, Id, Inserted, Kept, NO_PARENT, Offer, Searched, Store};
use crate::budget::Budget;
use crate::outcome::{Cost, Stop};
use crate::space::{Children, State, StateList};

/// Every state seen, with its node.
pub(super) struct Closed<S: Searched> {
    store: <S::State as Kept>::Closed,
    nodes: Column<Node>,
    costs: Vec<Cost>,
}

impl<S: Searched> Closed<S> {
    /// An empty one for the states of `space`.
    pub(super) fn new(space: &S) -> Self {
        Self { store: Store::new(space.state_bits()), nodes: Column::default(), costs: Vec::new() }
    }

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
        for (index, &inserted) in found.iter().enumerate() {
            match inserted {
                Inserted::New(_) => {
                    let cost = cost.saturating_add(children.cost(index));
                    self.nodes.push(Node { parent, cost }, budget)?;
                }
                // Somebody is going to ask at what cost it was reached before.
                Inserted::Old(id) => prefetch(self.nodes.at(id)),
            }
        }
        Ok(())
    }

    /// Keeps the children of `parent`, which was reached at `cost`, that are new or cheaper than
    /// before. For each child `offers` tells what came of it. A closed list that is asked this way
    /// must be asked this way only, roots included.
    #[inline]
    pub(super) fn offer_children(
        &mut self,
        parent: Id,
        cost: Cost,
        children: &Children<S>,
        offers: &mut Vec<Offer>,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop> {
        self.costs.clear();
        self.costs.extend((0..children.len()).map(|index| cost.saturating_add(children.cost(index))));
        self.store.offer_list(children.states(), &self.costs, &self.nodes, offers, budget)?;
        for (offer, &cost) in offers.iter_mut().zip(&self.costs) {
            match *offer {
                Offer::New(_) => self.nodes.push(Node { parent, cost }, budget)?,
                Offer::Cheaper(id) if cost < self.nodes.get(id).cost => {
                    self.nodes.set(id, Node { parent, cost });
                }
                // The store did not know the exact cost, or the state is twice among the children and
                // the other one was cheaper still.
                Offer::Cheaper(_) => *offer = Offer::Known,
                Offer::Known => {}
            }
        }
        Ok(())
    }

    /// Looks a state up.
    pub(super) fn find(&self, state: &S::State) -> Option<Id> {
        self.store.find(state)
    }

    /// Keeps the start, at no cost.
    pub(super) fn offer_root(&mut self, state: &S::State, budget: &mut Budget<'_>) -> Result<(), Stop> {
        let mut list = <S::State as State>::List::default();
        list.push_state(state);
        self.store.offer_list(&list, &[0], &self.nodes, &mut Vec::new(), budget)?;
        self.nodes.push(Node { parent: NO_PARENT, cost: 0 }, budget)
    }

    pub(super) fn state(&self, id: Id) -> &S::State {
        self.store.state(id)
    }

    /// Says that somebody is about to ask for the node of a state and for the state.
    #[inline]
    pub(super) fn announce(&self, id: Id) {
        prefetch(self.nodes.at(id));
        self.store.announce(id);
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
