//! The method of a script for the missile puzzles of James Bond Jr. (2009): a first-in-first-out list that is sorted
//! by rate after every 500 expansions. Breadth-first between two sorts, best-first after a sort. Path costs are
//! ignored, and goals are detected on expansion. Makes no claim about the cost; exhaustion is a proof.

use std::{collections::VecDeque, mem::size_of};

use crate::search::strategies::prelude::*;

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
        closed: Closed::default(),
        open: VecDeque::new(),
    })
}

struct Resort<'s, S: Searched> {
    space: &'s S,
    rate: &'s dyn Heuristic<S>,
    /// Number of expansions between two sorts, and since the last one.
    every: u32,
    since: u32,
    closed: Closed<S>,
    /// The open states with their rates.
    open: VecDeque<(Cost, Id)>,
}

fn enqueue(open: &mut VecDeque<(Cost, Id)>, rate: Cost, id: Id, budget: &mut Budget<'_>) -> Result<(), Stop> {
    if open.len() == open.capacity() {
        open_list::grow(open.capacity(), size_of::<(Cost, Id)>(), budget, |more| open.reserve_exact(more))?;
    }
    open.push_back((rate, id));
    Ok(())
}

impl<S: Searched> Resort<'_, S> {
    fn expand(&mut self, id: Id, budget: &mut Budget<'_>) -> Result<(), Stop> {
        self.closed.expand(self.space, id, budget)?;
        let cost = self.closed.node(id).cost;
        let Self { closed, open, rate, .. } = self;
        rate_new(closed, id, *rate, budget);
        closed.reach_children((id, cost), true, budget, |reached, budget| match reached.found.open(budget) {
            Some(child) if reached.estimate != DEAD_END => enqueue(open, reached.estimate, child, budget),
            _ => Ok(()),
        })
    }

    /// Sorts the list by rate. The sort is stable.
    fn sort(&mut self, budget: &mut Budget<'_>) -> Result<(), Stop> {
        // A stable sort allocates a second list of half the length.
        let scratch = (self.open.len() * size_of::<(Cost, Id)>()) as u64 / 2;
        budget.grow(scratch)?;
        self.open.make_contiguous().sort_by_key(|&(rate, _)| rate);
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
            enqueue(&mut self.open, rate, 0, budget)?;
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
