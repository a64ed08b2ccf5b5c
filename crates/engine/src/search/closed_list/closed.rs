//! The closed list of the strategies that use costs: a store, and the parent and cost of each state.

use super::id::{Id, NO_PARENT};
use super::per_state::PerState;
use super::processor::prefetch;
use super::storable::{Searched, Storable};
use super::store::{InsertOutcome, Inserted, Node, Store};
use crate::budget::Budget;
use crate::outcome::{Cost, Stop};
use crate::space::{State, StateList, Successors};

/// All visited states with their nodes.
pub struct Closed<S: Searched> {
    store: <S::State as Storable>::Closed,
    nodes: PerState<Node>,
    costs: Vec<Cost>,
}

impl<S: Searched> Closed<S> {
    pub fn new(space: &S) -> Self {
        Self { store: Store::new(space.state_bits()), nodes: PerState::default(), costs: Vec::new() }
    }

    /// Inserts a state. A state that is present keeps its node.
    pub fn insert(
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

    /// Inserts a root with cost 0.
    pub fn insert_root(&mut self, state: &S::State, budget: &mut Budget<'_>) -> Result<Inserted, Stop> {
        self.insert(state, Node { parent: NO_PARENT, cost: 0 }, budget)
    }

    /// Inserts a state, or replaces its node if the new cost is lower.
    #[inline]
    pub fn reach(
        &mut self,
        state: &S::State,
        node: Node,
        budget: &mut Budget<'_>,
    ) -> Result<InsertOutcome, Stop> {
        Ok(match self.insert(state, node, budget)? {
            Inserted::New(id) => InsertOutcome::New(id),
            Inserted::Old(id) if node.cost < self.node(id).cost => {
                self.nodes.set(id, node);
                InsertOutcome::Cheaper(id)
            }
            Inserted::Old(_) => InsertOutcome::Known,
        })
    }

    /// Counts an expansion and generates the successors of a state into `children`.
    ///
    /// # Errors
    /// When the budget forbids the expansion, `children` is unchanged; the memory limit may also come after
    /// it.
    #[inline]
    pub fn expand(
        &self,
        space: &S,
        id: Id,
        children: &mut Successors<S>,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop> {
        self.expand_within(space, (id, Cost::MAX, false), children, budget).map(|_| ())
    }

    /// The same without some of the successors (see [`expand_within`](crate::space::Space::expand_within)). It is not
    /// counted if the state is expanded `again`.
    ///
    /// # Errors
    /// As [`expand`](Self::expand).
    #[inline]
    pub fn expand_within(
        &self,
        space: &S,
        (id, left, again): (Id, Cost, bool),
        children: &mut Successors<S>,
        budget: &mut Budget<'_>,
    ) -> Result<Cost, Stop> {
        if again {
            budget.may_expand()?;
        } else {
            budget.expand()?;
        }
        children.clear();
        let left_out = space.expand_within(self.state(id), left, children);
        children.charge(budget)?;
        budget.generated(children.len());
        Ok(left_out)
    }

    /// Inserts the successors of `parent`, which was reached at `cost`; `found` receives the result for
    /// each. Faster than single insertions.
    pub fn insert_children(
        &mut self,
        parent: Id,
        cost: Cost,
        children: &Successors<S>,
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
                // The caller is likely to read the cost.
                Inserted::Old(id) => prefetch(self.nodes.at(id)),
            }
        }
        Ok(())
    }

    /// Inserts the successors of `parent`, which was reached at `cost`, and replaces the nodes of those
    /// with a lower cost than before; `outcomes` receives the result for each. All insertions into a
    /// closed list must use this method and [`offer_root`](Self::offer_root), or neither.
    #[inline]
    pub fn offer_children(
        &mut self,
        parent: Id,
        cost: Cost,
        children: &Successors<S>,
        outcomes: &mut Vec<InsertOutcome>,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop> {
        self.costs.clear();
        self.costs.extend((0..children.len()).map(|index| cost.saturating_add(children.cost(index))));
        self.store.offer_list(children.states(), &self.costs, &self.nodes, outcomes, budget)?;
        for (outcome, &cost) in outcomes.iter_mut().zip(&self.costs) {
            match *outcome {
                InsertOutcome::New(_) => self.nodes.push(Node { parent, cost }, budget)?,
                InsertOutcome::Cheaper(id) if cost < self.nodes.get(id).cost => {
                    self.nodes.set(id, Node { parent, cost });
                }
                // The store did not know the exact cost, or the state occurs twice among the children
                // and the other cost was lower still.
                InsertOutcome::Cheaper(_) => *outcome = InsertOutcome::Known,
                InsertOutcome::Known => {}
            }
        }
        Ok(())
    }

    /// Inserts a root with cost 0 into a list that is used with [`offer_children`](Self::offer_children).
    pub fn offer_root(&mut self, state: &S::State, budget: &mut Budget<'_>) -> Result<(), Stop> {
        let mut list = <S::State as State>::List::default();
        list.push_state(state);
        self.store.offer_list(&list, &[0], &self.nodes, &mut Vec::new(), budget)?;
        self.nodes.push(Node { parent: NO_PARENT, cost: 0 }, budget)
    }

    pub fn find(&self, state: &S::State) -> Option<Id> {
        self.store.find(state)
    }

    pub fn state(&self, id: Id) -> &S::State {
        self.store.state(id)
    }

    pub fn node(&self, id: Id) -> Node {
        self.nodes.get(id)
    }

    pub fn set_node(&mut self, id: Id, node: Node) {
        self.nodes.set(id, node);
    }

    /// Prefetches a state and its node.
    #[inline]
    pub fn prefetch(&self, id: Id) {
        prefetch(self.nodes.at(id));
        self.store.prefetch(id);
    }

    pub fn len(&self) -> usize {
        self.store.len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// States with their parents: what a path is reconstructed from.
pub trait Parents<S: State + ?Sized> {
    fn state_of(&self, id: Id) -> &S;
    /// The state it was reached from; [`NO_PARENT`] for a root.
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
