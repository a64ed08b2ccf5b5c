//! Comparing strategies on one puzzle, each of them run several times.

mod chosen;
mod comparison;
mod disagreement;
mod measure;
mod ranking;
mod row;
#[cfg(any(test, feature = "test-values"))]
pub mod synthetic;

use std::time::Duration;

pub use chosen::Chosen;
pub use comparison::Comparison;
pub use measure::{Begun, Watcher};
pub use measure::{Plan, compare};
pub use ranking::{Ranking, Ratio, Standing};
pub use row::{Row, Spread};

/// Default time limit of a run.
pub const DEFAULT_TIME: Duration = Duration::from_secs(5);
