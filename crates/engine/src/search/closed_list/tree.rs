//! Closed lists: states with the parent of each, in the order of their distance or with their costs.

use super::{
    storable::{Searched, Storable},
    store::{Id, InsertOutcome, Inserted, NO_PARENT, Node, Nodes, Offers, PerState, Probe, Store, VisitedSet},
};
use crate::{
    budget::Budget,
    outcome::{Cost, Stop},
    space::{DEAD_END, Link, State, StateList, Successors},
};

// The closed list of the breadth-first strategies, which is their queue too: states in the order of
// their distance, and the parent of each.

/// All visited states with their parents.
pub struct Tree<S: Searched> {
    visited: <S::State as Storable>::Visited,
    parents: PerState<Id>,
}

impl<S: Searched> Tree<S> {
    pub fn new(space: &S) -> Self {
        Self { visited: VisitedSet::new(space.state_bits()), parents: PerState::default() }
    }

    pub fn roots(&mut self, states: &<S::State as State>::List, budget: &mut Budget<'_>) -> Result<(), Stop> {
        let (mut probes, mut new) = (Vec::new(), Vec::new());
        self.visited.look_ahead(states, &mut probes);
        self.visited.look_closer(&mut probes);
        self.visited.insert_new(states, &probes, &mut new, budget)?;
        new.iter().try_for_each(|_| self.parents.push(NO_PARENT, budget))
    }

    /// The first of some states that is present.
    pub fn first_known<'a>(
        &self,
        states: impl Iterator<Item = (Id, &'a S::State, &'a Probe)> + Clone,
    ) -> Option<(Id, &'a S::State)>
    where
        S::State: 'a,
    {
        if self.visited.is_large() {
            states.clone().for_each(|(_, _, probe)| self.visited.prefetch(probe));
        }
        states
            .into_iter()
            .find(|(_, state, probe)| self.visited.contains(state, probe))
            .map(|(id, state, _)| (id, state))
    }

    /// Whether a state is present.
    pub fn contains(&self, state: &S::State, probe: &Probe) -> bool {
        self.visited.contains(state, probe)
    }

    /// Finds the id of a state by linear search: for the state that ends a search.
    pub fn find(&self, state: &S::State) -> Option<Id> {
        (0..self.next_id()).find(|&id| self.state(id) == state)
    }

    pub fn state(&self, id: Id) -> &S::State {
        self.visited.state(id)
    }

    /// The id of the next new state, and the number of states.
    #[expect(clippy::cast_possible_truncation, reason = "a store has no more states than ids")]
    pub fn next_id(&self) -> Id {
        self.visited.len() as Id
    }

    pub fn is_empty(&self) -> bool {
        self.visited.len() == 0
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

/// A layer of a [`Tree`] that is being expanded.
///
/// The children of several states form a batch, and batches pass through the steps of a lookup as in
/// a pipeline: while one is inserted, memory is prefetched for the next two, which hold children of
/// the same layer. The order of insertion is that of single insertions.
pub struct Layer<S: Searched> {
    /// The states to be expanded: from `next` up to `end`.
    next: Id,
    end: Id,
    /// The batch that is being filled or was just inserted, the one in the first step of its lookup,
    /// and the one that is inserted next.
    batches: [Batch<S>; STEPS],
    /// Whether the first batch was inserted.
    inserted: bool,
    /// The probes of the new states in the first batch; their ids begin at `first_new`.
    new: Vec<u32>,
    first_new: Id,
    /// Why expansion stopped; reported once all batches have been inserted.
    stop: Option<Stop>,
}

struct Batch<S: Searched> {
    children: Successors<S>,
    probes: Vec<Probe>,
    /// The expanded states, each with the end of its children.
    families: Vec<(Id, usize)>,
}

impl<S: Searched> Default for Batch<S> {
    fn default() -> Self {
        Self { children: Successors::default(), probes: Vec::new(), families: Vec::new() }
    }
}

/// Number of steps of a lookup.
const STEPS: usize = 3;
/// Approximate number of children per batch.
const BATCH: usize = 64;

impl<S: Searched> Default for Layer<S> {
    fn default() -> Self {
        Self { next: 0, end: 0, batches: Default::default(), inserted: true, new: Vec::new(), first_new: 0, stop: None }
    }
}

impl<S: Searched> Layer<S> {
    /// Starts the layer of the states inserted since the last layer was started.
    pub fn begin(&mut self, tree: &Tree<S>) {
        (self.next, self.end) = (self.end, tree.next_id());
    }

    /// Whether all states have been expanded and their children inserted.
    pub fn is_done(&self) -> bool {
        self.next == self.end && !self.is_under_way()
    }

    /// Whether children wait for insertion.
    fn is_under_way(&self) -> bool {
        let waiting = usize::from(self.inserted);
        self.batches[waiting..].iter().any(|batch| !batch.families.is_empty())
    }

    pub fn remaining(&self) -> Id {
        self.end - self.next
    }

    /// Expands some states of the layer and inserts the children of some.
    ///
    /// # Errors
    /// After a limit nothing more is expanded, and the limit is reported once all children are
    /// inserted. After a pause nothing is inserted, so that pauses do not change the result.
    pub fn expand(
        &mut self,
        tree: &mut Tree<S>,
        budget: &mut Budget<'_>,
        generate: impl FnMut(&S::State, &mut Successors<S>),
    ) -> Result<(), Stop> {
        self.new.clear();
        self.fill(tree, budget, generate)?;
        let [first, second, third] = &mut self.batches;
        tree.visited.look_ahead(first.children.states(), &mut first.probes);
        // The only batch of a narrow layer passes through all steps at once.
        let is_only = self.next == self.end && second.families.is_empty() && third.families.is_empty();
        let (second, third) = if is_only { (first, None) } else { (second, Some(third)) };
        tree.visited.look_closer(&mut second.probes);
        let ready = third.unwrap_or(second);
        self.first_new = tree.next_id();
        let inserted = tree.visited.insert_new(ready.children.states(), &ready.probes, &mut self.new, budget);
        let mut families = ready.families.iter();
        let (mut parent, mut end) = (NO_PARENT, 0);
        let parents = self.new.iter().map(|&index| {
            let place = ready.probes[index as usize].place;
            while place as usize >= end {
                let Some(&family) = families.next() else { break };
                (parent, end) = family;
            }
            parent
        });
        let linked = tree.parents.extend(parents, budget);
        if !is_only {
            self.batches.rotate_right(1);
        }
        self.inserted = true;
        if let Err(stop) = linked {
            // A state without a parent cannot be part of a path.
            self.new.clear();
            return Err(stop);
        }
        inserted?;
        if self.stop.is_some() && !self.is_under_way() {
            return self.stop.take().map_or(Ok(()), Err);
        }
        Ok(())
    }

    /// Fills the first batch with children.
    fn fill(
        &mut self,
        tree: &Tree<S>,
        budget: &mut Budget<'_>,
        mut generate: impl FnMut(&S::State, &mut Successors<S>),
    ) -> Result<(), Stop> {
        let batch = &mut self.batches[0];
        if self.inserted {
            batch.children.clear();
            batch.families.clear();
            self.inserted = false;
        }
        while self.next < self.end && batch.children.len() < BATCH && self.stop.is_none() {
            match budget.expand() {
                Ok(()) => {}
                Err(Stop::Paused) => return Err(Stop::Paused),
                Err(stop) => {
                    self.stop = Some(stop);
                    break;
                }
            }
            let before = batch.children.len();
            generate(tree.state(self.next), &mut batch.children);
            batch.children.check_unit_costs(before);
            budget.generated(batch.children.len() - before);
            batch.families.push((self.next, batch.children.len()));
            self.next += 1;
        }
        if let Err(stop) = batch.children.charge(budget) {
            self.stop.get_or_insert(stop);
        }
        Ok(())
    }

    /// The states that the last call of [`expand`](Self::expand) inserted.
    #[inline]
    pub fn new_states(&self) -> impl Iterator<Item = (Id, &S::State, &Probe)> + Clone {
        let batch = &self.batches[0];
        (self.first_new..)
            .zip(&self.new)
            .map(|(id, &index)| (id, &batch.probes[index as usize]))
            .map(|(id, probe)| (id, batch.children.state(probe.place as usize), probe))
    }
}

// The closed list of the strategies that use costs: a store, and the parent and cost of each state.

/// All visited states with their nodes.
pub struct Closed<S: Searched> {
    store: <S::State as Storable>::Closed,
    nodes: Nodes,
}

/// A successor that was reached at a lower cost than before, or for the first time.
#[derive(Clone, Copy, Debug)]
pub struct Reached {
    /// Its number among the successors.
    pub index: u32,
    pub id: Id,
}

/// The successors of a state that was reached at a cost.
struct ChildOffers<'o, A> {
    links: &'o mut [Link<A>],
    cost: Cost,
    reached: &'o mut Vec<Reached>,
}

impl<A> Offers for ChildOffers<'_, A> {
    #[inline]
    fn cost(&self, place: usize) -> Cost {
        self.cost.saturating_add(self.links[place].cost)
    }
    #[inline]
    fn known(&mut self, place: usize) {
        self.links[place].estimate = DEAD_END;
    }
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "more successors would not fit into memory")]
    fn reached(&mut self, place: usize, id: Id) {
        self.reached.push(Reached { index: place as u32, id });
    }
}

/// A root.
struct RootOffer;

impl Offers for RootOffer {
    fn cost(&self, _: usize) -> Cost {
        0
    }
    fn known(&mut self, _: usize) {}
    fn reached(&mut self, _: usize, _: Id) {}
}

impl<S: Searched> Closed<S> {
    pub fn new(space: &S) -> Self {
        Self { store: Store::new(space.state_bits()), nodes: Nodes::default() }
    }

    /// Inserts a state. A state that is present keeps its node.
    pub fn insert(&mut self, state: &S::State, node: Node, budget: &mut Budget<'_>) -> Result<Inserted, Stop> {
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
    pub fn reach(&mut self, state: &S::State, node: Node, budget: &mut Budget<'_>) -> Result<InsertOutcome, Stop> {
        Ok(match self.insert(state, node, budget)? {
            Inserted::New(id) => InsertOutcome::New(id),
            Inserted::Old(id) if node.cost < self.node(id).cost => {
                self.nodes.set(id, node, budget)?;
                InsertOutcome::Cheaper(id)
            }
            Inserted::Old(_) => InsertOutcome::Known,
        })
    }

    /// Counts an expansion and generates the successors of a state into `children`.
    ///
    /// # Errors
    /// When the budget forbids the expansion, `children` is unchanged; the memory limit may also come after it.
    #[inline]
    pub fn expand(&self, space: &S, id: Id, children: &mut Successors<S>, budget: &mut Budget<'_>) -> Result<(), Stop> {
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
        space.expanding(|| self.node(id).cost, !again);
        let left_out = space.expand_within(self.state(id), left, children);
        children.charge(budget)?;
        budget.generated(children.len());
        Ok(left_out)
    }

    /// Inserts the successors of `parent`, which was reached at `cost`; `found` receives the result for
    /// each. Faster than single insertions. Costs saturate: the strategies that use this do not leave out paths because of
    /// their cost.
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
                Inserted::Old(id) => self.nodes.prefetch(id),
            }
        }
        Ok(())
    }

    /// Inserts the successors of `parent`, which was reached at `cost`, and replaces the nodes of those with a lower cost than
    /// before. Those that are new or cheaper are in `reached` then, the others are pruned. Costs saturate at [`DEAD_END`].
    /// All insertions into a closed list must use this method and [`offer_root`](Self::offer_root), or neither.
    #[inline]
    pub fn offer_children(
        &mut self,
        parent: Id,
        cost: Cost,
        children: &mut Successors<S>,
        reached: &mut Vec<Reached>,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop> {
        reached.clear();
        let (states, links) = children.parts();
        let mut offers = ChildOffers { links, cost, reached };
        self.store.offer_list(states, parent, &mut offers, &mut self.nodes, budget)
    }

    /// Inserts a root with cost 0 into a list that is used with [`offer_children`](Self::offer_children).
    pub fn offer_root(&mut self, state: &S::State, budget: &mut Budget<'_>) -> Result<(), Stop> {
        let mut list = <S::State as State>::List::default();
        list.push_state(state);
        self.store.offer_list(&list, NO_PARENT, &mut RootOffer, &mut self.nodes, budget)
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

    pub fn set_node(&mut self, id: Id, node: Node, budget: &mut Budget<'_>) -> Result<(), Stop> {
        self.nodes.set(id, node, budget)
    }

    /// Prefetches a state and its node.
    #[inline]
    pub fn prefetch(&self, id: Id) {
        self.nodes.prefetch(id);
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
