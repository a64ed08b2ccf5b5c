//! Feature-space search (Shoham & Schaeffer, *The FESS algorithm: a feature based approach to
//! single-agent search*, 2020).
//!
//! States are projected onto the cells of a small space of features. A cell keeps the actions that
//! have not been tried from its states; from each the one with the least weight is tried first, where
//! weights add up from the root and an advised action weighs nothing. Cells take turns, whatever they
//! hold, and every other turn is that of the cell of the best state so far. So the search goes on
//! along many ways of making progress at once, and a feature that misleads costs no more than its
//! share of the turns.
//!
//! A state belongs to the cell of its best ancestor, itself included: actions that undo progress stay
//! in the cell they started from, with more weight, instead of opening cells of their own.
//!
//! It claims nothing of the cost. Every child waits in some cell unless it is proved dead, so
//! exhaustion is a proof.

mod cells;

use super::closed::{Closed, Node};
use super::store::{Column, Id, Inserted, NO_PARENT, Searched};
use super::{Search, features_of, path};
use crate::budget::Budget;
use crate::outcome::{Conclusion, Plan, Stop};
use crate::space::{Children, DEAD, Features, Mark};
use cells::{Cells, Entry};

/// A state that has not been expanded.
const WAITING: u32 = u32::MAX;

/// What is kept of an expanded state.
#[derive(Clone, Copy)]
struct Expanded {
    /// The cell and the score of its best ancestor.
    cell: u64,
    score: u64,
}

pub(super) struct Fess<'s, S: Searched> {
    space: &'s S,
    features: &'s dyn Features<S>,
    closed: Closed<S>,
    /// For each state the number of its entry in `expanded`, or [`WAITING`].
    slots: Column<u32>,
    expanded: Column<Expanded>,
    cells: Cells,
    /// The cell and the score of the best state expanded so far.
    best: Option<Expanded>,
    even: bool,
    /// What was chosen and not expanded because of a stop.
    choice: Option<Entry>,
    children: Children<S>,
    marks: Vec<Mark>,
    found: Vec<Inserted>,
}

impl<'s, S: Searched> Fess<'s, S> {
    pub(super) fn new(space: &'s S) -> Self {
        Self {
            space,
            features: features_of(space),
            closed: Closed::new(space),
            slots: Column::default(),
            expanded: Column::default(),
            cells: Cells::default(),
            best: None,
            even: false,
            choice: None,
            children: Children::default(),
            marks: Vec::new(),
            found: Vec::new(),
        }
    }

    /// Expands what `entry` leads to; gives the goal among its new children, if there is one.
    fn expand(&mut self, entry: &Entry, budget: &mut Budget<'_>) -> Result<Option<Id>, Stop> {
        budget.expand()?;
        let id = entry.child;
        let inherited = self.slot(entry.parent).map(|slot| self.expanded.get(slot));
        let own = Expanded { cell: entry.cell, score: entry.score };
        let best = match inherited {
            Some(inherited) if inherited.score <= own.score => inherited,
            _ => own,
        };
        self.closed.set_node(id, Node { parent: entry.parent, cost: 0 });
        #[expect(clippy::cast_possible_truncation, reason = "fewer than there are ids")]
        self.slots.set(id, self.expanded.len() as u32);
        self.expanded.push(best, budget)?;
        if self.features.prove_dead(self.closed.state(id), budget)? {
            return Ok(None);
        }
        self.children.clear();
        self.space.expand(self.closed.state(id), &mut self.children);
        budget.generated(self.children.len());
        self.closed.insert_children(id, 0, &self.children, &mut self.found, budget)?;
        for (index, &found) in self.found.iter().enumerate() {
            match found {
                Inserted::New(child) => {
                    self.slots.push(WAITING, budget)?;
                    if self.space.is_goal(self.children.state(index)) {
                        return Ok(Some(child));
                    }
                }
                Inserted::Old(child) if self.slots.get(child) != WAITING => self.children.kill(index),
                Inserted::Old(_) => {}
            }
        }
        self.marks.clear();
        self.marks.resize(self.children.len(), Mark::default());
        let here = Mark { cell: own.cell, score: own.score, weight: 0 };
        self.features.annotate(self.closed.state(id), here, &mut self.children, &mut self.marks);
        if self.best.is_none_or(|known| own.score < known.score) {
            self.best = Some(own);
            let milestone = self.features.milestone(self.closed.state(id));
            budget.note_milestone(milestone);
        }
        let cell = self.cells.named(best.cell, budget)?;
        for (index, mark) in self.marks.iter().enumerate() {
            if self.children.estimate(index) != DEAD {
                let entry = Entry {
                    weight: entry.weight + u32::from(mark.weight),
                    score: mark.score,
                    cell: mark.cell,
                    child: self.found[index].id(),
                    parent: id,
                };
                self.cells.push(cell, entry, budget)?;
            }
        }
        budget.stored(self.closed.len() as u64);
        Ok(None)
    }

    fn slot(&self, id: Id) -> Option<u32> {
        (id != NO_PARENT).then(|| self.slots.get(id))
    }

    /// The next to expand: from the next cell in turn, or from that of the best state so far.
    fn choose(&mut self) -> Option<Entry> {
        loop {
            self.even = !self.even;
            let of_best =
                if self.even { None } else { self.best.and_then(|best| self.cells.take_from(best.cell)) };
            let entry = match of_best {
                Some(entry) => entry,
                None => self.cells.take_next()?,
            };
            if self.slots.get(entry.child) == WAITING {
                return Some(entry);
            }
            // It was reached by another way meanwhile.
            self.even = !self.even;
        }
    }
}

impl<S: Searched> Search<S> for Fess<'_, S> {
    fn has_met(&self, state: &S::State) -> bool {
        self.closed.find(state).is_some()
    }

    fn plan_to(&self, state: &S::State) -> Option<Plan<S::Action>> {
        Some(path::forward(self.space, &self.closed, self.closed.find(state)?))
    }

    fn advance(&mut self, budget: &mut Budget<'_>) -> Result<Conclusion<S::Action>, Stop> {
        if self.closed.is_empty() {
            let start = self.space.start();
            let start = std::borrow::Borrow::borrow(&start);
            self.closed.insert(start, Node { parent: NO_PARENT, cost: 0 }, budget)?;
            self.slots.push(WAITING, budget)?;
            if self.space.is_goal(start) {
                return Ok(Conclusion::Found(path::forward(self.space, &self.closed, 0)));
            }
            let Mark { cell, score, .. } = self.features.mark(start);
            self.choice = Some(Entry { weight: 0, score, cell, child: 0, parent: NO_PARENT });
        }
        loop {
            let Some(entry) = self.choice.take().or_else(|| self.choose()) else {
                return Ok(Conclusion::Exhausted);
            };
            match self.expand(&entry, budget) {
                Ok(Some(goal)) => {
                    budget.stored(self.closed.len() as u64);
                    return Ok(Conclusion::Found(path::forward(self.space, &self.closed, goal)));
                }
                Ok(None) => {}
                Err(stop) => {
                    self.choice = Some(entry);
                    return Err(stop);
                }
            }
        }
    }
}
