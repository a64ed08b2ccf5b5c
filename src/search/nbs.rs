//! NBS, near-optimal bidirectional search (Chen, Holte, Zilles & Sturtevant, *Front-to-end
//! bidirectional heuristic search with near-optimal node expansions*, 2017).
//!
//! A plan that goes through a state of the forward frontier and one of the backward frontier costs at
//! least `max(f, f', g + g' + e)`, where *f* is cost plus estimate on either side, *g* the cost so
//! far, and *e* the least cost of an action. Of all pairs one with the least bound is expanded, both
//! states of it. Each side keeps its frontier in two lists: *waiting*, by *f*, and *ready*, by *g*,
//! with the states whose *f* is within the bound; so the best pair needs no pairing. With a
//! consistent estimate it expands at most twice as many states as any algorithm of its kind must.
//!
//! Optimal with an admissible estimate forward and none backward: until a plan of optimal cost is
//! known, each optimal path has a state in the forward frontier and a later one in the backward
//! frontier, both reached at least cost (a state reached at less cost is opened again), so the least
//! bound of all pairs is a lower bound. The search ends when the best meeting costs no more. A side
//! without states has no pair left: then the best meeting is optimal, and if there is none, there is
//! no plan.

use super::store::{Id, NO_PARENT, Searched};
use super::{Search, estimate_of, path};
use crate::budget::Budget;
use crate::outcome::{Conclusion, Cost, Plan, Stop};
use crate::space::{Backward, Children, DEAD, Estimate, State, StateList};
use side::Side;

mod side;

pub(super) struct Nbs<'s, S: Searched> {
    space: &'s S,
    estimate: &'s dyn Estimate<S>,
    backward: &'s dyn Backward<S>,
    front: Side<S>,
    back: Side<S>,
    /// The least cost of an action, as far as the space tells.
    least: Cost,
    /// No plan costs less, unless it is as good as the best meeting.
    bound: Cost,
    /// The cheapest way through a state that both sides know, by its ids.
    best: Option<(Cost, Id, Id)>,
    /// The forward half of a pair has been expanded, the backward half not yet.
    half: bool,
    prepared: bool,
    children: Children<S>,
    ids: Vec<Id>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Turn {
    Front,
    Back,
}

impl<'s, S: Searched> Nbs<'s, S> {
    pub(super) fn new(space: &'s S) -> Self {
        Self {
            space,
            estimate: estimate_of(space),
            backward: space.backward().expect("the table says that this strategy needs it"),
            front: Side::new(space),
            back: Side::new(space),
            least: Cost::from(space.unit_costs()),
            bound: 0,
            best: None,
            half: false,
            prepared: false,
            children: Children::default(),
            ids: Vec::new(),
        }
    }

    /// Stores the start and the goals; gives the conclusion if there is nothing to search.
    fn prepare(&mut self, budget: &mut Budget<'_>) -> Result<Option<Conclusion<S::Action>>, Stop> {
        let start = self.space.start();
        let start = std::borrow::Borrow::borrow(&start);
        if self.space.is_goal(start) {
            return Ok(Some(Conclusion::Found(Plan { actions: Vec::new(), cost: 0 })));
        }
        let estimate = self.estimate.of(start);
        if estimate == DEAD {
            return Ok(Some(Conclusion::Exhausted));
        }
        self.bound = estimate;
        if let Some(id) = self.front.reach(start, NO_PARENT, 0, budget)? {
            self.front.wait(estimate, 0, id, budget)?;
        }
        let mut goals = <S::State as State>::List::default();
        self.backward.roots(&mut goals);
        for index in 0..goals.count() {
            if let Some(id) = self.back.reach(goals.state(index), NO_PARENT, 0, budget)? {
                self.back.wait(0, 0, id, budget)?;
            }
        }
        self.prepared = true;
        Ok(None)
    }

    /// Makes the heads of the two ready lists a pair with the least bound, and raises the bound to
    /// it. False if there is no pair.
    fn pair(&mut self) -> bool {
        loop {
            let (front, back) = (&mut self.front, &mut self.back);
            front.make_ready(self.bound);
            back.make_ready(self.bound);
            if front.is_empty() || back.is_empty() {
                return false;
            }
            let sum = front.ready().zip(back.ready()).map(|((forward, _), (backward, _))| {
                forward.saturating_add(backward).saturating_add(self.least)
            });
            if sum.is_some_and(|sum| sum <= self.bound) {
                return true;
            }
            // Nothing that waits is within the bound, so one of these is beyond it, and the least of
            // them bounds every pair.
            let least = [front.waiting(), back.waiting(), sum].into_iter().flatten().min();
            self.bound = least.expect("two sides with states have a pair or a state that waits");
        }
    }

    /// Whether nothing better than the best meeting can be found.
    fn is_met(&self) -> bool {
        self.best.is_some_and(|(cost, ..)| cost <= self.bound)
    }

    /// Expands the head of the ready list of one side.
    fn expand(&mut self, turn: Turn, budget: &mut Budget<'_>) -> Result<(), Stop> {
        let (side, other) = match turn {
            Turn::Front => (&mut self.front, &self.back),
            Turn::Back => (&mut self.back, &self.front),
        };
        let Some((cost, id)) = side.ready() else { return Ok(()) };
        budget.expand()?;
        self.children.clear();
        match turn {
            Turn::Front => self.space.expand(side.closed.state(id), &mut self.children),
            Turn::Back => self.backward.predecessors(side.closed.state(id), &mut self.children),
        }
        budget.generated(self.children.len());
        side.take_ready();
        self.ids.clear();
        for index in 0..self.children.len() {
            let state = self.children.state(index);
            let cost = cost.saturating_add(self.children.cost(index));
            let Some(child) = side.reach(state, id, cost, budget)? else {
                self.children.kill(index);
                self.ids.push(id);
                continue;
            };
            self.ids.push(child);
            if let Some(there) = other.closed.find(state) {
                let sum = cost.saturating_add(other.closed.node(there).cost);
                if self.best.is_none_or(|(best, ..)| sum < best) {
                    self.best = Some(match turn {
                        Turn::Front => (sum, child, there),
                        Turn::Back => (sum, there, child),
                    });
                }
            }
        }
        if turn == Turn::Front {
            self.estimate.of_children(side.closed.state(id), &mut self.children);
        }
        for (index, &child) in self.ids.iter().enumerate() {
            let estimate = self.children.estimate(index);
            let cost = cost.saturating_add(self.children.cost(index));
            let sum = cost.saturating_add(estimate);
            // What cannot be on a better plan need not wait.
            if estimate != DEAD && self.best.is_none_or(|(best, ..)| sum < best) {
                side.wait(sum, cost, child, budget)?;
            }
        }
        budget.stored((self.front.closed.len() + self.back.closed.len()) as u64);
        Ok(())
    }

    fn conclude(&self) -> Conclusion<S::Action> {
        let Some((_, front, back)) = self.best else { return Conclusion::Exhausted };
        let mut plan = path::forward(self.space, &self.front.closed, front);
        let rest = path::backward(self.backward, &self.back.closed, back);
        plan.actions.extend(rest.actions);
        plan.cost += rest.cost;
        Conclusion::Found(plan)
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
                if !self.pair() || self.is_met() {
                    return Ok(self.conclude());
                }
                budget.raise_bound(self.bound);
                self.expand(Turn::Front, budget)?;
                self.half = true;
            }
            if self.is_met() {
                return Ok(self.conclude());
            }
            self.expand(Turn::Back, budget)?;
            self.half = false;
        }
    }
}
