//! From the end of a search to its outcome.

use lurd_engine::{
    budget::Budget,
    outcome::{Conclusion, Outcome, Plan, Proof, Stop},
    search::{Strategy, proved_by},
};

use crate::rules::Slide;

/// An outcome, and the strategy that led to it.
pub(super) struct Solved {
    pub(super) strategy: Strategy,
    pub(super) outcome: Outcome<Slide>,
}

/// The outcome of a search whose answers are optimal.
pub(super) fn concluded(end: Result<Conclusion<Slide>, Stop>, budget: &mut Budget<'_>) -> Outcome<Slide> {
    match end {
        Ok(Conclusion::Found(plan)) => optimal(plan, budget),
        Ok(Conclusion::Exhausted) => Outcome::Unsolvable,
        Err(stop) => Outcome::Stopped { stop, lower_bound: budget.lower_bound() },
    }
}

pub(super) fn optimal(plan: Plan<Slide>, budget: &mut Budget<'_>) -> Outcome<Slide> {
    budget.raise_bound(plan.cost);
    Outcome::Solved { proof: Proof::Optimal, lower_bound: plan.cost, plan, stopped: None }
}

/// The outcome of a search that a limit has stopped, with its best plan.
pub(super) fn stopped(plan: Option<Plan<Slide>>, stop: Stop, budget: &Budget<'_>) -> Outcome<Slide> {
    let lower_bound = budget.lower_bound();
    let Some(plan) = plan else { return Outcome::Stopped { stop, lower_bound } };
    let proof = proved_by(lower_bound, plan.cost);
    let stopped = (proof != Proof::Optimal).then_some(stop);
    Outcome::Solved { plan, proof, lower_bound, stopped }
}
