//! Lines of results, as `batch` and `solve --json` write them: read, compared, taken for done.
//!
//! - [`benchmark`]: several solvers on the same levels
//! - [`resume`]: which levels of a batch are done
//! - `files`: lines of several files, and those that cannot both be true
//! - `line`: one result, the level that it belongs to, and which of two results is better

pub mod benchmark;
mod files;
mod line;
pub mod resume;

pub(crate) use line::level_hash;
pub use line::{LevelKey, LevelName, ResultLine, Stats, Subject, Ties, named_metrics};
