//! How an attempt to solve a puzzle ended.

use lurd_engine::budget::Statistics;
use lurd_engine::outcome::{Cost, Outcome, Proof, Stop};
use lurd_engine::search::Strategy;

/// The result of [`Puzzle::solve`](super::Puzzle::solve).
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The strategy that ran: the one that `auto` chose, or the winner of a portfolio.
    pub strategy: Strategy,
    /// How the search ended.
    pub ending: Ending,
    /// The resources it used.
    pub statistics: Statistics,
    /// The metric that was minimized next among answers of equal cost, if any.
    pub second: Option<Second>,
}

/// How an attempt to solve a puzzle ended.
#[derive(Clone, Debug, PartialEq)]
pub enum Ending {
    /// An answer was found.
    Solved(Answer),
    /// There is provably no solution.
    Unsolvable {
        /// The reason as text: one line, and optionally a picture on the lines below it.
        reason: String,
    },
    /// The search was stopped before it found an answer.
    Stopped {
        /// What stopped it.
        stop: Stop,
        /// A lower bound of the cost of every solution.
        lower_bound: Option<Cost>,
    },
    /// The strategy does not support this objective on this puzzle.
    Unsupported {
        /// What is missing, and which strategies fit.
        reason: String,
    },
}

impl Ending {
    /// The outcome of a search as an ending. `write` turns the actions of a plan into the text of a solution;
    /// `why` gives the reason if there is provably none.
    pub fn of_outcome<A>(
        outcome: Outcome<A>,
        write: impl FnOnce(&[A]) -> String,
        why: impl FnOnce() -> String,
    ) -> Self {
        match outcome {
            Outcome::Solved { plan, proof, lower_bound, stopped } => Self::Solved(Answer {
                solution: write(&plan.actions),
                cost: plan.cost,
                proof,
                lower_bound: Some(lower_bound),
                stopped,
            }),
            Outcome::Unsolvable => Self::Unsolvable { reason: why() },
            Outcome::Stopped { stop, lower_bound } => Self::Stopped { stop, lower_bound: Some(lower_bound) },
        }
    }

    /// The same ending with the cost of the text of its solution. The text leaves out actions of the plan
    /// that have no effect, so it may cost less than the plan. The lower bound remains valid.
    #[must_use]
    pub fn with_cost_of_text(mut self, cost: Cost) -> Self {
        if let Self::Solved(answer) = &mut self
            && cost < answer.cost
        {
            answer.cost = cost;
            if answer.lower_bound.is_some_and(|bound| bound >= cost) {
                answer.proof = Proof::Optimal;
            }
        }
        self
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
    /// The same report, but with the first of `known` as its answer if the search found no better one. The
    /// lower bound that the search proved is kept.
    #[must_use]
    pub fn not_worse_than(self, known: &[KnownAnswer], on_better: &mut OnBetter<'_>) -> Self {
        let Some(best) = known.first() else { return self };
        let (lower_bound, stopped) = match &self.ending {
            Ending::Solved(answer) if answer.cost < best.cost => {
                on_better(&answer.solution);
                return self;
            }
            Ending::Solved(answer) => (answer.lower_bound, answer.stopped),
            Ending::Stopped { stop, lower_bound } => (*lower_bound, Some(*stop)),
            // That there is no solution contradicts the known one; an unsupported search proves nothing.
            Ending::Unsolvable { .. } | Ending::Unsupported { .. } => return self,
        };
        let is_optimal = lower_bound.is_some_and(|bound| bound >= best.cost);
        let answer = Answer {
            solution: best.solution.clone(),
            cost: best.cost,
            proof: if is_optimal { Proof::Optimal } else { Proof::Nothing },
            lower_bound: lower_bound.map(|bound| bound.min(best.cost)),
            stopped: stopped.filter(|_| !is_optimal),
        };
        Self { ending: Ending::Solved(answer), second: None, ..self }
    }
}

/// A metric that was minimized among answers of equal cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Second {
    /// The name of the metric: `moves`.
    pub metric: &'static str,
    /// Whether no answer of equal cost has a lower value, provably.
    pub proved: bool,
}
