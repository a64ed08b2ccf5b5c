//! Feature-space search (Shoham & Schaeffer, *The FESS algorithm: a feature based approach to
//! single-agent search*, 2020).
//!
//! States are projected onto the cells of a small feature space. A cell holds the untried actions of its states and
//! tries the one with the lowest weight first; weights are summed from the root, and actions recommended by an
//! advisor weigh nothing. Cells take turns, and every other turn is that of the cell of the best state so far. So the
//! search follows many ways of making progress at once, and a misleading feature costs only its part of the turns.
//!
//! A state belongs to the cell of its best ancestor, itself included: actions that undo progress stay in
//! the cell they started from, with more weight, instead of opening new cells.
//!
//! Makes no claim about the cost. Every child is in some cell unless it is proved dead, so exhaustion is a proof.

use std::{cmp::Ordering, mem::size_of};

use rustc_hash::FxHashMap;

use crate::search::strategies::prelude::*;
use crate::search::strategy::features_of;
use crate::space::{Features, Mark};

pub(in crate::search) const ROW: Row = Row {
    summary: "feature-space search: every combination of features gets its turn",
    source: "Shoham & Schaeffer 2020",
    needs: &[Need::Features],
    ..Row::new(Strategy::Fess, "fess", Family::Informed)
};

pub(in crate::search) fn begin<'s, S: Searched>(space: &'s S, _: &Settings) -> BoxedSearch<'s, S> {
    Box::new(Fess {
        space,
        features: features_of(space),
        closed: Closed::default(),
        slots: PerState::default(),
        expanded: PerState::default(),
        cells: Cells::default(),
        best: None,
        even: false,
        choice: None,
        marks: Vec::new(),
    })
}

/// Slot of a state that has not been expanded.
const UNEXPANDED: u32 = u32::MAX;

/// Cell and score of the best ancestor of an expanded state.
#[derive(Clone, Copy)]
struct Expanded {
    cell: u64,
    score: u64,
}

struct Fess<'s, S: Searched> {
    space: &'s S,
    features: &'s dyn Features<S>,
    closed: Closed<S>,
    /// The index in `expanded` of each state, or [`UNEXPANDED`].
    slots: PerState<u32>,
    expanded: PerState<Expanded>,
    cells: Cells,
    /// The cell and the score of the best state expanded so far.
    best: Option<Expanded>,
    even: bool,
    /// The action that was chosen and not tried because of a stop.
    choice: Option<UntriedAction>,
    marks: Vec<Mark>,
}

impl<S: Searched> Fess<'_, S> {
    /// Expands the state that `entry` leads to. Returns the goal among its new children, if any.
    fn expand(&mut self, entry: &UntriedAction, budget: &mut Budget<'_>) -> Result<Option<Id>, Stop> {
        budget.expand()?;
        let id = entry.child;
        let inherited = self.slot(entry.parent).map(|slot| self.expanded.get(slot));
        let own = Expanded { cell: entry.cell, score: entry.score };
        let best = match inherited {
            Some(inherited) if inherited.score <= own.score => inherited,
            _ => own,
        };
        self.closed.set_node(id, Node::new(entry.parent, 0));
        #[expect(clippy::cast_possible_truncation, reason = "fewer than there are ids")]
        self.slots.set(id, self.expanded.len() as u32);
        self.expanded.push(best, budget)?;
        self.space.expanding(|| Cost::MAX, true);
        if self.features.prove_dead(self.closed.state(id), budget)? {
            return Ok(None);
        }
        let (state, children) = self.closed.state_and_children(id);
        children.clear();
        self.space.expand(state, children);
        children.charge(budget)?;
        // On large boards each of these steps takes a noticeable time.
        budget.check_now()?;
        budget.generated(children.len());
        let Self { space, closed, features, slots, cells, marks, .. } = self;
        closed.leave_out(|_, _, child| slots.get(child) != UNEXPANDED);
        let children = &closed.children;
        // A goal that costs too much is none: the others are needed then.
        let mut is_goal = |index| {
            children.estimate(index) != DEAD_END
                && space.is_goal(children.state(index))
                && budget.sum(0, children.cost(index)) != DEAD_END
        };
        let has_goal = (0..children.len()).any(&mut is_goal);
        let mut cell = 0;
        if !has_goal {
            budget.check_now()?;
            let (state, children) = closed.state_and_children(id);
            marks.clear();
            marks.resize(children.len(), Mark::default());
            let here = Mark { cell: own.cell, score: own.score, ..Mark::default() };
            features.annotate(state, here, children, marks);
            if self.best.is_none_or(|known| own.score < known.score) {
                self.best = Some(own);
                budget.note_milestone(features.milestone(state));
            }
            cell = cells.named(best.cell, budget)?;
        }
        let mut goal = None;
        // Costs of 0, so that a state that was expanded keeps its parent.
        closed.reach_children((id, 0), true, budget, |reached, budget| {
            let (Found::New(child) | Found::Cheaper(child) | Found::Known(child)) = reached.found;
            if let Found::New(_) = reached.found {
                slots.push(UNEXPANDED, budget)?;
                if goal.is_none() && space.is_goal(reached.state) {
                    goal = Some(child);
                }
            }
            if has_goal || reached.estimate == DEAD_END {
                return Ok(());
            }
            let mark = marks[reached.index];
            let untried = UntriedAction {
                weight: entry.weight.saturating_add(mark.weight.into()),
                score: mark.score,
                cell: mark.cell,
                child,
                parent: id,
                is_bound: mark.is_bound,
            };
            cells.push(cell, untried, budget)
        })?;
        Ok(goal)
    }

    fn slot(&self, id: Id) -> Option<u32> {
        (id != NO_PARENT).then(|| self.slots.get(id))
    }

    /// Chooses the next action: from the next cell in turn, or from that of the best state so far.
    fn choose(&mut self) -> Option<UntriedAction> {
        loop {
            self.even = !self.even;
            let exact = |entry: UntriedAction| {
                let Mark { cell, score, .. } = self.features.mark(self.closed.state(entry.child));
                UntriedAction { cell, score, is_bound: false, ..entry }
            };
            let of_best =
                if self.even { None } else { self.best.and_then(|best| self.cells.take_from(best.cell, exact)) };
            let entry = match of_best {
                Some(entry) => entry,
                None => self.cells.take_next(exact)?,
            };
            if self.slots.get(entry.child) == UNEXPANDED {
                return Some(entry);
            }
            // The child was expanded after another action.
            self.even = !self.even;
        }
    }
}

impl<S: Searched> Search<S> for Fess<'_, S> {
    fn has_met(&self, state: &S::State) -> bool {
        self.closed.find(state).is_some()
    }

    fn plan_to(&self, state: &S::State) -> Option<Plan<S::Action>> {
        path::forward(self.space, &self.closed, self.closed.find(state)?).ok()
    }

    fn advance(&mut self, budget: &mut Budget<'_>) -> Result<Conclusion<S::Action>, Stop> {
        if self.closed.is_empty() {
            let start = self.space.start();
            let start = start.borrow();
            self.closed.insert_root(start, budget)?;
            self.slots.push(UNEXPANDED, budget)?;
            if self.space.is_goal(start) {
                return path::found(self.space, &self.closed, 0);
            }
            let Mark { cell, score, .. } = self.features.mark(start);
            self.choice = Some(UntriedAction { weight: 0, score, cell, child: 0, parent: NO_PARENT, is_bound: false });
        }
        loop {
            let Some(entry) = self.choice.take().or_else(|| self.choose()) else {
                return Ok(Conclusion::Exhausted);
            };
            if let Some(goal) = self.expand(&entry, budget).inspect_err(|_| self.choice = Some(entry))? {
                budget.stored(self.closed.len() as u64);
                return path::found(self.space, &self.closed, goal);
            }
        }
    }
}

// The cells of the feature space with their untried actions.

/// An untried action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct UntriedAction {
    /// The sum of the weights of the actions from the root, this one included.
    weight: u32,
    /// The score of the child.
    score: u64,
    /// The cell of the child's own features.
    cell: u64,
    /// The state it leads to.
    child: Id,
    /// The state it starts from.
    parent: Id,
    /// Whether `score` is a lower bound.
    is_bound: bool,
}

impl Ord for UntriedAction {
    /// The greatest is tried first: the lowest weight, then the lowest score, then the oldest.
    fn cmp(&self, other: &Self) -> Ordering {
        let key = |entry: &Self| (entry.weight, entry.score, entry.child, entry.parent);
        key(other).cmp(&key(self))
    }
}

impl PartialOrd for UntriedAction {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// All cells, in a ring. A new cell is next in turn.
#[derive(Default)]
struct Cells {
    places: FxHashMap<u64, u32>,
    ring: Vec<Cell>,
    /// The cell whose turn was last.
    last: u32,
}

struct Cell {
    waiting: Heap<UntriedAction>,
    /// The next in the ring.
    next: u32,
}

impl Cells {
    /// The number of the cell with the given name, which is created if missing.
    fn named(&mut self, name: u64, budget: &mut Budget<'_>) -> Result<u32, Stop> {
        if let Some(&place) = self.places.get(&name) {
            return Ok(place);
        }
        // A map of names and a list of cells, each up to half empty.
        budget.grow(2 * (size_of::<Cell>() + size_of::<(u64, u32)>() + 1) as u64)?;
        let place = u32::try_from(self.ring.len()).unwrap_or(u32::MAX);
        let next = match self.ring.get_mut(self.last as usize) {
            Some(last) => std::mem::replace(&mut last.next, place),
            None => place,
        };
        self.ring.push(Cell { waiting: Heap::default(), next });
        self.places.insert(name, place);
        Ok(place)
    }

    fn push(&mut self, cell: u32, entry: UntriedAction, budget: &mut Budget<'_>) -> Result<(), Stop> {
        self.ring[cell as usize].waiting.push(entry, budget)
    }

    /// Removes the first action of the cell with the given name. `exact` replaces a bound by the exact score.
    fn take_from(&mut self, name: u64, exact: impl Fn(UntriedAction) -> UntriedAction) -> Option<UntriedAction> {
        let place = *self.places.get(&name)?;
        self.ring[place as usize].take(exact)
    }

    /// Removes the first action of the next cell that has one. `exact` replaces a bound by the exact score.
    fn take_next(&mut self, exact: impl Fn(UntriedAction) -> UntriedAction) -> Option<UntriedAction> {
        for _ in 0..self.ring.len() {
            self.last = self.ring[self.last as usize].next;
            let entry = self.ring[self.last as usize].take(&exact);
            if entry.is_some() {
                return entry;
            }
        }
        None
    }
}

impl Cell {
    /// Removes the first action. One with a bound goes back with its exact score until an exact one is first.
    fn take(&mut self, exact: impl Fn(UntriedAction) -> UntriedAction) -> Option<UntriedAction> {
        loop {
            let entry = self.waiting.pop()?;
            if !entry.is_bound {
                return Some(entry);
            }
            self.waiting.put(exact(entry));
        }
    }
}

#[cfg(test)]
mod cells_tests {
    use super::*;

    fn entry(weight: u32, score: u64, child: Id) -> UntriedAction {
        UntriedAction { weight, score, cell: 0, child, parent: 0, is_bound: false }
    }

    #[test]
    fn cells_take_turns_and_light_entries_come_first() {
        let mut budget = Budget::unlimited();
        let mut cells = Cells::default();
        for (name, weight, score, child) in [(7, 1, 0, 1), (7, 0, 9, 2), (7, 0, 8, 3), (9, 5, 0, 4), (9, 5, 0, 5)] {
            let cell = cells.named(name, &mut budget).expect("no limits");
            cells.push(cell, entry(weight, score, child), &mut budget).expect("no limits");
        }
        assert_eq!(cells.take_from(7, |entry| entry).map(|entry| entry.child), Some(3));
        assert_eq!(cells.take_from(8, |entry| entry), None);
        let order: Vec<_> = std::iter::from_fn(|| cells.take_next(|entry| entry)).map(|entry| entry.child).collect();
        assert_eq!(order, [4, 2, 5, 1]);
    }
}
