//! Lines of results, as `batch` and `solve --json` write them: read, compared, joined.
//!
//! - [`merge`]: joins the results of several machines
//! - [`benchmark`]: several solvers on the same levels
//! - [`resume`]: which levels of a batch are done
//! - `line`: one result, the level that it belongs to, and which of two results is better

pub mod benchmark;
mod line;
pub mod merge;
pub mod resume;

pub use line::{LevelKey, LevelName, LevelResult, LineError, ResultLine, Stats, Subject, Ties, named_metrics};
