//! Stands in for the solver until it is merged.

use super::Level;
use crate::budget::Budget;
use crate::puzzle::{Ending, Fit, Report, Wish};
use crate::search::{Settings, Strategy};

/// What can be wished for.
pub(super) const WISHES: &[Wish] = &[Wish { name: "any", metric: "pushes", summary: "any solution" }];

/// The strategies that fit.
pub(super) fn strategies(_level: &Level, _wish: &Wish) -> Vec<Fit> {
    Vec::new()
}

/// Solves `level`.
pub(super) fn solve(
    _level: &Level,
    _wish: &Wish,
    strategy: Strategy,
    _settings: &Settings,
    budget: &mut Budget<'_>,
) -> Report {
    let ending = Ending::Unsupported { reason: "no solver yet".to_owned() };
    Report { strategy, ending, statistics: budget.statistics() }
}
