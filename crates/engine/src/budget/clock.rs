//! The clock that limits of time are measured by.
//!
//! In a browser, where [`std::time::Instant::now`] panics, it reads `performance.now()` instead.

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub use std::time::Instant;
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use web_time::Instant;
