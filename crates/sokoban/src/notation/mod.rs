//! Solutions as text, their metrics, and identifiers of levels.

pub mod identity;
pub(super) mod instructions;
pub mod lurd;
pub mod metrics;
pub mod reverse_mode;
pub(super) mod spelled;
