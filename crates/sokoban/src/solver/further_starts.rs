//! More solutions for the optimiser to begin with.
//!
//! What the optimiser can reach depends on the order in which a solution packs the boxes. Random attempts of the
//! portfolio find solutions with other orders.

use crate::solver::context::{Context, SliceResult};
use crate::solver::plan_attempts::PlanAttempts;
use lurd_engine::budget::Budget;
use lurd_engine::outcome::Stop;
use lurd_puzzle::puzzle::{Answer, Ending};

/// Random attempts, one after the other.
pub(super) struct FurtherStarts<'b> {
    attempts: PlanAttempts<'b, 'b>,
}

impl<'b> FurtherStarts<'b> {
    pub(super) fn new(context: &'b Context<'b>) -> Self {
        Self { attempts: PlanAttempts::new(context, &[], &[], &[]) }
    }

    /// The solution of the next attempt, if it finds one within its turn.
    ///
    /// # Errors
    /// When the budget stops it.
    pub(super) fn next(&mut self, budget: &mut Budget<'_>) -> Result<Option<String>, Stop> {
        // The bounds and plans of an attempt are those of another objective.
        let result = budget.with_own_bounds(|budget| self.attempts.random_turn(budget))?;
        match result {
            SliceResult::Ended(Ending::Solved(Answer { solution, .. })) => Ok(Some(solution)),
            SliceResult::Ended(_) | SliceResult::Paused | SliceResult::GivenUp => Ok(None),
        }
    }
}
