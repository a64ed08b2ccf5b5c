//! Makes known solutions of a puzzle better. Each better solution is replayed before it is passed on.

use std::panic::{AssertUnwindSafe, catch_unwind};

use lurd_engine::program::{
    budget::{Cancel, Observer},
    outcome::Cost,
    search::Strategy,
};
use lurd_puzzle::puzzle::{KnownAnswer, Metric, Objective, Puzzle, Unanswered};
use lurd_puzzle::verify;

use super::{
    search_options::SearchOptions,
    solutions::{KnownSolution, best},
    solve::{self, Run},
};

/// The result of making solutions better.
#[derive(Clone, Debug, PartialEq)]
pub struct Optimisation {
    /// The run, with the best solution as its answer.
    pub run: Run,
    /// The metrics of the best solution at the beginning.
    pub before: Vec<Metric>,
    /// How many solutions there were at the beginning.
    pub known: usize,
    /// The Pareto-optimal solutions, found or known, in the metrics of all objectives; best first by the objective.
    pub front: Vec<KnownSolution>,
}

/// Makes `solutions` better; those that do not solve the puzzle are left out. `None` if none is left.
/// `on_better` receives each better solution.
pub fn optimise(
    puzzle: &dyn Puzzle,
    solutions: &[String],
    search: &SearchOptions,
    cancel: &Cancel,
    observer: &mut dyn Observer,
    on_better: &mut dyn FnMut(&KnownSolution),
) -> Option<Optimisation> {
    let mut known: Vec<_> = solutions.iter().filter_map(|solution| replayed(puzzle, solution)).collect();
    let first = known.first()?.metrics.clone();
    let without_search = |objective: Option<Objective>, why: Unanswered, known: Vec<KnownSolution>| Optimisation {
        run: Run::without_search(objective, Strategy::Auto, why),
        before: first.clone(),
        known: known.len(),
        front: known,
    };
    let objective = match search.objective_of(puzzle) {
        Ok(objective) => *objective,
        Err(reason) => return Some(without_search(None, Unanswered::unsupported(reason), known)),
    };
    let settings = match search.settings_for(puzzle) {
        Ok(settings) => settings,
        Err(reason) => return Some(without_search(Some(objective), Unanswered::unsupported(reason), known)),
    };
    known.sort_by_key(|known| rank(&objective, &known.metrics));
    let answer = |known: &KnownSolution| KnownAnswer {
        solution: known.solution.clone(),
        cost: Cost::try_from(value(&known.metrics, objective.metric)).unwrap_or(Cost::MAX),
    };
    let answers: Vec<_> = known.iter().map(answer).collect();
    let mut found = known.clone();
    let mut budget = search.budget(cancel, observer);
    let mut replay = |solution: &str| {
        // A solution that does not replay is a bug, which the answer at the end reports.
        if let Some(better) = replayed(puzzle, solution) {
            on_better(&better);
            found.push(better);
        }
    };
    // A panic in a plug-in is an error of this run only.
    let report =
        catch_unwind(AssertUnwindSafe(|| puzzle.optimise(&objective, &answers, &settings, &mut budget, &mut replay)));
    let record = budget.into_record();
    let run = if let Ok(report) = report {
        let end = solve::replayed(puzzle, &objective, report.ending);
        let secondary = report.secondary.filter(|_| end.is_ok());
        let run = Run::ended(Some(objective), report.strategy, end).recorded(record, search);
        Run { method: report.method.map(str::to_owned), secondary, ..run }
    } else {
        let bug = solve::bug("the optimiser panicked");
        Run::without_search(Some(objective), Strategy::Auto, bug).recorded(record, search)
    };
    found.extend(run.verified().map(|verified| KnownSolution {
        solution: verified.answer.solution.clone(),
        metrics: verified.metrics.clone(),
        is_played: false,
    }));
    let mut front = best(puzzle, found);
    front.sort_by_key(|known| rank(&objective, &known.metrics));
    Some(Optimisation { run, before: known[0].metrics.clone(), known: known.len(), front })
}

fn replayed(puzzle: &dyn Puzzle, solution: &str) -> Option<KnownSolution> {
    let replay = verify::replay(puzzle, solution).ok()?;
    Some(KnownSolution { solution: replay.solution, metrics: replay.metrics, is_played: false })
}

fn value(metrics: &[Metric], name: &str) -> u64 {
    metrics.iter().find(|metric| metric.name == name).map_or(u64::MAX, |metric| metric.value)
}

/// The metric of the objective, then all of them in their order.
fn rank(objective: &Objective, metrics: &[Metric]) -> Vec<u64> {
    let all = metrics.iter().map(|metric| metric.value);
    std::iter::once(value(metrics, objective.metric)).chain(all).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_puzzle::test_puzzle;

    fn optimised(solutions: &[&str]) -> Option<Optimisation> {
        let solutions: Vec<_> = solutions.iter().map(|&solution| solution.to_owned()).collect();
        let puzzle = test_puzzle("1 -> 4");
        optimise(&puzzle, &solutions, &SearchOptions::default(), &Cancel::default(), &mut (), &mut |_| {})
    }

    #[test]
    fn a_longer_solution_becomes_a_shortest_one() {
        let optimised = optimised(&["**", "?", "*"]).expect("one of them is a solution");
        assert_eq!((optimised.known, optimised.before[0].value), (1, 2));
        assert_eq!(optimised.run.proved_cost(), Some(1));
        assert_eq!(optimised.front.len(), 1);
    }

    #[test]
    fn a_shortest_solution_stays() {
        let optimised = optimised(&["+"]).expect("it is a solution");
        assert_eq!(optimised.run.verified().map(|verified| verified.answer.solution.as_str()), Some("+"));
        assert_eq!(optimised.run.proved_cost(), Some(1));
    }

    #[test]
    fn without_a_solution_there_is_nothing_to_do() {
        assert!(optimised(&["*"]).is_none());
    }
}
