//! Greedy best-first search (Doran & Michie, *Experiments with the graph traverser program*, 1966):
//! expands the state with the lowest rate, the oldest one among equals. Makes no claim about the cost.
//! States with a rate of [`DEAD_END`] are not expanded; as that is a proof, exhaustion is one too.
//!
//! Of a state with many successors those with a higher rate than its own are not stored at first, and the others in parts.
//! The state is *deferred*: its successors are generated and rated again when the best states of a part have been expanded,
//! or when the search comes to the rate of those that were left out. Where the search goes straight to a goal, most are never
//! stored, and many never rated. (As in partial expansion A\*; Yoshizumi, Miura & Ishida, *A\* with partial expansion for
//! large branching factor problems*, 2000.)

use std::ops::Range;

use crate::search::strategies::prelude::*;

pub(in crate::search) const ROW: Row = Row {
    summary: "greedy best-first: expands the lowest rate",
    source: "Doran & Michie 1966",
    needs: &[Need::Rate],
    ..Row::new(Strategy::Greedy, "greedy", Family::Informed)
};

/// Minimum number of successors for which they are stored in parts.
const MANY_SUCCESSORS: usize = 128;
/// Maximum number of successors per part.
const PART: usize = 64;

pub(in crate::search) fn begin<'s, S: Searched>(space: &'s S, _: &Settings) -> BoxedSearch<'s, S> {
    Box::new(Greedy {
        space,
        rate: rate_of(space),
        closed: Closed::default(),
        open: Heap::default(),
        deferred: Heap::default(),
        part: Successors::default(),
        lowest: DEAD_END,
    })
}

struct Greedy<'s, S: Searched> {
    space: &'s S,
    rate: &'s dyn Heuristic<S>,
    closed: Closed<S>,
    open: Heap<Reverse<(Cost, Id)>>,
    /// States with successors that were left for later: up to which rate they are stored next, the last state stored by then,
    /// the state, and the number of successors before those.
    deferred: Heap<Reverse<(Cost, Id, Id, u32)>>,
    /// Some of the children.
    part: Successors<S>,
    /// The lowest rate of an expanded state.
    lowest: Cost,
}

impl<S: Searched> Greedy<'_, S> {
    /// The next state to expand.
    fn next(&mut self) -> Option<Entry> {
        let is_deferred = match (self.open.peek(), self.deferred.peek()) {
            (Some(Reverse(open)), Some(Reverse((rate, last, ..)))) => (rate, last) < open,
            (None, Some(_)) => true,
            (_, None) => false,
        };
        if is_deferred { self.deferred.pop().map(Entry::Deferred) } else { self.open.pop().map(Entry::Open) }
    }

    /// Expands the state of an entry. Returns the goal among its new children, if any.
    fn expand(&mut self, entry: Entry, budget: &mut Budget<'_>) -> Result<Option<Id>, Stop> {
        let (most, id, first) = match entry {
            Entry::Open(Reverse((rate, id))) => (rate, id, 0),
            Entry::Deferred(Reverse((most, _, id, first))) => (most, id, first as usize),
        };
        let again = matches!(entry, Entry::Deferred(_));
        self.closed.expand_within(self.space, (id, Cost::MAX, again), budget)?;
        // With a limit of costs, cheaper paths to known states must be followed.
        if self.closed.children.len() < MANY_SUCCESSORS || budget.limits().cost.is_some() {
            return self.store(id, budget);
        }
        // A part is good if it is better than the state, or as good as the part before.
        let good = if again { most } else { most.saturating_sub(1) };
        // Nothing is known of the parts before the first one.
        let mut left = if first > 0 { most.saturating_add(1) } else { DEAD_END };
        let mut at = first;
        while at < self.closed.children.len() {
            let to = self.closed.children.len().min(at + PART);
            let PartEnd { goal, lowest, left_out } = self.store_part((id, most), at..to, budget)?;
            if goal.is_some() {
                return Ok(goal);
            }
            at = to;
            left = left.min(left_out);
            if lowest <= good && at < self.closed.children.len() {
                self.defer(lowest, id, at, budget)?;
                return Ok(None);
            }
        }
        if left != DEAD_END {
            self.defer(left, id, 0, budget)?;
        }
        Ok(None)
    }

    /// Leaves the successors of a state from the number `first` on for later, those up to a rate of `most`.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "ids are as wide, and more successors would not fit into memory"
    )]
    fn defer(&mut self, most: Cost, id: Id, first: usize, budget: &mut Budget<'_>) -> Result<(), Stop> {
        let last = self.closed.len() as Id - 1;
        self.deferred.push(Reverse((most, last, id, first as u32)), budget)
    }

    /// Stores some of the children that are new and have a rate of at most `most`.
    fn store_part(
        &mut self,
        (id, most): (Id, Cost),
        indices: Range<usize>,
        budget: &mut Budget<'_>,
    ) -> Result<PartEnd, Stop> {
        let Self { space, closed, rate, part, open, .. } = self;
        part.clear();
        for index in indices {
            if closed.find_child(index).is_none() {
                let children = &closed.children;
                part.push(children.state(index).given(), children.action(index), children.cost(index));
            }
        }
        part.charge(budget)?;
        rate.of_successors(closed.state(id), part);
        let mut end = PartEnd { goal: None, lowest: DEAD_END, left_out: DEAD_END };
        let cost = closed.node(id).cost;
        for index in 0..part.len() {
            let rate = part.estimate(index);
            if rate > most && rate != DEAD_END {
                end.left_out = end.left_out.min(rate);
                continue;
            }
            end.lowest = end.lowest.min(rate);
            let node = Node::new(id, cost.saturating_add(part.cost(index)));
            let found = closed.reach(part.state(index), node, budget)?;
            if let Found::New(child) = found
                && rate != DEAD_END
            {
                if end.goal.is_none() && space.is_goal(part.state(index)) {
                    end.goal = Some(child);
                }
                open.push(Reverse((rate, child)), budget)?;
            }
        }
        budget.stored(closed.len() as u64);
        Ok(end)
    }

    /// Stores the children that are new. Returns a goal among them, if any.
    fn store(&mut self, id: Id, budget: &mut Budget<'_>) -> Result<Option<Id>, Stop> {
        let Self { space, closed, rate, open, .. } = self;
        let cost = closed.node(id).cost;
        rate_new(closed, id, *rate, budget);
        let mut goal = None;
        closed.reach_children((id, cost), true, budget, |reached, budget| match reached.found.open(budget) {
            Some(child) if reached.estimate != DEAD_END => {
                if goal.is_none() && space.is_goal(reached.state) {
                    goal = Some(child);
                }
                open.push(Reverse((reached.estimate, child)), budget)
            }
            _ => Ok(()),
        })?;
        Ok(goal)
    }
}

/// What came of a part of the successors.
struct PartEnd {
    goal: Option<Id>,
    /// The lowest rate of those that were stored, and of those that were not.
    lowest: Cost,
    left_out: Cost,
}

/// A state to be expanded.
#[derive(Clone, Copy)]
enum Entry {
    Open(Reverse<(Cost, Id)>),
    Deferred(Reverse<(Cost, Id, Id, u32)>),
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
        while let Some(entry) = self.next() {
            if let Entry::Open(Reverse((rate, _))) = entry {
                self.lowest = self.lowest.min(rate);
            }
            let result = self.expand(entry, budget);
            let goal = result.inspect_err(|_| match entry {
                Entry::Open(entry) => self.open.put(entry),
                Entry::Deferred(entry) => self.deferred.put(entry),
            })?;
            if let Some(goal) = goal {
                budget.stored(self.closed.len() as u64);
                return path::found(self.space, &self.closed, goal);
            }
        }
        Ok(Conclusion::Exhausted)
    }
}
