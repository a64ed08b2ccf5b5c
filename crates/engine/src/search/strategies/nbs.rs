//! NBS, near-optimal bidirectional search (Chen, Holte, Zilles & Sturtevant, *Front-to-end
//! bidirectional heuristic search with near-optimal node expansions*, 2017).
//!
//! A plan through a state of the forward frontier and one of the backward frontier costs at least
//! `max(f, f', g + g' + e)`, where *f* is cost plus estimate on either side, *g* the cost, and *e* the
//! lowest cost of an action. A pair with the lowest bound is expanded, both states of it. Each side keeps
//! its frontier in two lists: *waiting*, by *f*, and *ready*, by *g*, with the states whose *f* is within
//! the bound; so the best pair is found without enumerating pairs. With a consistent estimate it expands
//! at most twice as many states as any algorithm of its kind must.
//!
//! Optimal with an admissible estimate forward and none backward: until a plan of optimal cost is known,
//! each optimal path has a state in the forward frontier and a later one in the backward frontier, both
//! at their lowest costs (states reached at a lower cost are reopened), so the lowest bound of all pairs
//! is a lower bound. The search ends when the best plan costs no more. If a side runs out of states, no
//! pair is left: the best plan is optimal, and without one there is no plan.

use crate::search::{open_list::Narrow, strategies::prelude::*};
use crate::space::SearchDirection;

pub(in crate::search) const ROW: Row = Row {
    summary: "near-optimal bidirectional: expands pairs of states, at most twice the necessary number",
    source: "Chen, Holte, Zilles & Sturtevant 2017",
    needs: &[Need::Heuristic, Need::Backward],
    claim: Claim::Optimal,
    ..Row::new(Strategy::Nbs, "nbs", Family::Informed)
};

pub(in crate::search) fn begin<'s, S: Searched>(space: &'s S, _: &Settings) -> BoxedSearch<'s, S> {
    Box::new(Nbs {
        space,
        estimate: heuristic_of(space),
        backward: backward_of(space),
        front: HeuristicSide::new(space),
        back: HeuristicSide::new(space),
        least: Cost::from(space.unit_costs()),
        bound: 0,
        best: None,
        half: false,
        prepared: false,
        children: Successors::default(),
        ids: Vec::new(),
    })
}

struct Nbs<'s, S: Searched> {
    space: &'s S,
    estimate: &'s dyn Heuristic<S>,
    backward: &'s dyn Backward<S>,
    front: HeuristicSide<S>,
    back: HeuristicSide<S>,
    /// A lower bound of the costs of actions.
    least: Cost,
    /// The lowest bound of all pairs.
    bound: Cost,
    /// The lowest cost of a plan through a state that both sides have reached, and its ids.
    best: Option<(Cost, Id, Id)>,
    /// Whether only the forward half of a pair has been expanded.
    half: bool,
    prepared: bool,
    children: Successors<S>,
    ids: Vec<Id>,
}

impl<S: Searched> Nbs<'_, S> {
    /// Inserts the start and the goals. Returns the conclusion if there is nothing to search.
    fn prepare(&mut self, budget: &mut Budget<'_>) -> Result<Option<Conclusion<S::Action>>, Stop> {
        let start = self.space.start();
        let start = start.borrow();
        if self.space.is_goal(start) {
            return Ok(Some(Conclusion::Found(Plan { actions: Vec::new(), cost: 0 })));
        }
        let estimate = self.estimate.of(start);
        if estimate == DEAD_END {
            return Ok(Some(Conclusion::Exhausted));
        }
        self.bound = estimate;
        if let Some(id) = self.front.reach(start, NO_PARENT, 0, budget)? {
            self.front.wait(estimate, 0, id, budget)?;
        }
        let mut goals = <S::State as State>::List::default();
        self.backward.goal_states(&mut goals);
        for index in 0..goals.count() {
            if let Some(id) = self.back.reach(goals.state(index), NO_PARENT, 0, budget)? {
                self.back.wait(0, 0, id, budget)?;
            }
        }
        self.prepared = true;
        Ok(None)
    }

    /// Makes the heads of the two ready lists a pair with the lowest bound, and raises the bound to it.
    /// Returns false if there is no pair.
    fn pair(&mut self, budget: &mut Budget<'_>) -> bool {
        loop {
            let (front, back) = (&mut self.front, &mut self.back);
            front.make_ready(self.bound);
            back.make_ready(self.bound);
            if front.is_empty() || back.is_empty() {
                return false;
            }
            let heads = front.ready().zip(back.ready());
            let sum = heads.map(|((forward, _), (backward, _))| {
                let both = forward.saturating_add(backward);
                both.saturating_add(self.least)
            });
            if sum.is_some_and(|sum| sum <= self.bound) {
                return true;
            }
            // No waiting state is within the bound, so one of these exceeds it, and the lowest of them
            // bounds every pair.
            let least = [front.waiting(), back.waiting(), sum].into_iter().flatten().min();
            self.bound = least.expect("two sides with states have a pair or a state that waits");
            if self.bound == DEAD_END {
                // The costs of all other pairs exceed the limit.
                budget.exceed();
                return false;
            }
        }
    }

    /// Whether the best plan is optimal.
    fn is_met(&self) -> bool {
        self.best.is_some_and(|(cost, ..)| cost <= self.bound)
    }

    /// Expands the head of the ready list of one side.
    fn expand(&mut self, turn: SearchDirection, budget: &mut Budget<'_>) -> Result<(), Stop> {
        let (side, other) = match turn {
            SearchDirection::Forward => (&mut self.front, &self.back),
            SearchDirection::Backward => (&mut self.back, &self.front),
        };
        let Some((cost, id)) = side.ready() else { return Ok(()) };
        budget.expand()?;
        self.children.clear();
        self.space.expanding(|| cost, true);
        match turn {
            SearchDirection::Forward => self.space.expand(side.closed.state(id), &mut self.children),
            SearchDirection::Backward => {
                self.backward.predecessors(side.closed.state(id), &mut self.children);
            }
        }
        self.children.charge(budget)?;
        budget.generated(self.children.len());
        side.take_ready();
        self.ids.clear();
        for index in 0..self.children.len() {
            let state = self.children.state(index);
            let cost = budget.sum(cost, self.children.cost(index));
            let reached = if cost == DEAD_END { None } else { side.reach(state, id, cost, budget)? };
            let Some(child) = reached else {
                self.children.prune(index);
                self.ids.push(id);
                continue;
            };
            self.ids.push(child);
            if let Some(there) = other.closed.find(state) {
                let sum = budget.sum(cost, other.closed.node(there).cost);
                if sum != DEAD_END && self.best.is_none_or(|(best, ..)| sum < best) {
                    self.best = Some(match turn {
                        SearchDirection::Forward => (sum, child, there),
                        SearchDirection::Backward => (sum, there, child),
                    });
                }
            }
        }
        if turn == SearchDirection::Forward {
            self.estimate.of_successors(side.closed.state(id), &mut self.children);
        }
        for (index, &child) in self.ids.iter().enumerate() {
            let estimate = self.children.estimate(index);
            if estimate == DEAD_END {
                continue;
            }
            let cost = cost + self.children.cost(index);
            let sum = budget.sum(cost, estimate);
            // States that cannot be on a better plan are dropped.
            if sum != DEAD_END && self.best.is_none_or(|(best, ..)| sum < best) {
                side.wait(sum, cost, child, budget)?;
            }
        }
        budget.stored((self.front.closed.len() + self.back.closed.len()) as u64);
        Ok(())
    }

    fn conclude(&self) -> Result<Conclusion<S::Action>, Stop> {
        let Some((_, front, back)) = self.best else { return Ok(Conclusion::Exhausted) };
        let (front, back) = ((&self.front.closed, front), (&self.back.closed, back));
        path::through(self.space, self.backward, front, back).map(Conclusion::Found)
    }
}

impl<S: Searched> Search<S> for Nbs<'_, S> {
    fn advance(&mut self, budget: &mut Budget<'_>) -> Result<Conclusion<S::Action>, Stop> {
        if !self.prepared
            && let Some(conclusion) = self.prepare(budget)?
        {
            return Ok(conclusion);
        }
        loop {
            if !self.half {
                if !self.pair(budget) || self.is_met() {
                    return self.conclude();
                }
                budget.raise_bound(self.bound);
                self.expand(SearchDirection::Forward, budget)?;
                self.half = true;
            }
            if self.is_met() {
                return self.conclude();
            }
            self.expand(SearchDirection::Backward, budget)?;
            self.half = false;
        }
    }
}

// One of the two searches: its closed list, and its frontier in two lists.

/// One of the two searches. Entries whose state was since reached at a lower cost are skipped.
struct HeuristicSide<S: Searched> {
    closed: Closed<S>,
    /// Ordered by cost plus estimate, then the deepest, then the newest.
    waiting: Heap<(Reverse<Cost>, Cost, Id)>,
    /// Ordered by cost, then the newest.
    ready: Heap<(Reverse<Cost>, Id)>,
}

impl<S: Searched> HeuristicSide<S> {
    fn new(space: &S) -> Self {
        Self { closed: Closed::new(space), waiting: Heap::default(), ready: Heap::default() }
    }

    /// Records a path to a state. Returns the id of the state if it is new or its cost has fallen.
    fn reach(&mut self, state: &S::State, parent: Id, cost: Cost, budget: &mut Budget<'_>) -> Result<Option<Id>, Stop> {
        Ok(match self.closed.reach(state, Node { parent, cost }, budget)? {
            InsertOutcome::New(id) | InsertOutcome::Cheaper(id) => Some(id),
            InsertOutcome::Known => None,
        })
    }

    /// Adds a state to the frontier. Every waiting state may become ready, so room is reserved in both lists.
    fn wait(&mut self, sum: Cost, cost: Cost, id: Id, budget: &mut Budget<'_>) -> Result<(), Stop> {
        self.ready.reserve(
            self.waiting.len() + 1,
            self.waiting.wide_len() + usize::from(cost.narrow().is_none()),
            budget,
        )?;
        self.waiting.push((Reverse(sum), cost, id), budget)
    }

    /// The lowest sum of a waiting state.
    fn waiting(&mut self) -> Option<Cost> {
        while let Some((Reverse(sum), cost, id)) = self.waiting.peek() {
            if self.closed.node(id).cost == cost {
                return Some(sum);
            }
            self.waiting.pop();
        }
        None
    }

    /// The ready state with the lowest cost.
    fn ready(&mut self) -> Option<(Cost, Id)> {
        while let Some((Reverse(cost), id)) = self.ready.peek() {
            if self.closed.node(id).cost == cost {
                return Some((cost, id));
            }
            self.ready.pop();
        }
        None
    }

    /// Removes the head of the ready list.
    fn take_ready(&mut self) {
        self.ready.pop();
    }

    /// Moves the waiting states within the bound to the ready list.
    fn make_ready(&mut self, bound: Cost) {
        while self.waiting().is_some_and(|sum| sum <= bound) {
            if let Some((_, cost, id)) = self.waiting.pop() {
                self.ready.put((Reverse(cost), id));
            }
        }
    }

    fn is_empty(&mut self) -> bool {
        self.ready().is_none() && self.waiting().is_none()
    }
}
