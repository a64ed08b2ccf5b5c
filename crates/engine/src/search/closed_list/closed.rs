//! The closed list of the strategies that use costs: each state with its parent and cost.

use std::borrow::Borrow;

use super::{
    per_state::{Id, NO_PARENT, Node, Parents, next_id},
    rows::Rows,
    storable::{Searched, Storable},
};
use crate::{
    budget::Budget,
    outcome::{Cost, Stop},
    space::{DEAD_END, LEFT_OUT, State, StateList, Successors},
    table::{Table, tag},
};

/// Result of looking up a state that was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// It is new, and has this id from now on.
    New(Id),
    /// It was present at a higher cost.
    Cheaper(Id),
    /// It was present at this cost or a lower one.
    Known(Id),
}

impl Found {
    /// The id, unless it was present at this cost or a lower one. Without a limit of costs, a lower one makes no
    /// difference either, for strategies that make no claim about the cost. With a limit, paths that cost too much are left
    /// out, so that the cheaper ones must be followed.
    #[inline]
    pub fn open(self, budget: &Budget<'_>) -> Option<Id> {
        match self {
            Self::New(id) => Some(id),
            Self::Cheaper(id) if budget.limits().cost.is_some() => Some(id),
            Self::Cheaper(_) | Self::Known(_) => None,
        }
    }
}

/// A successor that was looked up.
pub struct Reached<'a, S: State + ?Sized> {
    /// Its number among the successors.
    pub index: usize,
    pub found: Found,
    pub state: &'a S,
    /// The cost of the path up to it.
    pub cost: Cost,
    /// The estimate of the successor, if it was set.
    pub estimate: Cost,
}

/// All visited states with their nodes, and the successors that are looked up among them. States are compared in full: equal
/// hashes do not make equal states.
///
/// Bytes per state: 11 to 22 of the table, its own ones and twelve.
pub struct Closed<S: Searched> {
    rows: <S::State as Storable>::Rows<Node>,
    table: Table,
    pub children: Successors<S>,
}

impl<S: Searched> Default for Closed<S> {
    fn default() -> Self {
        Self { rows: Default::default(), table: Table::default(), children: Successors::default() }
    }
}

impl<S: Searched> Closed<S> {
    /// Inserts a root with cost 0.
    pub fn insert_root(&mut self, state: &S::State, budget: &mut Budget<'_>) -> Result<Found, Stop> {
        self.reach(state, Node::new(NO_PARENT, 0), budget)
    }

    /// Inserts a state, or replaces its node if the new cost is lower.
    pub fn reach(&mut self, state: &S::State, node: Node, budget: &mut Budget<'_>) -> Result<Found, Stop> {
        let Self { rows, table, .. } = self;
        let next = next_id(rows.len())?;
        match table.find_or_add(tag(state), next, |id| rows.state(id) == state, budget)? {
            None => rows.push(state.given(), node, budget).map(|()| Found::New(next)),
            Some(id) => Ok(lower(rows, id, node)),
        }
    }

    /// Counts an expansion and generates the successors of a state.
    ///
    /// # Errors
    /// When the budget forbids the expansion, the successors are unchanged; the memory limit may also come after it.
    #[inline]
    pub fn expand(&mut self, space: &S, id: Id, budget: &mut Budget<'_>) -> Result<(), Stop> {
        self.expand_within(space, (id, Cost::MAX, false), budget).map(|_| ())
    }

    /// The same without some of the successors (see [`expand_within`](crate::space::Space::expand_within)). It is not
    /// counted if the state is expanded `again`.
    ///
    /// # Errors
    /// As [`expand`](Self::expand).
    #[inline]
    pub fn expand_within(
        &mut self,
        space: &S,
        (id, left, again): (Id, Cost, bool),
        budget: &mut Budget<'_>,
    ) -> Result<Cost, Stop> {
        if again {
            budget.may_expand()?;
        } else {
            budget.expand()?;
        }
        let Self { rows, table, children } = self;
        children.clear();
        space.expanding(|| rows.value(id).cost, !again);
        let left_out = space.expand_within(rows.state(id), left, children);
        if table.is_large() {
            children.look_up(0, id, table);
        }
        children.charge(budget)?;
        budget.generated(children.len());
        Ok(left_out)
    }

    /// The id of the successor `index`, if it is known.
    #[inline]
    pub fn find_child(&mut self, index: usize) -> Option<Id> {
        let tag = self.children.tag(index);
        let state = self.children.state(index);
        self.table.find(tag, |id| self.rows.state(id) == state)
    }

    /// Leaves out the successors that are pruned, and those that are known and for which `is_done` returns true, given the
    /// index and the id, so that no estimate is computed for them.
    pub fn leave_out(&mut self, is_done: impl Fn(&Self, usize, Id) -> bool) {
        for index in 0..self.children.len() {
            let is_pruned = self.children.estimate(index) == DEAD_END;
            if is_pruned || self.find_child(index).is_some_and(|id| is_done(self, index, id)) {
                self.children.leave_out(index);
            }
        }
    }

    /// The same for those that are known at a cost of at most that at which they would be reached from a state with this `cost`.
    pub fn leave_out_known(&mut self, cost: Cost) {
        self.leave_out(|closed, index, id| closed.node(id).cost <= cost.saturating_add(closed.children.cost(index)));
    }

    /// The state of an id and the successors that are looked up, to be changed.
    #[inline]
    pub fn state_and_children(&mut self, id: Id) -> (&S::State, &mut Successors<S>) {
        (self.rows.state(id), &mut self.children)
    }

    /// Looks up the successors of `parent`, which was reached at `cost`: stores those that are new, and replaces the nodes of
    /// those with a lower cost than before. Calls `each` with every one, in order. Those above the limit of costs are left
    /// out. Dead successors are pruned, unless they `are_estimated` and not [left out](Self::leave_out): they are stored then, so
    /// that each is examined once.
    ///
    /// # Errors
    /// Those of `each`, and when the memory limit is reached. The list must not be used any more then.
    #[inline]
    pub fn reach_children(
        &mut self,
        (parent, cost): (Id, Cost),
        are_estimated: bool,
        budget: &mut Budget<'_>,
        mut each: impl FnMut(Reached<'_, S::State>, &mut Budget<'_>) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let Self { rows, table, children } = self;
        let list = children.list();
        rows.prefetch_all(table, list);
        let mut next = next_id(rows.len())?;
        next_id(rows.len() + list.count())?;
        for (index, (state, link)) in list.hand_over().enumerate() {
            if link.estimate == DEAD_END && (!are_estimated || link.parent == LEFT_OUT) {
                continue;
            }
            let cost = budget.sum(cost, link.cost);
            if cost == DEAD_END {
                continue;
            }
            let tag = if link.tag == 0 { tag::<S::State>(state.borrow()) } else { link.tag };
            let node = Node::new(parent, cost);
            let known = table.find_or_add(tag, next, |id| rows.state(id) == state.borrow(), budget)?;
            let (id, found) = match known {
                None => {
                    rows.push(state, node, budget)?;
                    next += 1;
                    (next - 1, Found::New(next - 1))
                }
                Some(id) => (id, lower(rows, id, node)),
            };
            let state = rows.state(id);
            each(Reached { index, found, state, cost: node.cost, estimate: link.estimate }, budget)?;
        }
        budget.stored(rows.len() as u64);
        Ok(())
    }

    pub fn find(&self, state: &S::State) -> Option<Id> {
        self.table.find(tag(state), |id| self.rows.state(id) == state)
    }

    pub fn state(&self, id: Id) -> &S::State {
        self.rows.state(id)
    }

    #[inline]
    pub fn node(&self, id: Id) -> Node {
        self.rows.value(id)
    }

    #[inline]
    pub fn set_node(&mut self, id: Id, node: Node) {
        self.rows.set_value(id, node);
    }

    /// Notes that a state is expanded at its cost.
    #[inline]
    pub fn set_expanded(&mut self, id: Id) {
        self.set_node(id, self.node(id).expanded());
    }

    /// Prefetches a state and its node.
    #[inline]
    pub fn prefetch(&self, id: Id) {
        self.rows.prefetch(id);
    }

    pub fn len(&self) -> usize {
        self.rows.len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Replaces the node of a known state if the new cost is lower.
#[inline]
fn lower<S: State + ?Sized>(rows: &mut impl Rows<S, Node>, id: Id, node: Node) -> Found {
    if node.cost < rows.value(id).cost {
        rows.set_value(id, node);
        Found::Cheaper(id)
    } else {
        Found::Known(id)
    }
}

impl<S: Searched> Parents<S::State> for Closed<S> {
    fn state_of(&self, id: Id) -> &S::State {
        self.state(id)
    }
    fn parent_of(&self, id: Id) -> Id {
        self.node(id).parent()
    }
}
