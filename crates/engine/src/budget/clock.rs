//! The processor time of one thread.

use std::time::Instant;

/// Measures the processor time of the current thread, or wall time on systems without such a clock and
/// without the feature `cli`, which brings the crate that reads it.
pub(super) struct CpuClock {
    wall: Instant,
    start: Option<f64>,
}

impl CpuClock {
    pub(super) fn start() -> Self {
        Self { wall: Instant::now(), start: thread_seconds() }
    }

    pub(super) fn seconds(&self) -> f64 {
        match (self.start, thread_seconds()) {
            (Some(start), Some(now)) => (now - start).max(0.0),
            _ => self.wall.elapsed().as_secs_f64(),
        }
    }
}

#[cfg(all(unix, feature = "system"))]
#[expect(clippy::cast_precision_loss, reason = "seconds and nanoseconds of a process fit")]
#[expect(clippy::unnecessary_wraps, reason = "other systems have no such clock")]
fn thread_seconds() -> Option<f64> {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Some(now.tv_sec as f64 + now.tv_nsec as f64 * 1e-9)
}

#[cfg(not(all(unix, feature = "system")))]
fn thread_seconds() -> Option<f64> {
    None
}
