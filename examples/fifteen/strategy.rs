//! A search strategy that comes with the plug-in.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::iter;

use lurd::budget::Budget;
use lurd::outcome::{Conclusion, Cost, Stop};
use lurd::search::{Family, Need, Row, Search, plan_along};
use lurd::space::{Heuristic, Space, Successors};

use super::space::{Direction, Slide};

/// The description of the strategy. It claims nothing about the cost of its plans.
pub(crate) static NEWEST: Row = Row::outside(&NEWEST, "newest", Family::Informed)
    .described("greedy: of the states with the lowest estimate, the newest first", "the example")
    .needing(&[Need::Heuristic]);

/// A search by the strategy. It keeps its state here, so that it can be continued after a pause.
pub(super) struct Newest<'s> {
    space: &'s Slide,
    estimate: &'s dyn Heuristic<Slide>,
    /// The state that each state was first reached from.
    parents: HashMap<u64, Option<u64>>,
    open: BinaryHeap<(Reverse<Cost>, usize, u64)>,
    children: Successors<Slide>,
}

/// Bytes per stored state: the entries of both tables, which are up to half empty.
const BYTES: u64 = 128;

impl<'s> Newest<'s> {
    pub(super) fn new(space: &'s Slide) -> Self {
        let estimate = space.heuristic().expect("the space has one");
        let (parents, open) = (HashMap::new(), BinaryHeap::new());
        Self { space, estimate, parents, open, children: Successors::default() }
    }

    fn store(&mut self, state: u64, parent: Option<u64>, budget: &mut Budget<'_>) -> Result<(), Stop> {
        if !self.parents.contains_key(&state) {
            budget.grow(BYTES)?;
            self.open.push((Reverse(self.estimate.of(&state)), self.parents.len(), state));
            self.parents.insert(state, parent);
        }
        Ok(())
    }
}

impl Search<Slide> for Newest<'_> {
    fn advance(&mut self, budget: &mut Budget<'_>) -> Result<Conclusion<Direction>, Stop> {
        if self.parents.is_empty() {
            self.store(self.space.start(), None, budget)?;
        }
        while let Some(entry) = self.open.pop() {
            let state = entry.2;
            if self.space.is_goal(&state) {
                let mut path: Vec<u64> = iter::successors(Some(state), |state| self.parents[state]).collect();
                path.reverse();
                return plan_along(self.space, &path).map(Conclusion::Found);
            }
            budget.expand().inspect_err(|_| self.open.push(entry))?;
            self.children.clear();
            self.space.expand(&state, &mut self.children);
            budget.generated(self.children.len());
            for index in 0..self.children.len() {
                self.store(*self.children.state(index), Some(state), budget)?;
            }
            budget.stored(self.parents.len() as u64);
        }
        Ok(Conclusion::Exhausted)
    }
}
