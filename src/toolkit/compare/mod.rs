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
pub use comparison::Comparison;
pub use measure::{Begun, Plan, Watcher, compare};
pub use ranking::{Ranking, Ratio, Standing};
pub use row::{Row, Spread};

/// Default time limit of a run.
pub const DEFAULT_TIME: Duration = Duration::from_secs(5);
