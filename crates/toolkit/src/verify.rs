//! Replaying and measuring a given solution.

use super::exit::Exit;
use super::search_options::UnfitOption;
use lurd_puzzle::puzzle::{Metric, Objective, Puzzle, StepText};
use lurd_puzzle::verify::{Refusal, replay};

/// Result of replaying a solution.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// It solves the puzzle.
    Valid {
        /// The solution in canonical spelling.
        solution: String,
        /// The number of its steps.
        steps: usize,
        /// Its metrics.
        metrics: Vec<Metric>,
        /// Its cost for the puzzle's first objective.
        cost: Option<u64>,
        /// The puzzle's first objective.
        objective: Option<Objective>,
    },
    /// It does not solve the puzzle, or cannot be read.
    Invalid(Refusal),
}

impl Verdict {
    /// The exit code; a text that cannot be read as a solution is a usage error.
    #[must_use]
    pub fn exit(&self) -> Exit {
        match self {
            Self::Valid { .. } => Exit::Good,
            Self::Invalid(Refusal::Misread(_)) => Exit::Usage,
            Self::Invalid(_) => Exit::No,
        }
    }
}

/// Replays `solution` by the rules.
#[must_use]
pub fn verify(puzzle: &dyn Puzzle, solution: &str) -> Verdict {
    match replay(puzzle, solution) {
        Ok(replay) => {
            let objective = puzzle.objectives().first().copied();
            Verdict::Valid {
                cost: objective.and_then(|objective| replay.metric(objective.metric)),
                objective,
                steps: replay.steps.len(),
                solution: replay.solution,
                metrics: replay.metrics,
            }
        }
        Err(refusal) => Verdict::Invalid(refusal),
    }
}

/// The metrics of a replayed solution by the counting rule `rule`.
pub fn recount(puzzle: &dyn Puzzle, rule: &str, solution: &str) -> Result<Vec<Metric>, UnfitOption> {
    let steps = StepText::words(puzzle, solution);
    if rule == STANDARD {
        return Ok(puzzle.metrics(&steps));
    }
    if puzzle.metric_rules().contains(&rule) {
        return Ok(puzzle.metrics_by(rule, &steps));
    }
    let known: Vec<_> = std::iter::once(&STANDARD).chain(puzzle.metric_rules()).copied().collect();
    let (kind, known) = (puzzle.kind(), known.join(", "));
    Err(format!("--metrics: a {kind} has no counting rule '{rule}', only {known}").into())
}

/// Name of the default counting rule.
const STANDARD: &str = "standard";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_puzzle::test_puzzle;

    #[test]
    fn verdicts_and_codes() {
        let puzzle = test_puzzle("1 -> 4");
        for (solution, exit) in [("**", Exit::Good), ("+", Exit::Good), ("*", Exit::No), ("?", Exit::Usage)] {
            assert_eq!(verify(&puzzle, solution).exit(), exit, "{solution}");
        }
    }
}
