//! The version line: which lurd it is, and where it was built.

use std::sync::OnceLock;

/// The version of the workspace, in its `Cargo.toml`.
const NUMBER: &str = env!("CARGO_PKG_VERSION");

static LINE: OnceLock<String> = OnceLock::new();

/// Adds to the version line what the program was built from, such as its commit and its target. Only the first call, before
/// [`main`](crate::main), counts: a program names itself once.
pub fn name_build(build: &str) {
    let _ = LINE.set(format!("{NUMBER} ({build})"));
}

/// The version, with what [`name_build`] has added.
pub(crate) fn version() -> &'static str {
    LINE.get().map_or(NUMBER, String::as_str)
}
