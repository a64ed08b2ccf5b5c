//! `verify`: a solution from outside, replayed and measured.

use super::exit::Exit;
use crate::puzzle::{Metric, Objective, Puzzle, StepText};
use crate::verify::{Refusal, replay};

/// What `verify` found.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// It solves the puzzle.
    Valid {
        /// The solution in its canonical spelling.
        solution: String,
        /// The number of its steps.
        steps: usize,
        /// Its metrics.
        metrics: Vec<Metric>,
        /// What it counts for the puzzle's first objective.
        cost: Option<u64>,
        /// That objective.
        objective: Option<Objective>,
    },
    /// It does not.
    Invalid(Refusal),
}

impl Verdict {
    /// The exit code it asks for. A text that is no solution at all is unreadable input.
    #[must_use]
    pub fn exit(&self) -> Exit {
        match self {
            Self::Valid { .. } => Exit::Good,
            Self::Invalid(Refusal::Misread(_)) => Exit::Usage,
            Self::Invalid(_) => Exit::No,
        }
    }
}

/// Replays `solution`.
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

/// The metrics of a solution that was replayed, by another rule than the usual one.
///
/// # Errors
/// The puzzle knows no such rule.
pub fn recount(puzzle: &dyn Puzzle, rule: &str, solution: &str) -> Result<Vec<Metric>, String> {
    let steps = StepText::words(puzzle, solution);
    if rule == STANDARD {
        return Ok(puzzle.metrics(&steps));
    }
    if puzzle.metric_rules().contains(&rule) {
        return Ok(puzzle.metrics_by(rule, &steps));
    }
    let known: Vec<_> = std::iter::once(&STANDARD).chain(puzzle.metric_rules()).copied().collect();
    Err(format!("--metrics: a {} is not counted by '{rule}', only by {}", puzzle.kind(), known.join(", ")))
}

/// The usual rule.
const STANDARD: &str = "standard";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toolkit::test_puzzle::test_puzzle;

    #[test]
    fn verdicts_and_codes() {
        let puzzle = test_puzzle("1 -> 4");
        for (solution, exit) in [("**", Exit::Good), ("+", Exit::Good), ("*", Exit::No), ("?", Exit::Usage)] {
            assert_eq!(verify(&puzzle, solution).exit(), exit, "{solution}");
        }
    }
}
