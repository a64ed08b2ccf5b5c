//! The closed list of the strategies that need the cost of a state: a store, and beside each state
//! its parent and the cost to reach it.

pub(super) use super::store::Node;
use super::store::prefetch;
use super::store::{Column, Id, Inserted, Kept, NO_PARENT, Offer, Searched, Seen, Store};
use crate::budget::Budget;
use crate::outcome::{Cost, Stop};
use crate::space::{Children, State, StateList};

/// Every state seen, with its node.
pub(super) struct Closed<S: Searched> {
    store: <S::State as Kept>::Closed,
    nodes: Column<Node>,
    costs: Vec<Cost>,
}

impl<S: Searched> Default for Closed<S> {
    fn default() -> Self {
        Self { store: Default::default(), nodes: Column::default(), costs: Vec::new() }
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
                // Twice among the children, and the other one was cheaper still.
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
    seen: <S::State as Kept>::Seen,
    parents: Column<Id>,
}

impl<S: Searched> Default for Tree<S> {
    fn default() -> Self {
        Self { seen: Default::default(), parents: Column::default() }
    }
}

impl<S: Searched> Tree<S> {
    /// Keeps the roots.
    pub(super) fn roots(
        &mut self,
        states: &<S::State as State>::List,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop> {
        let mut new = Vec::new();
        self.seen.insert_new(states, &mut new, budget)?;
        new.iter().try_for_each(|_| self.parents.push(NO_PARENT, budget))
    }

    /// The first of `states` that is there too.
    pub(super) fn first_known<'a>(
        &self,
        states: impl Iterator<Item = (Id, &'a S::State)> + Clone,
    ) -> Option<(Id, &'a S::State)>
    where
        S::State: 'a,
    {
        states.clone().for_each(|(_, state)| self.seen.announce(state));
        states.into_iter().find(|(_, state)| self.seen.contains(state))
    }

    /// The id of a state, by looking at all: for the one state that ends a search.
    pub(super) fn find(&self, state: &S::State) -> Option<Id> {
        (0..self.next_id()).find(|&id| self.state(id) == state)
    }

    pub(super) fn state(&self, id: Id) -> &S::State {
        self.seen.state(id)
    }

    /// The id that the next new state gets.
    #[expect(clippy::cast_possible_truncation, reason = "a store has no more states than ids")]
    pub(super) fn next_id(&self) -> Id {
        self.seen.len() as Id
    }

    pub(super) fn is_empty(&self) -> bool {
        self.seen.is_empty()
    }
}

/// A layer of a [`Tree`] that is being expanded.
///
/// The children of several states are generated before any of them is looked up: the store then
/// knows early which lines of memory it will need. The order is that of one state after the other.
pub(super) struct Layer<S: Searched> {
    /// The first state that has not been expanded, and the end of the layer.
    next: Id,
    end: Id,
    /// The children of the states expanded last, and for each of these where its children end.
    children: Children<S>,
    families: Vec<(Id, usize)>,
    /// Whether those children have been looked up.
    settled: bool,
    /// The new ones among them, by place; their ids begin at `first_new`.
    new: Vec<u32>,
    first_new: Id,
}

/// About so many children are looked up together.
const TOGETHER: usize = 64;

impl<S: Searched> Default for Layer<S> {
    fn default() -> Self {
        Self {
            next: 0,
            end: 0,
            children: Children::default(),
            families: Vec::new(),
            settled: true,
            new: Vec::new(),
            first_new: 0,
        }
    }
}

impl<S: Searched> Layer<S> {
    /// Begins with the states that were stored since the last layer began.
    pub(super) fn begin(&mut self, tree: &Tree<S>) {
        (self.next, self.end) = (self.end, tree.next_id());
    }

    /// Whether all its states have been expanded and their children looked up.
    pub(super) fn is_done(&self) -> bool {
        self.next == self.end && self.settled
    }

    /// How many states there are to expand.
    pub(super) fn remaining(&self) -> Id {
        self.end - self.next
    }

    /// Expands some states of the layer and stores their new children. After a limit some may have
    /// been stored as well; after a pause none, so that pauses change nothing.
    pub(super) fn expand(
        &mut self,
        tree: &mut Tree<S>,
        budget: &mut Budget<'_>,
        mut generate: impl FnMut(&S::State, &mut Children<S>),
    ) -> Result<(), Stop> {
        if self.settled {
            self.children.clear();
            self.families.clear();
            self.settled = false;
        }
        self.new.clear();
        let mut stop = None;
        while self.next < self.end && self.children.len() < TOGETHER {
            if let Err(reason) = budget.expand() {
                if reason == Stop::Paused {
                    return Err(reason);
                }
                stop = Some(reason);
                break;
            }
            let before = self.children.len();
            generate(tree.state(self.next), &mut self.children);
            budget.generated(self.children.len() - before);
            self.families.push((self.next, self.children.len()));
            self.next += 1;
        }
        self.first_new = tree.next_id();
        tree.seen.insert_new(self.children.states(), &mut self.new, budget)?;
        self.settled = true;
        let mut families = self.families.iter();
        let (mut parent, mut end) = (NO_PARENT, 0);
        for &place in &self.new {
            while place as usize >= end {
                let Some(&family) = families.next() else { break };
                (parent, end) = family;
            }
            tree.parents.push(parent, budget)?;
        }
        stop.map_or(Ok(()), Err)
    }

    /// The states that the last call of [`Layer::expand`] stored.
    #[inline]
    pub(super) fn new_states(&self) -> impl Iterator<Item = (Id, &S::State)> + Clone {
        (self.first_new..).zip(self.new.iter().map(|&place| self.children.state(place as usize)))
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
