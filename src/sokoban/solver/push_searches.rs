//! The parts of the portfolio that search single pushes: best-first, and blind from both ends.

use super::context::{Context, SliceResult, exhausted, solved};
use crate::budget::{Allotment, Budget};
use crate::outcome::{Limit, Outcome, Proof, Stop};
use crate::puzzle::Ending;
use crate::search::{Searched, Stepper, Strategy};
use crate::sokoban::state::Push;

/// A search that keeps its states between its turns.
pub(super) struct PushSearch<'s, S: Searched<Action = Push>> {
    strategy: Strategy,
    search: Option<Stepper<'s, S>>,
    allotment: Allotment,
}

impl<'s, S: Searched<Action = Push>> PushSearch<'s, S> {
    pub(super) fn new(strategy: Strategy) -> Self {
        Self { strategy, search: None, allotment: Allotment::default() }
    }

    pub(super) fn strategy(&self) -> Strategy {
        self.strategy
    }

    /// Searches `space` for `expansions` more expansions, with `part` of the memory that is left.
    ///
    /// # Errors
    /// When the budget ends the search.
    pub(super) fn advance(
        &mut self,
        context: &Context<'_>,
        space: &'s S,
        expansions: u64,
        part: u64,
        budget: &mut Budget<'_>,
    ) -> Result<SliceResult, Stop> {
        let name = self.strategy.name();
        budget.note(|| format!("{name}: {expansions} expansions of pushes"));
        budget.note_milestone(None);
        if self.search.is_none() {
            self.search = Stepper::new(space, self.strategy, context.settings).ok();
        }
        let Some(search) = &mut self.search else { return Ok(SliceResult::GivenUp) };
        let memory = budget.memory_left().map(|free| (free + self.allotment.used()) / part);
        let before = budget.statistics().expanded;
        let end =
            budget.with_allotment(&mut self.allotment, expansions, memory, |budget| search.finish(budget));
        match end {
            Outcome::Solved { plan, proof, .. } => {
                let mut ending = solved(context.board, &plan.actions, budget);
                if let (Ending::Solved(answer), true) = (&mut ending, proof == Proof::Optimal) {
                    answer.proof = Proof::Optimal;
                    answer.lower_bound = Some(answer.cost);
                }
                Ok(SliceResult::Ended(ending))
            }
            Outcome::Unsolvable => Ok(SliceResult::Ended(exhausted())),
            Outcome::Stopped { stop: Stop::Paused, .. }
                if budget.statistics().expanded - before >= expansions =>
            {
                Ok(SliceResult::Paused)
            }
            Outcome::Stopped { stop: Stop::Limit(Limit::Memory), .. } => {
                self.search = None;
                budget.reclaim(&std::mem::take(&mut self.allotment));
                Ok(SliceResult::GivenUp)
            }
            Outcome::Stopped { stop, .. } => Err(stop),
        }
    }
}
