//! States in the order of their distance, each with its parent: the closed list of the breadth-first strategies, which is
//! their queue too.

use std::borrow::Borrow;

use super::{
    per_state::{Id, MARK, NO_PARENT, Parents},
    storable::Searched,
    visited::{Tables, Visited},
};
use crate::{
    budget::Budget,
    outcome::{Contradiction, Stop},
    space::{Link, Owned, State, StateList, Successors},
    table::tag,
};

/// All visited states, and the children of some that are to be looked up together.
pub struct Layered<S: Searched, V> {
    visited: V,
    tables: Tables,
    children: Successors<S>,
    /// Why expansion stopped; reported once all children have been looked up.
    stop: Option<Stop>,
}

/// The states of one distance that have not been expanded.
#[derive(Clone, Default)]
pub struct Layer {
    next: Id,
    end: Id,
    /// The number of states that were stored when its expansion began.
    stored: Option<Id>,
    /// The mark of the parents.
    mark: Id,
}

/// Approximate number of children that are looked up together: their buckets are fetched at the same time.
const BATCH: usize = 64;

impl<S: Searched, V: Visited<S::State>> Layered<S, V> {
    /// No states, of two sides or one.
    pub fn new(space: &S, has_sides: bool) -> Self {
        let tables = V::tables(space.state_bits(), has_sides);
        Self { visited: V::default(), tables, children: Successors::default(), stop: None }
    }

    /// Stores the roots that are new. Returns their layer; `is_marked` if they are those of the other side.
    pub fn roots(&mut self, roots: &[Owned<S>], is_marked: bool, budget: &mut Budget<'_>) -> Result<Layer, Stop> {
        let (next, mark) = (self.len(), if is_marked { MARK } else { 0 });
        let mut list = <S::State as State>::List::default();
        for root in roots {
            let state: &S::State = root.borrow();
            list.add(state.given(), Link { tag: tag(state), parent: NO_PARENT | mark, ..Link::new((), 0) });
        }
        self.visited.insert(&mut self.tables, &mut list, budget, |_| false)?;
        Ok(Layer { next, end: self.len(), stored: None, mark })
    }

    /// The number of states.
    #[expect(clippy::cast_possible_truncation, reason = "there are no more states than ids")]
    pub fn len(&self) -> Id {
        self.visited.len() as Id
    }

    pub fn is_empty(&self) -> bool {
        self.visited.len() == 0
    }

    /// The layer after one that is done: of the states that were stored since its expansion began.
    pub fn next_layer(&self, layer: &Layer) -> Layer {
        Layer { next: layer.stored.unwrap_or(self.len()), end: self.len(), stored: None, mark: layer.mark }
    }

    /// The parent of a state, with the mark of its side.
    pub fn marked_parent(&self, id: Id) -> Id {
        self.visited.marked_parent(id)
    }

    /// Whether all states of a layer have been expanded and their children looked up.
    pub fn is_done(&self, layer: &Layer) -> bool {
        layer.next == layer.end && self.children.is_empty()
    }

    /// Expands some states of a layer and stores their children, until `is_end` returns true for one that is new. Returns
    /// the id of that child, or otherwise of the first one that the other side has reached, and the state it was reached from.
    ///
    /// # Errors
    /// After a limit nothing more is expanded, and the limit is reported once all children are stored. After a pause nothing
    /// is stored, so that pauses do not change the result.
    #[inline]
    pub fn expand(
        &mut self,
        layer: &mut Layer,
        budget: &mut Budget<'_>,
        mut generate: impl FnMut(&S::State, &mut Successors<S>),
        is_end: impl FnMut(&S::State) -> bool,
    ) -> Result<Option<(Id, Id)>, Stop> {
        layer.stored.get_or_insert(self.len());
        let Self { visited, tables, children, stop } = self;
        while layer.next < layer.end && children.len() < BATCH && stop.is_none() {
            match budget.expand() {
                Ok(()) => {}
                Err(Stop::Paused) => return Err(Stop::Paused),
                Err(reason) => {
                    *stop = Some(reason);
                    break;
                }
            }
            let before = children.len();
            generate(visited.state(layer.next), children);
            if !children.look_up(before, layer.next | layer.mark, tables.of(layer.mark).0) {
                children.refute(Contradiction::UnitCosts);
            }
            budget.generated(children.len() - before);
            layer.next += 1;
        }
        match children.charge(budget) {
            Ok(()) => {}
            Err(Stop::Contradiction(contradiction)) => return Err(Stop::Contradiction(contradiction)),
            Err(reason) => {
                stop.get_or_insert(reason);
            }
        }
        let found = visited.insert(tables, children.list(), budget, is_end)?;
        children.clear();
        budget.stored(visited.len() as u64);
        match (found, stop.take()) {
            (None, Some(stop)) => Err(stop),
            (found, _) => Ok(found.map(|(id, parent)| (id, parent & !MARK))),
        }
    }
}

impl Layer {
    pub fn remaining(&self) -> Id {
        self.end - self.next
    }

    /// Whether a marked parent is of the other side.
    #[inline]
    pub fn is_other(&self, parent: Id) -> bool {
        parent & MARK != self.mark
    }
}

impl<S: Searched, V: Visited<S::State>> Parents<S::State> for Layered<S, V> {
    fn state_of(&self, id: Id) -> &S::State {
        self.visited.state(id)
    }
    fn parent_of(&self, id: Id) -> Id {
        self.visited.marked_parent(id) & !MARK
    }
}
