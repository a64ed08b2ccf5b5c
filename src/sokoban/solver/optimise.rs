//! Making known solutions of a level better, as an ending with what is proved.

use std::sync::Arc;

use crate::budget::Budget;
use crate::outcome::{Cost, Proof};
use crate::puzzle::{Answer, Ending, KnownAnswer, Objective, OnBetter, Report, Second};
use crate::search::Strategy;
use crate::sokoban::board::Board;
use crate::sokoban::level::Level;
use crate::sokoban::notation::metrics::Primary;
use crate::sokoban::optimise::{self, Effort, Optimised};
use crate::sokoban::solver::objectives::MOVES;

/// The name of the search in reports.
const METHOD: &str = "vicinity search";

/// Makes the best of `known` solutions better until the budget ends or it is proved optimal.
#[must_use]
pub fn optimise(
    level: &Arc<Level>,
    objective: &Objective,
    known: &[KnownAnswer],
    budget: &mut Budget<'_>,
    on_better: &mut OnBetter<'_>,
) -> Report {
    let (primary, second) =
        if *objective == MOVES { (Primary::Moves, "pushes") } else { (Primary::Pushes, "moves") };
    let board = Board::new(level);
    let solutions: Vec<&str> = known.iter().map(|known| known.solution.as_str()).collect();
    budget.note_method(Some(METHOD));
    let optimised =
        optimise::optimise(level, &board, primary, &solutions, Effort::Unlimited, budget, on_better);
    let Some(Optimised { solution, cost, is_first_optimal, is_optimal, stopped }) = optimised else {
        let reason = "there is no solution to begin with".to_owned();
        let ending = Ending::Unsupported { reason };
        return Report { strategy: Strategy::Auto, ending, statistics: budget.statistics(), second: None };
    };
    let cost = Cost::try_from(cost).unwrap_or(Cost::MAX);
    if is_first_optimal {
        budget.raise_bound(cost);
    }
    let lower_bound = budget.lower_bound().min(cost);
    let proof = if lower_bound >= cost { Proof::Optimal } else { Proof::Nothing };
    let answer = Answer {
        solution,
        cost,
        proof,
        lower_bound: Some(lower_bound),
        stopped: stopped.filter(|_| !is_optimal),
    };
    let second = (proof == Proof::Optimal).then_some(Second { metric: second, proved: is_optimal });
    Report {
        strategy: Strategy::Auto,
        ending: Ending::Solved(answer),
        statistics: budget.statistics(),
        second,
    }
}
