//! The closed list of the breadth-first strategies, and the expansion of one of its layers.

use super::closed::Parents;
use super::store::{Column, Id, Kept, NO_PARENT, Probe, Searched, Seen};
use crate::budget::Budget;
use crate::outcome::Stop;
use crate::space::{Children, State};

/// Every state seen, in the order in which they were found, and beside each only its parent.
pub(super) struct Tree<S: Searched> {
    seen: <S::State as Kept>::Seen,
    parents: Column<Id>,
}

impl<S: Searched> Tree<S> {
    /// An empty one for the states of `space`.
    pub(super) fn new(space: &S) -> Self {
        Self { seen: Seen::new(space.state_bits()), parents: Column::default() }
    }

    /// Keeps the roots.
    pub(super) fn roots(
        &mut self,
        states: &<S::State as State>::List,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop> {
        let (mut probes, mut new) = (Vec::new(), Vec::new());
        self.seen.look_ahead(states, &mut probes);
        self.seen.look_closer(&mut probes);
        self.seen.insert_new(states, &probes, &mut new, budget)?;
        new.iter().try_for_each(|_| self.parents.push(NO_PARENT, budget))
    }

    /// The first of some states that is there too.
    pub(super) fn first_known<'a>(
        &self,
        states: impl Iterator<Item = (Id, &'a S::State, &'a Probe)> + Clone,
    ) -> Option<(Id, &'a S::State)>
    where
        S::State: 'a,
    {
        states.clone().for_each(|(_, _, probe)| self.seen.announce(probe));
        states
            .into_iter()
            .find(|(_, state, probe)| self.seen.contains(state, probe))
            .map(|(id, state, _)| (id, state))
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
/// The children of several states form a batch, and batches go through the steps of a look-up one
/// behind the other: while one is inserted, memory is being fetched for the next two, whose states
/// are children of the same layer. The order of insertion is that of one state after the other.
pub(super) struct Layer<S: Searched> {
    /// The first state that has not been expanded, and the end of the layer.
    next: Id,
    end: Id,
    /// The batch that is being filled, or was just inserted; one whose look-up has begun; and one
    /// that will be inserted next.
    batches: [Batch<S>; STEPS],
    /// Whether the first batch was inserted.
    inserted: bool,
    /// Its new states, by probe; their ids begin at `first_new`.
    new: Vec<u32>,
    first_new: Id,
    /// Why nothing more is expanded: told when all batches have been inserted.
    stop: Option<Stop>,
}

struct Batch<S: Searched> {
    children: Children<S>,
    probes: Vec<Probe>,
    /// The states expanded, and for each of them where its children end.
    families: Vec<(Id, usize)>,
}

impl<S: Searched> Default for Batch<S> {
    fn default() -> Self {
        Self { children: Children::default(), probes: Vec::new(), families: Vec::new() }
    }
}

/// Steps of a look-up.
const STEPS: usize = 3;
/// About so many children are a batch.
const TOGETHER: usize = 64;

impl<S: Searched> Default for Layer<S> {
    fn default() -> Self {
        Self {
            next: 0,
            end: 0,
            batches: Default::default(),
            inserted: true,
            new: Vec::new(),
            first_new: 0,
            stop: None,
        }
    }
}

impl<S: Searched> Layer<S> {
    /// Begins with the states that were stored since the last layer began.
    pub(super) fn begin(&mut self, tree: &Tree<S>) {
        (self.next, self.end) = (self.end, tree.next_id());
    }

    /// Whether all its states have been expanded and their children inserted.
    pub(super) fn is_done(&self) -> bool {
        self.next == self.end && !self.is_under_way()
    }

    /// Whether there are children that have not been inserted.
    fn is_under_way(&self) -> bool {
        let waiting = usize::from(self.inserted);
        self.batches[waiting..].iter().any(|batch| !batch.families.is_empty())
    }

    /// How many states there are to expand.
    pub(super) fn remaining(&self) -> Id {
        self.end - self.next
    }

    /// Expands some states of the layer and inserts the children of some. After a limit nothing more
    /// is expanded, and it is told once all children are inserted; after a pause nothing is inserted,
    /// so that pauses change nothing.
    pub(super) fn expand(
        &mut self,
        tree: &mut Tree<S>,
        budget: &mut Budget<'_>,
        generate: impl FnMut(&S::State, &mut Children<S>),
    ) -> Result<(), Stop> {
        self.new.clear();
        self.fill(tree, budget, generate)?;
        let [first, second, third] = &mut self.batches;
        tree.seen.look_ahead(first.children.states(), &mut first.probes);
        tree.seen.look_closer(&mut second.probes);
        self.first_new = tree.next_id();
        let inserted = tree.seen.insert_new(third.children.states(), &third.probes, &mut self.new, budget);
        let mut families = third.families.iter();
        let (mut parent, mut end) = (NO_PARENT, 0);
        let parents = self.new.iter().map(|&index| {
            let place = third.probes[index as usize].place;
            while place as usize >= end {
                let Some(&family) = families.next() else { break };
                (parent, end) = family;
            }
            parent
        });
        let linked = tree.parents.extend(parents, budget);
        self.batches.rotate_right(1);
        self.inserted = true;
        if let Err(stop) = linked {
            // Without a parent a state leads nowhere.
            self.new.clear();
            return Err(stop);
        }
        inserted?;
        if self.stop.is_some() && !self.is_under_way() {
            return self.stop.take().map_or(Ok(()), Err);
        }
        Ok(())
    }

    /// Generates a batch of children.
    fn fill(
        &mut self,
        tree: &Tree<S>,
        budget: &mut Budget<'_>,
        mut generate: impl FnMut(&S::State, &mut Children<S>),
    ) -> Result<(), Stop> {
        let batch = &mut self.batches[0];
        if self.inserted {
            batch.children.clear();
            batch.families.clear();
            self.inserted = false;
        }
        while self.next < self.end && batch.children.len() < TOGETHER && self.stop.is_none() {
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
            budget.generated(batch.children.len() - before);
            batch.families.push((self.next, batch.children.len()));
            self.next += 1;
        }
        Ok(())
    }

    /// The states that the last call of [`Layer::expand`] stored.
    #[inline]
    pub(super) fn new_states(&self) -> impl Iterator<Item = (Id, &S::State, &Probe)> + Clone {
        let batch = &self.batches[0];
        (self.first_new..)
            .zip(&self.new)
            .map(|(id, &index)| (id, &batch.probes[index as usize]))
            .map(|(id, probe)| (id, batch.children.state(probe.place as usize), probe))
    }
}
