//! What the system says about this process.

use rustix::time::{ClockId, clock_gettime};

/// Processor time of all threads of this process: `stateright` searches in a thread of its own.
#[allow(clippy::cast_precision_loss, reason = "seconds of a process that runs for minutes")]
pub fn processor_seconds() -> f64 {
    let now = clock_gettime(ClockId::ProcessCPUTime);
    now.tv_sec as f64 + now.tv_nsec as f64 * 1e-9
}

/// The most bytes that were ever resident, on Linux.
pub fn peak_resident() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(kibibytes * 1024)
}
