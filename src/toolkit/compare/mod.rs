//! Comparing strategies on one puzzle, each of them run several times.

mod chosen;
mod comparison;
mod disagreement;
mod measure;
mod ranking;
mod row;
#[cfg(test)]
pub(crate) mod synthetic;

use std::time::Duration;

pub use chosen::Chosen;
pub(crate) use comparison::Comparison;
pub(crate) use measure::{Begun, Watcher};
pub use measure::{Plan, compare};
pub(crate) use ranking::{Ranking, Ratio, Standing};
pub(crate) use row::{Row, Spread};

/// Default time limit of a run.
pub(crate) const DEFAULT_TIME: Duration = Duration::from_secs(5);
