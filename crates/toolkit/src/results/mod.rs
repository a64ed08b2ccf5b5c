//! Lines of results, as `batch` and `solve --json` write them: read, compared, joined.

pub mod benchmark;
mod better;
mod contradiction;
mod key;
mod line;
pub mod merge;
mod outcome;
mod record;
pub mod resume;
mod solver_log;

pub use key::LevelKey;
pub use line::{ResultLine, Status};
