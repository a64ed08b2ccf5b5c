//! The method of a script for the missile puzzles of James Bond Jr. (2009): a first-in-first-out list that is sorted
//! by rate after every 500 expansions. Breadth-first between two sorts, best-first after a sort. Path costs are
//! ignored, and goals are detected on expansion. Makes no claim about the cost; exhaustion is a proof.

use std::{collections::VecDeque, mem::size_of};

use crate::search::{closed_list::WideCosts, strategies::prelude::*};

pub(in crate::search) const ROW: Row = Row {
    summary: "first in, first out, re-sorted by rate every 500 expansions",
    source: "a script for James Bond Jr., 2009",
    needs: &[Need::Rate],
    ..Row::new(Strategy::Resort, "resort", Family::Informed)
};

pub(in crate::search) fn begin<'s, S: Searched>(space: &'s S, settings: &Settings) -> BoxedSearch<'s, S> {
    Box::new(Resort {
        space,
        rate: rate_of(space),
        every: settings.resort_every.max(1),
        since: 0,
        closed: Closed::new(space),
        open: VecDeque::new(),
        wide: WideCosts::default(),
        children: Successors::default(),
        found: Vec::new(),
    })
}

struct Resort<'s, S: Searched> {
    space: &'s S,
    rate: &'s dyn Heuristic<S>,
    /// Number of expansions between two sorts, and since the last one.
    every: u32,
    since: u32,
    closed: Closed<S>,
    /// The rates of the open states in 32 bits, the others apart.
    open: VecDeque<(u32, Id)>,
    wide: WideCosts,
    children: Successors<S>,
    found: Vec<Inserted>,
}

impl<S: Searched> Resort<'_, S> {
    fn enqueue(&mut self, rate: Cost, id: Id, budget: &mut Budget<'_>) -> Result<(), Stop> {
        let entry = (self.wide.narrow(id, rate, budget)?, id);
        if self.open.len() == self.open.capacity() {
            let size = size_of::<(u32, Id)>();
            open_list::grow(self.open.capacity(), size, budget, |more| self.open.reserve_exact(more))?;
        }
        self.open.push_back(entry);
        Ok(())
    }

    fn expand(&mut self, id: Id, budget: &mut Budget<'_>) -> Result<(), Stop> {
        self.closed.expand(self.space, id, &mut self.children, budget)?;
        let cost = self.closed.node(id).cost;
        self.closed.insert_children(id, cost, &self.children, &mut self.found, budget)?;
        for (index, found) in self.found.iter().enumerate() {
            if let Inserted::Old(_) = found {
                self.children.prune(index);
            }
        }
        self.rate.of_successors(self.closed.state(id), &mut self.children);
        for index in 0..self.children.len() {
            let rate = self.children.estimate(index);
            if rate != DEAD_END {
                self.enqueue(rate, self.found[index].id(), budget)?;
            }
        }
        budget.stored(self.closed.len() as u64);
        Ok(())
    }

    /// Sorts the list by rate. The sort is stable.
    fn sort(&mut self, budget: &mut Budget<'_>) -> Result<(), Stop> {
        // A stable sort allocates a second list of half the length.
        let scratch = (self.open.len() * size_of::<(u32, Id)>()) as u64 / 2;
        budget.grow(scratch)?;
        let wide = &self.wide;
        self.open.make_contiguous().sort_by_key(|&(rate, id)| wide.widen(id, rate));
        budget.shrink(scratch);
        self.since = 0;
        Ok(())
    }
}

impl<S: Searched> Search<S> for Resort<'_, S> {
    fn advance(&mut self, budget: &mut Budget<'_>) -> Result<Conclusion<S::Action>, Stop> {
        if self.closed.is_empty() {
            let start = self.space.start();
            let start = start.borrow();
            self.closed.insert_root(start, budget)?;
            let rate = self.rate.of(start);
            if rate == DEAD_END {
                return Ok(Conclusion::Exhausted);
            }
            raise_to_estimate(self.space, start, budget);
            self.enqueue(rate, 0, budget)?;
        }
        while let Some(&(_, id)) = self.open.front() {
            if self.space.is_goal(self.closed.state(id)) {
                return path::found(self.space, &self.closed, id);
            }
            if self.since >= self.every {
                self.sort(budget)?;
                continue;
            }
            // The entry is removed only after its children have been added.
            self.expand(id, budget)?;
            self.open.pop_front();
            self.since += 1;
        }
        Ok(Conclusion::Exhausted)
    }
}
