//! The buffer of successors.

use super::{DEAD_END, Space, State, StateList};
use crate::{
    budget::Budget,
    outcome::{Contradiction, Cost, Stop},
    table::{Id, Table, tag},
};

/// Buffer of successors or predecessors with their actions, costs and estimates.
pub struct Successors<S: Space> {
    states: <S::State as State>::List,
    links: Vec<Link<S::Action>>,
    /// Bytes that a budget was charged.
    charged: u64,
    /// Bytes that the space itself needs to remember children that were pushed.
    remembered: u64,
    /// A declaration of the space that its successors contradict.
    contradiction: Option<Contradiction>,
}

/// What a child that is [left out](Successors::leave_out) has as parent.
pub(crate) const LEFT_OUT: Id = Id::MAX;

/// How a child is reached.
#[derive(Clone, Copy)]
pub struct Link<A> {
    pub(crate) action: A,
    pub(crate) cost: Cost,
    pub(crate) estimate: Cost,
    /// The tag of the state, or 0 until it is needed.
    pub(crate) tag: u32,
    /// The state it was reached from, once it is [looked up](Successors::look_up) in a layer; [`LEFT_OUT`] otherwise, if so.
    pub(crate) parent: Id,
}

impl<A> Link<A> {
    #[inline]
    pub(crate) fn new(action: A, cost: Cost) -> Self {
        Self { action, cost, estimate: 0, tag: 0, parent: 0 }
    }
}

impl<S: Space> Default for Successors<S> {
    fn default() -> Self {
        Self { states: Default::default(), links: Vec::new(), charged: 0, remembered: 0, contradiction: None }
    }
}

impl<S: Space> Successors<S> {
    /// Appends a child, reached by `action` at `cost`.
    #[inline]
    pub fn push(&mut self, state: <S::State as State>::Given<'_>, action: S::Action, cost: Cost) {
        self.states.push_given(state);
        self.links.push(Link::new(action, cost));
    }

    /// Appends children reached at the same `cost`. Faster than single calls of [`push`](Self::push).
    #[inline]
    pub fn extend<T>(&mut self, children: impl ExactSizeIterator<Item = (T, S::Action)> + Clone, cost: Cost)
    where
        S::State: State<List = Vec<T>>,
    {
        self.states.extend(children.clone().map(|(state, _)| state));
        self.links.extend(children.map(|(_, action)| Link::new(action, cost)));
    }

    /// Prepares the children from `first` on, those of `parent`, for being looked up in a table: sets their tags, and
    /// prefetches their buckets. Returns whether each costs 1.
    #[inline]
    pub(crate) fn look_up(&mut self, first: usize, parent: Id, table: &Table) -> bool {
        let mut cost_one = true;
        for (index, link) in self.links.iter_mut().enumerate().skip(first) {
            (link.tag, link.parent) = (tag(self.states.state(index)), parent);
            table.prefetch(link.tag);
            cost_one &= link.cost == 1;
        }
        cost_one
    }

    /// The states of all children.
    #[inline]
    #[must_use]
    pub fn states(&self) -> &<S::State as State>::List {
        &self.states
    }

    /// The number of children, including dead ones.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.links.len()
    }

    /// Whether there are no children.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.links.is_empty()
    }

    /// The state of child `index`.
    #[inline]
    #[must_use]
    pub fn state(&self, index: usize) -> &S::State {
        self.states.state(index)
    }

    /// The action that leads to child `index`.
    #[inline]
    #[must_use]
    pub fn action(&self, index: usize) -> S::Action {
        self.links[index].action
    }

    /// The cost of the action that leads to child `index`.
    #[inline]
    #[must_use]
    pub fn cost(&self, index: usize) -> Cost {
        self.links[index].cost
    }

    /// The estimate of child `index`: 0 until it is set, [`DEAD_END`] for dead and pruned children.
    #[inline]
    #[must_use]
    pub fn estimate(&self, index: usize) -> Cost {
        self.links[index].estimate
    }

    /// The states and the links of all children, to be handed over.
    #[inline]
    pub(crate) fn parts(&mut self) -> (&mut <S::State as State>::List, &[Link<S::Action>]) {
        (&mut self.states, &self.links)
    }

    /// The tag of child `index`.
    #[inline]
    pub(crate) fn tag(&mut self, index: usize) -> u32 {
        let link = &mut self.links[index];
        if link.tag == 0 {
            link.tag = tag(self.states.state(index));
        }
        link.tag
    }

    /// Appends a copy of child `index` of another buffer.
    #[inline]
    pub(crate) fn push_copy(&mut self, of: &Self, index: usize) {
        self.states.push_state(of.state(index));
        self.links.push(of.links[index]);
    }

    /// Removes the last child and appends it to another buffer.
    #[inline]
    pub(crate) fn move_last(&mut self, to: &mut Self) {
        self.states.move_last(&mut to.states);
        to.links.extend(self.links.pop());
    }

    /// Removes the children from number `len` on.
    #[inline]
    pub(crate) fn truncate(&mut self, len: usize) {
        self.states.truncate_states(len);
        self.links.truncate(len);
    }

    /// The number of children for which there is room.
    #[inline]
    pub(crate) fn capacity(&self) -> usize {
        self.links.capacity()
    }

    /// The cost and the estimate of each child.
    #[inline]
    pub(crate) fn costs(&self) -> impl ExactSizeIterator<Item = (Cost, Cost)> {
        self.links.iter().map(|link| (link.cost, link.estimate))
    }

    /// Checks that the children from `first` on cost 1 each, as their space says.
    #[inline]
    pub(crate) fn check_unit_costs(&mut self, first: usize) {
        if !self.links[first..].iter().all(|link| link.cost == 1) {
            self.refute(Contradiction::UnitCosts);
        }
    }

    /// Notes that something the space declares is false. The search ends at the next [`charge`](Self::charge).
    #[cold]
    pub fn refute(&mut self, contradiction: Contradiction) {
        self.contradiction.get_or_insert(contradiction);
    }

    /// Sets the estimate of child `index`, unless that is dead.
    #[inline]
    pub fn set_estimate(&mut self, index: usize, estimate: Cost) {
        if self.links[index].estimate != DEAD_END {
            self.links[index].estimate = estimate;
        }
    }

    /// Sets the estimate of each child to what `estimate` returns for its state, unless the child is dead. Faster than
    /// single calls of [`set_estimate`](Self::set_estimate).
    #[inline]
    pub fn set_estimates(&mut self, mut estimate: impl FnMut(&S::State) -> Cost) {
        for (index, link) in self.links.iter_mut().enumerate() {
            if link.estimate != DEAD_END {
                link.estimate = estimate(self.states.state(index));
            }
        }
    }

    /// Removes child `index` from the search: sets its estimate to [`DEAD_END`].
    #[inline]
    pub fn prune(&mut self, index: usize) {
        self.links[index].estimate = DEAD_END;
    }

    /// Leaves out child `index`: it is pruned, and will not be stored.
    #[inline]
    pub(crate) fn leave_out(&mut self, index: usize) {
        (self.links[index].estimate, self.links[index].parent) = (DEAD_END, LEFT_OUT);
    }

    /// Removes the children from the search whose actions are `redundant`. Faster than single calls of
    /// [`prune`](Self::prune).
    #[inline]
    pub fn prune_actions(&mut self, redundant: impl Fn(S::Action) -> bool) {
        for link in &mut self.links {
            if redundant(link.action) {
                link.estimate = DEAD_END;
            }
        }
    }

    /// Charges the growth of the buffer since the last call to the budget of the search that owns it. Call
    /// this after every expansion.
    ///
    /// # Errors
    /// When it exceeds the memory limit, or after a [contradiction](Self::refute).
    #[inline]
    pub fn charge(&mut self, budget: &mut Budget<'_>) -> Result<(), Stop> {
        if let Some(contradiction) = self.contradiction {
            return Err(Stop::Contradiction(contradiction));
        }
        let links = self.links.capacity() * size_of::<Link<S::Action>>();
        let bytes = S::State::list_bytes(&self.states) + links as u64 + self.remembered;
        if bytes > self.charged {
            budget.grow(bytes - self.charged)?;
            self.charged = bytes;
        }
        Ok(())
    }

    /// Drops the buffer and returns the memory that it was [charged](Self::charge) for to the budget, if the
    /// search continues without it.
    pub fn release(self, budget: &mut Budget<'_>) {
        budget.shrink(self.charged);
    }

    /// Adds bytes that the space itself keeps from now on, to be [charged](Self::charge) with the buffer.
    #[inline]
    pub(crate) fn remember(&mut self, bytes: u64) {
        self.remembered += bytes;
    }

    pub(crate) fn take_contradiction(&mut self) -> Option<Contradiction> {
        self.contradiction.take()
    }

    /// Removes all children and keeps the capacity.
    #[inline]
    pub fn clear(&mut self) {
        self.states.clear_states();
        self.links.clear();
    }
}
