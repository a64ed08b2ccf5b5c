//! The time that a test takes, whatever else runs beside it.

use std::time::Duration;

/// The processor time that this thread takes for some work, and its result.
pub fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let started = time();
    let result = work();
    (result, time().saturating_sub(started))
}

/// The processor time of this thread so far; where it is not known, none, so that nothing seems to take long.
#[cfg(unix)]
fn time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(u64::try_from(time.tv_sec).unwrap_or_default(), u32::try_from(time.tv_nsec).unwrap_or_default())
}

#[cfg(not(unix))]
fn time() -> Duration {
    Duration::ZERO
}
