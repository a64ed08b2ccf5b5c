//! How solutions are written and counted, and the identities of levels.

pub mod identity;
pub mod lurd;
pub mod metrics;
pub mod reverse_mode;
pub(super) mod run_length;
