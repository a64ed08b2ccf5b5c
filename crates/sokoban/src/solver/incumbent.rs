//! An answer of unknown quality for an optimal search: it ends the search as soon as the lower bound reaches its
//! cost, and remains if a limit is reached first.

use crate::optimise::Optimised;
use crate::solver::objectives::PUSHES;
use lurd_engine::budget::Budget;
use lurd_engine::outcome::{Cost, Proof, Stop};
use lurd_engine::search::proved_by;
use lurd_puzzle::puzzle::{Answer, Ending, Objective};

/// The best answer known.
pub(super) struct Incumbent {
    pub(super) solution: String,
    pub(super) cost: Cost,
}

impl Incumbent {
    /// Takes a solution of the optimiser, if it is better, and what is proved of it.
    pub(super) fn replace(&mut self, optimised: &Optimised, budget: &mut Budget<'_>) {
        let cost = Cost::try_from(optimised.cost).unwrap_or(Cost::MAX);
        if (cost, optimised.solution.len()) < (self.cost, self.solution.len()) {
            self.solution.clone_from(&optimised.solution);
            self.cost = cost;
        }
        if optimised.is_first_optimal {
            budget.raise_bound(cost);
        }
    }

    /// The answer under a lower bound. It is optimal if nothing costs less.
    pub(super) fn answer(&self, lower_bound: Cost, stopped: Option<Stop>) -> Answer {
        let Self { ref solution, cost } = *self;
        let proof = if lower_bound >= cost { Proof::Optimal } else { proved_by(lower_bound, cost) };
        let stopped = stopped.filter(|_| proof != Proof::Optimal);
        Answer { solution: solution.clone(), cost, proof, lower_bound: Some(lower_bound.min(cost)), stopped }
    }

    /// An answer that was found, or `None` if there is none.
    ///
    /// # Errors
    /// The ending, if there is proved to be no answer.
    pub(super) fn of(
        found: Ending,
        objective: &Objective,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Self>, Ending> {
        match found {
            Ending::Solved(Answer { solution, cost: pushes, proof, .. }) => {
                if proof == Proof::Optimal {
                    // No solution has fewer moves than pushes, so this is a bound for both objectives.
                    budget.raise_bound(pushes);
                }
                let moves = Cost::try_from(solution.len()).unwrap_or(Cost::MAX);
                let cost = if *objective == PUSHES { pushes } else { moves };
                Ok(Some(Self { solution, cost }))
            }
            Ending::Unsolvable { .. } => Err(found),
            Ending::Stopped { .. } | Ending::Unsupported { .. } => Ok(None),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lurd_engine::outcome::Limit;

    /// A cost is optimal if nothing costs less, and not one push before that.
    #[test]
    fn an_incumbent_is_optimal_at_its_own_cost_only() {
        let stop = Some(Stop::Limit(Limit::Nodes));
        for (bound, is_optimal) in [(0, false), (8, false), (9, false), (10, true), (11, true)] {
            let incumbent = Incumbent { solution: "rR".to_owned(), cost: 10 };
            let answer = incumbent.answer(bound, stop);
            assert_eq!(answer.proof == Proof::Optimal, is_optimal, "{bound}");
            assert_eq!(answer.stopped, stop.filter(|_| !is_optimal), "{bound}");
            assert_eq!(answer.lower_bound, Some(bound.min(10)));
        }
        let incumbent = Incumbent { solution: "rR".to_owned(), cost: 10 };
        assert_eq!(incumbent.answer(0, stop).proof, Proof::Nothing);
    }
}
