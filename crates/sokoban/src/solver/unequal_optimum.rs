//! Known solutions of a level with unequal numbers of boxes and goals, made better.
//!
//! The optimiser searches for ways to the known final places of the boxes. With unequal numbers a better solution may leave
//! them elsewhere, so the time that is left is for a search of the whole level.

use std::sync::Arc;

use lurd_engine::{
    budget::Budget,
    outcome::Proof,
    search::{Settings, Strategy},
};
use lurd_puzzle::puzzle::{KnownAnswer, Objective, OnBetter, Report, Unanswered};

use super::{
    objectives::{MOVES, PUSHES},
    optimise::optimise as shorten,
    solve,
};
use crate::{
    board::{Balance, Board},
    level::Level,
};

/// Makes the best of `known` solutions better until the budget ends or it is proved optimal, on any level. The settings are
/// those of random attempts and of the search.
#[must_use]
pub fn optimise(
    level: &Arc<Level>,
    objective: &Objective,
    known: &[KnownAnswer],
    settings: &Settings,
    budget: &mut Budget<'_>,
    on_better: &mut OnBetter<'_>,
) -> Report {
    let mut report = shorten(level, objective, known, settings, budget, on_better);
    let is_even = Board::new(level).balance() == Balance::Even;
    let Ok(best) = &mut report.ending else { return report };
    if is_even || best.proof == Proof::Optimal || best.stopped.is_some() {
        return report;
    }
    let objective = if *objective == MOVES { &MOVES } else { &PUSHES };
    let searched = solve::solve(level, objective, Strategy::Auto, settings, budget);
    let rank = |cost, solution: &str| (cost, solution.len());
    match searched.ending {
        Ok(found) if rank(found.cost, &found.solution) < rank(best.cost, &best.solution) => {
            on_better(&found.solution);
            *best = found;
            (report.strategy, report.method, report.second) = (searched.strategy, searched.method, searched.second);
        }
        Ok(found) => {
            let bound = found.lower_bound.unwrap_or(0).min(best.cost);
            best.lower_bound = Some(bound);
            best.proof = if bound >= best.cost { Proof::Optimal } else { Proof::Nothing };
            best.stopped = found.stopped.filter(|_| best.proof != Proof::Optimal);
        }
        Err(Unanswered::Stopped { stop, .. }) => best.stopped = Some(stop),
        // A bug, which is that of the search.
        Err(_) => {}
    }
    report.statistics = budget.statistics();
    report
}

#[cfg(test)]
mod tests {
    use lurd_engine::budget::{Cancel, Limits};
    use lurd_puzzle::puzzle::ReadOptions;

    use super::*;
    use crate::formats::read_with;

    /// The box on the right is on the goal at the end of the known solution, the other one in the better one.
    #[test]
    fn boxes_may_end_elsewhere() {
        let options = ReadOptions { allow_unequal: true, ..ReadOptions::default() };
        let text = "##########|#        #|# @$. $  #|#        #|##########";
        let level = read_with(text, &options).expect("a level").remove(0).level.expect("legal");
        let known = [KnownAnswer { solution: "drrrrruLL".to_owned(), cost: 2 }];
        let mut no_observer = ();
        for (limit, cost, proof) in [(None, 1, Proof::Optimal), (Some(1), 2, Proof::Nothing)] {
            let limits = Limits { nodes: limit, ..Limits::NONE };
            let mut budget = Budget::new(limits, Cancel::default(), &mut no_observer);
            let mut better = Vec::new();
            let settings = Settings::default();
            let report = optimise(&Arc::new(level.clone()), &PUSHES, &known, &settings, &mut budget, &mut |solution| {
                better.push(solution.to_owned());
            });
            let answer = report.ending.expect("a solution stays one");
            assert_eq!((answer.cost, answer.proof), (cost, proof), "{limit:?}");
            assert_eq!(better.last().is_some_and(|better| better == "R"), cost == 1, "{better:?}");
        }
    }
}
