//! How an attempt to solve a puzzle ends, and solving by a strategy of the engine.

use std::borrow::Borrow;

use lurd_engine::program::{
    budget::{Budget, Statistics},
    outcome::{Cost, Outcome, Proof, Stop},
    search::{self, Searched, Settings, Strategy},
    space::Space,
};

use super::errors::{Ending, Unanswered};

/// Whether a strategy supports an objective on a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fit {
    /// The strategy.
    pub strategy: Strategy,
    /// The error is a sentence that names the unmet requirements.
    pub verdict: Result<(), String>,
}

/// That no strategy of the registry fits, for this reason.
pub(super) fn fits_nothing(reason: &str) -> Vec<Fit> {
    let row = |row: &search::Row| Fit { strategy: row.strategy, verdict: Err(reason.to_owned()) };
    search::STRATEGIES.iter().map(row).collect()
}

impl Fit {
    /// Whether the strategy of a row supports `space`.
    pub fn new<S: Space>(row: &search::Row, space: &S) -> Self {
        Self { strategy: row.strategy, verdict: row.fits(space).map_err(String::from) }
    }
}

/// Checks every strategy of the registry against `space`: what [`Puzzle::strategies`](super::Puzzle::strategies) returns.
pub fn fits<S: Space>(space: &S) -> Vec<Fit> {
    search::STRATEGIES.iter().map(|row| Fit::new(row, space)).collect()
}

/// The result of [`Puzzle::solve`](super::Puzzle::solve).
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The strategy that ran: the one that `auto` chose.
    pub strategy: Strategy,
    /// The search that `auto` ran, if it is not a strategy of the registry.
    pub method: Option<&'static str>,
    /// How the search ended.
    pub ending: Ending,
    /// The resources it used.
    pub statistics: Statistics,
    /// The metric that was minimized next among answers of equal cost, if any.
    pub secondary: Option<SecondaryMetric>,
}

/// The outcome of a search as an ending. `write` turns the actions of a plan into the text of a solution; `why` gives the
/// reason if there is provably none.
///
/// # Errors
/// The search found no solution.
pub fn ending_of_outcome<A>(
    outcome: Outcome<A>,
    write: impl FnOnce(&[A]) -> String,
    why: impl FnOnce() -> String,
) -> Ending {
    match outcome {
        Outcome::Solved { plan, proof, lower_bound, stopped } => {
            let (solution, lower_bound) = (write(&plan.actions), Some(lower_bound));
            Ok(Answer { solution, cost: plan.cost, proof, lower_bound, stopped })
        }
        Outcome::Unsolvable => Err(Unanswered::unsolvable(why())),
        Outcome::Stopped { stop, lower_bound } => Err(Unanswered::stopped(stop, Some(lower_bound))),
    }
}

/// A solution and what is proved about its cost.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The solution in the notation of its puzzle: LURD, or `left 0, up 3`.
    pub solution: String,
    /// The cost in the unit of the objective.
    pub cost: Cost,
    /// What is proved about the cost.
    pub proof: Proof,
    /// A lower bound of the cost of every solution.
    pub lower_bound: Option<Cost>,
    /// What stopped the search before a proof, if anything.
    pub stopped: Option<Stop>,
}

impl Answer {
    /// The same answer with the cost of its text. The text leaves out actions of the plan that have no effect, so it may
    /// cost less than the plan. The lower bound remains valid.
    #[must_use]
    pub fn with_cost_of_text(self, cost: Cost) -> Self {
        let is_proved = cost < self.cost && self.lower_bound.is_some_and(|bound| bound >= cost);
        let proof = if is_proved { Proof::Optimal } else { self.proof };
        Self { cost: cost.min(self.cost), proof, ..self }
    }
}

/// A solution that is known before a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownAnswer {
    /// The steps.
    pub solution: String,
    /// The cost in the unit of the objective.
    pub cost: Cost,
}

/// Callback that receives each solution that is better than the previous ones.
pub type OnBetter<'f> = dyn FnMut(&str) + 'f;

impl Report {
    /// The report of a strategy that has used what `budget` counts so far.
    #[must_use]
    pub fn new(strategy: Strategy, ending: Ending, budget: &Budget<'_>) -> Self {
        Self { strategy, method: None, ending, statistics: budget.statistics(), secondary: None }
    }

    /// The same report, but with the first of `known` as its answer if the search found no better one. The
    /// lower bound that the search proved is kept.
    #[must_use]
    pub fn not_worse_than(self, known: &[KnownAnswer], on_better: &mut OnBetter<'_>) -> Self {
        let Some(best) = known.first() else { return self };
        let (lower_bound, stopped) = match &self.ending {
            Ok(answer) if answer.cost < best.cost => {
                on_better(&answer.solution);
                return self;
            }
            Ok(answer) => (answer.lower_bound, answer.stopped),
            Err(Unanswered::Stopped { stop, lower_bound }) => (*lower_bound, Some(*stop)),
            // That there is no solution contradicts the known one; an unsupported search proves nothing.
            Err(_) => return self,
        };
        let is_optimal = lower_bound.is_some_and(|bound| bound >= best.cost);
        let proof = if is_optimal { Proof::Optimal } else { Proof::Nothing };
        let lower_bound = lower_bound.map(|bound| bound.min(best.cost));
        let stopped = stopped.filter(|_| !is_optimal);
        let answer = Answer { solution: best.solution.clone(), cost: best.cost, proof, lower_bound, stopped };
        Self { ending: Ok(answer), secondary: None, ..self }
    }
}

/// A metric that was minimized among answers of equal cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SecondaryMetric {
    /// The name of the metric: `moves`.
    pub metric: &'static str,
    /// Whether no answer of equal cost has a lower value, provably.
    pub proved: bool,
}

/// Runs `choice` on `space` and reports the outcome. `write` turns the actions of a plan into the text of a
/// solution; `why` gives the reason if there is provably none.
pub fn solve_by_search<S: Searched>(
    space: &S,
    choice: Strategy,
    settings: &Settings,
    budget: &mut Budget<'_>,
    write: impl Fn(&[S::Action]) -> String,
    why: impl FnOnce() -> String,
) -> Report {
    let strategy = match search::resolve(space, choice) {
        Ok(strategy) => strategy,
        Err(lacking) => {
            let fitting: Vec<_> =
                fits(space).into_iter().filter(|fit| fit.verdict.is_ok()).map(|fit| fit.strategy.name()).collect();
            let reason = format!("{} {lacking}; these fit: {}", choice.name(), fitting.join(", "));
            return Report::new(choice, Err(Unanswered::Unsupported { reason }), budget);
        }
    };
    let name = strategy.name();
    let estimate = space.heuristic().filter(|_| strategy.is_informed());
    budget.search_begins(name, estimate.map(|estimate| estimate.of(space.start().borrow())));
    let end = budget.in_part(name, |budget| search::run_written(space, strategy, settings, budget, &write));
    let ending = match end {
        Ok(outcome) => ending_of_outcome(outcome, write, why),
        Err(lacking) => Err(Unanswered::Unsupported { reason: format!("{name} {lacking}") }),
    };
    Report::new(strategy, ending, budget)
}
