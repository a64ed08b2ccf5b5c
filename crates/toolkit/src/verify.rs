//! Checking answers by the plain rules, and making and checking certificates of unsolvability.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use lurd_engine::program::budget::{Budget, Cancel, Limits, Observer, Statistics};
use lurd_puzzle::{
    catalog::Catalog,
    diagnostic::Diagnostic,
    puzzle::{Checked, Ending, Metric, Objective, Puzzle},
    verify::{Refusal, replay},
};

use super::{exit::Exit, solve::bug};

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

// Making certificates of unsolvability, and checking them without a search.

/// Makes a certificate within what a search that used `used` left of its `limits`.
pub fn certify(
    puzzle: &dyn Puzzle,
    limits: Limits,
    used: &Statistics,
    cancel: &Cancel,
    observer: &mut dyn Observer,
) -> Ending<String> {
    let mut budget = Budget::new(remaining(limits, used), cancel.clone(), observer);
    catch_unwind(AssertUnwindSafe(|| puzzle.certificate(&mut budget)))
        .unwrap_or_else(|_| Err(bug("making the certificate panicked")))
}

/// Minimum share of a limit for the certificate, as a divisor, for proofs found just before the limit.
const MIN_SHARE: u32 = 10;

/// What a search that used `used` left of its `limits`: the unused time and expansions, but at least a tenth
/// of the limit. The memory limit is unchanged, because the search has freed its memory.
fn remaining(limits: Limits, used: &Statistics) -> Limits {
    let time = |all: Duration| {
        let took = Duration::try_from_secs_f64(used.seconds).unwrap_or_default();
        all.saturating_sub(took).max(all / MIN_SHARE)
    };
    let nodes = |all: u64| all.saturating_sub(used.expanded).max(all / u64::from(MIN_SHARE));
    Limits { time: limits.time.map(time), nodes: limits.nodes.map(nodes), ..limits }
}

/// Checks a certificate of any kind of puzzle within the limits of time and memory. Fails if it cannot be read.
pub fn check(
    catalog: &Catalog,
    text: &str,
    limits: Limits,
    cancel: &Cancel,
    observer: &mut dyn Observer,
) -> Result<Checked, Diagnostic> {
    let mut budget = Budget::new(limits, cancel.clone(), observer);
    let found = catalog.plugins().find_map(|plugin| plugin.check_certificate(text, &mut budget));
    found.unwrap_or_else(|| {
        Err(Diagnostic::new("not a certificate").help("'lurd solve PUZZLE --certificate FILE' writes one"))
    })
}

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

#[cfg(test)]
mod certificate_tests {
    use super::*;

    #[test]
    fn what_the_search_took_is_gone() {
        let limits = Limits::NONE.nodes(1_000).time(Duration::from_secs(60)).memory(7);
        let used = |expanded, seconds| Statistics { expanded, seconds, ..Statistics::default() };
        let is = |nodes, seconds| Limits::NONE.nodes(nodes).time(Duration::from_secs(seconds)).memory(7);
        assert_eq!(remaining(limits, &used(0, 0.0)), limits);
        assert_eq!(remaining(limits, &used(300, 20.0)), is(700, 40));
        assert_eq!(remaining(limits, &used(999, 59.5)), is(100, 6));
        assert_eq!(remaining(limits, &used(5_000, 1e300)).nodes, Some(100));
        assert_eq!(remaining(Limits::NONE, &used(5, 5.0)), Limits::NONE);
    }
}
