//! What a solver minimizes, and which strategies can do it.

use lurd_engine::search::{self, Strategy};
use lurd_engine::space::Space;

/// What a solver minimizes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Objective {
    /// The value of `--for`.
    pub name: &'static str,
    /// The metric (see [`Puzzle::metrics`](super::Puzzle::metrics)) that is the cost under this objective.
    pub metric: &'static str,
    /// One line of help.
    pub summary: &'static str,
}

/// A pruning rule, for help.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleRow {
    /// The name that `--without` takes.
    pub name: &'static str,
    /// The rule in one line.
    pub summary: &'static str,
}

/// Whether a strategy supports an objective on a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fit {
    /// The strategy.
    pub strategy: Strategy,
    /// The error is a sentence that names the unmet requirements.
    pub verdict: Result<(), String>,
}

/// Checks every strategy of the registry against `space`: what most puzzles return from
/// [`Puzzle::strategies`](super::Puzzle::strategies).
pub fn fits<S: Space>(space: &S) -> Vec<Fit> {
    search::STRATEGIES
        .iter()
        .map(|row| Fit { strategy: row.strategy, verdict: row.fits(space).map_err(String::from) })
        .collect()
}
