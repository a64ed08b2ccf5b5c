//! The buffer of successors.

use super::{DEAD_END, Space, State, StateList};
use crate::{
    budget::Budget,
    outcome::{Contradiction, Cost, Stop},
    table::{Id, Table, tag},
};

/// Buffer of successors or predecessors with their actions, costs and estimates.
pub struct Successors<S: Space> {
    list: <S::State as State>::List<Link<S::Action>>,
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
        Self { list: Default::default(), charged: 0, remembered: 0, contradiction: None }
    }
}

impl<S: Space> Successors<S> {
    /// Appends a child, reached by `action` at `cost`.
    #[inline]
    pub fn push(&mut self, state: <S::State as State>::Given<'_>, action: S::Action, cost: Cost) {
        self.list.add(state, Link::new(action, cost));
    }

    /// Appends children reached at the same `cost`. Faster than single calls of [`push`](Self::push).
    #[inline]
    pub fn extend<T>(&mut self, children: impl ExactSizeIterator<Item = (T, S::Action)>, cost: Cost)
    where
        S::State: State<List<Link<S::Action>> = Vec<(T, Link<S::Action>)>>,
    {
        self.list.extend(children.map(|(state, action)| (state, Link::new(action, cost))));
    }

    /// Prepares the children from `first` on, those of `parent`, for being looked up in a table: sets their tags, and
    /// prefetches their buckets. Returns whether each costs 1.
    #[inline]
    pub(crate) fn look_up(&mut self, first: usize, parent: Id, table: &Table) -> bool {
        let mut cost_one = true;
        for (state, link) in self.list.each(first) {
            (link.tag, link.parent) = (tag(state), parent);
            table.prefetch(link.tag);
            cost_one &= link.cost == 1;
        }
        cost_one
    }

    /// The states of all children.
    pub fn states(&self) -> impl ExactSizeIterator<Item = &S::State> {
        (0..self.len()).map(|index| self.state(index))
    }

    /// The number of children, including dead ones.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.list.count()
    }

    /// Whether there are no children.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The state of child `index`.
    #[inline]
    #[must_use]
    pub fn state(&self, index: usize) -> &S::State {
        self.list.state(index)
    }

    /// The action that leads to child `index`.
    #[inline]
    #[must_use]
    pub fn action(&self, index: usize) -> S::Action {
        self.list.link(index).action
    }

    /// The cost of the action that leads to child `index`.
    #[inline]
    #[must_use]
    pub fn cost(&self, index: usize) -> Cost {
        self.list.link(index).cost
    }

    /// The estimate of child `index`: 0 until it is set, [`DEAD_END`] for dead and pruned children.
    #[inline]
    #[must_use]
    pub fn estimate(&self, index: usize) -> Cost {
        self.list.link(index).estimate
    }

    /// The states and the links of all children, to be handed over.
    #[inline]
    pub(crate) fn list(&mut self) -> &mut <S::State as State>::List<Link<S::Action>> {
        &mut self.list
    }

    /// The tag of child `index`.
    #[inline]
    pub(crate) fn tag(&mut self, index: usize) -> u32 {
        if self.list.link(index).tag == 0 {
            self.list.link_mut(index).tag = tag(self.list.state(index));
        }
        self.list.link(index).tag
    }

    /// Appends a copy of child `index` of another buffer.
    #[inline]
    pub(crate) fn push_copy(&mut self, of: &Self, index: usize) {
        self.list.add(of.state(index).given(), *of.list.link(index));
    }

    /// Removes the last child and appends it to another buffer.
    #[inline]
    pub(crate) fn move_last(&mut self, to: &mut Self) {
        self.list.move_last(&mut to.list);
    }

    /// Removes the children from number `len` on.
    #[inline]
    pub(crate) fn truncate(&mut self, len: usize) {
        self.list.shorten(len);
    }

    /// The number of children for which there is room.
    #[inline]
    pub(crate) fn capacity(&self) -> usize {
        self.list.room()
    }

    /// The cost and the estimate of each child.
    #[inline]
    pub(crate) fn costs(&self) -> impl ExactSizeIterator<Item = (Cost, Cost)> {
        (0..self.len()).map(|index| (self.cost(index), self.estimate(index)))
    }

    /// Checks that the children from `first` on cost 1 each, as their space says.
    #[inline]
    pub(crate) fn check_unit_costs(&mut self, first: usize) {
        if !self.list.each(first).all(|(_, link)| link.cost == 1) {
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
        let link = self.list.link_mut(index);
        if link.estimate != DEAD_END {
            link.estimate = estimate;
        }
    }

    /// Sets the estimate of each child to what `estimate` returns for its state, unless the child is dead. Faster than
    /// single calls of [`set_estimate`](Self::set_estimate).
    #[inline]
    pub fn set_estimates(&mut self, mut estimate: impl FnMut(&S::State) -> Cost) {
        for (state, link) in self.list.each(0) {
            if link.estimate != DEAD_END {
                link.estimate = estimate(state);
            }
        }
    }

    /// Removes child `index` from the search: sets its estimate to [`DEAD_END`].
    #[inline]
    pub fn prune(&mut self, index: usize) {
        self.list.link_mut(index).estimate = DEAD_END;
    }

    /// Leaves out child `index`: it is pruned, and will not be stored.
    #[inline]
    pub(crate) fn leave_out(&mut self, index: usize) {
        let link = self.list.link_mut(index);
        (link.estimate, link.parent) = (DEAD_END, LEFT_OUT);
    }

    /// Removes the children from the search whose actions are `redundant`. Faster than single calls of
    /// [`prune`](Self::prune).
    #[inline]
    pub fn prune_actions(&mut self, redundant: impl Fn(S::Action) -> bool) {
        for (_, link) in self.list.each(0) {
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
        let bytes = self.list.bytes() + self.remembered;
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
        self.list.shorten(0);
    }
}
