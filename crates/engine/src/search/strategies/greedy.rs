//! Greedy best-first search (Doran & Michie, *Experiments with the graph traverser program*, 1966):
//! expands the state with the lowest rate, the oldest one among equals. Makes no claim about the cost.
//! States with a rate of [`DEAD_END`] are not expanded; as that is a proof, exhaustion is one too.

use crate::search::strategies::prelude::*;

pub(in crate::search) const ROW: Row = Row {
    summary: "greedy best-first: expands the lowest rate",
    source: "Doran & Michie 1966",
    needs: &[Need::Rate],
    ..Row::new(Strategy::Greedy, "greedy", Family::Informed)
};

pub(in crate::search) fn begin<'s, S: Searched>(space: &'s S, _: &Settings) -> BoxedSearch<'s, S> {
    Box::new(Greedy {
        space,
        rate: rate_of(space),
        closed: Closed::new(space),
        open: Heap::default(),
        children: Successors::default(),
        found: Vec::new(),
        lowest: DEAD_END,
    })
}

struct Greedy<'s, S: Searched> {
    space: &'s S,
    rate: &'s dyn Heuristic<S>,
    closed: Closed<S>,
    open: Heap<Reverse<(Cost, Id)>>,
    children: Successors<S>,
    found: Vec<Inserted>,
    /// The lowest rate of an expanded state.
    lowest: Cost,
}

impl<S: Searched> Greedy<'_, S> {
    /// Expands a state. Returns the goal among its new children, if any.
    fn expand(&mut self, id: Id, budget: &mut Budget<'_>) -> Result<Option<Id>, Stop> {
        self.closed.expand(self.space, id, &mut self.children, budget)?;
        let cost = self.closed.node(id).cost;
        self.closed.insert_children(id, cost, &self.children, &mut self.found, budget)?;
        for (index, &found) in self.found.iter().enumerate() {
            match found {
                Inserted::New(child) if self.space.is_goal(self.children.state(index)) => {
                    return Ok(Some(child));
                }
                Inserted::New(_) => {}
                Inserted::Old(_) => self.children.prune(index),
            }
        }
        self.rate.of_successors(self.closed.state(id), &mut self.children);
        for (index, &found) in self.found.iter().enumerate() {
            let rate = self.children.estimate(index);
            if rate != DEAD_END {
                self.open.push(Reverse((rate, found.id())), budget)?;
            }
        }
        budget.stored(self.closed.len() as u64);
        Ok(None)
    }
}

impl<S: Searched> Search<S> for Greedy<'_, S> {
    fn lowest_rate(&self) -> Option<Cost> {
        (self.lowest < DEAD_END).then_some(self.lowest)
    }

    fn advance(&mut self, budget: &mut Budget<'_>) -> Result<Conclusion<S::Action>, Stop> {
        if self.closed.is_empty() {
            let start = self.space.start();
            let start = start.borrow();
            self.closed.insert_root(start, budget)?;
            if self.space.is_goal(start) {
                return path::found(self.space, &self.closed, 0);
            }
            let rate = self.rate.of(start);
            if rate == DEAD_END {
                return Ok(Conclusion::Exhausted);
            }
            raise_to_estimate(self.space, start, budget);
            self.open.push(Reverse((rate, 0)), budget)?;
        }
        while let Some(entry) = self.open.pop() {
            self.lowest = self.lowest.min(entry.0.0);
            if let Some(goal) = self.expand(entry.0.1, budget).inspect_err(|_| self.open.put(entry))? {
                budget.stored(self.closed.len() as u64);
                return path::found(self.space, &self.closed, goal);
            }
        }
        Ok(Conclusion::Exhausted)
    }
}
