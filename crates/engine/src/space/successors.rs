//! The buffer of successors.

use std::borrow::Borrow;

use super::{DEAD_END, Space, State, StateList};
use crate::{
    budget::Budget,
    outcome::{Contradiction, Cost, Stop},
    table::{Content, Id, Table, tag},
};

/// Buffer of successors or predecessors with their actions, costs and estimates.
pub struct Successors<S: Space> {
    states: <S::State as State>::List,
    links: Vec<Link<S::Action>>,
    /// The table in which the children will be looked up, if they will be, so that its buckets can be fetched as soon as
    /// they are known.
    table: Option<Table>,
    /// Bytes that a budget was charged.
    charged: u64,
    /// Bytes that the space itself needs to remember children that were pushed.
    remembered: u64,
    /// A declaration of the space that its successors contradict.
    contradiction: Option<Contradiction>,
}

/// How a child is reached.
#[derive(Clone, Copy)]
pub struct Link<A> {
    pub(crate) action: A,
    pub(crate) cost: Cost,
    pub(crate) estimate: Cost,
    /// The tag of the state, if there is a table; 0 for a child that is left out.
    pub(crate) tag: u32,
}

impl<S: Space> Default for Successors<S> {
    fn default() -> Self {
        Self {
            states: Default::default(),
            links: Vec::new(),
            table: None,
            charged: 0,
            remembered: 0,
            contradiction: None,
        }
    }
}

impl<S: Space> Successors<S> {
    /// Children that will be looked up in a table.
    pub(crate) fn looked_up(content: Content) -> Self {
        Self { table: Some(Table::new(content)), ..Self::default() }
    }

    /// Appends a child, reached by `action` at `cost`.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "called in the loop of a successor function")]
    pub fn push(&mut self, state: <S::State as State>::Given<'_>, action: S::Action, cost: Cost) {
        let mut link = Link { action, cost, estimate: 0, tag: 0 };
        if let Some(table) = &self.table {
            link.tag = tag::<S::State>(state.borrow());
            table.prefetch(link.tag);
        }
        self.states.push_given(state);
        self.links.push(link);
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

    /// The id in the table of child `index`; `is_state` says whether an id is that of this state.
    #[inline]
    pub(crate) fn find(&self, index: usize, is_state: impl Fn(Id) -> bool) -> Option<Id> {
        self.find_tag(self.links[index].tag, is_state)
    }

    /// The id in the table with this tag for which `is_state` returns true.
    #[inline]
    pub(crate) fn find_tag(&self, tag: u32, is_state: impl Fn(Id) -> bool) -> Option<Id> {
        self.table.as_ref()?.find(tag, is_state)
    }

    /// The table, and the states and links of all children, to be handed over.
    #[inline]
    #[expect(clippy::type_complexity, reason = "three parts")]
    pub(crate) fn parts(&mut self) -> (&mut Table, &mut <S::State as State>::List, &[Link<S::Action>]) {
        (self.table.get_or_insert_default(), &mut self.states, &self.links)
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
        (self.links[index].estimate, self.links[index].tag) = (DEAD_END, 0);
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
