//! Limits of a search, and what they are measured by: the clock of a thread and the memory of this process.

use std::{
    fs,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use super::clock::Instant;
use crate::outcome::Cost;

/// Limits of a search; `None` means unlimited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Expansions.
    pub nodes: Option<u64>,
    /// Wall time.
    pub time: Option<Duration>,
    /// Bytes, as the search accounts for them. The successors of one state are counted after they were generated, so a state
    /// with millions of them exceeds the limit for a moment (and, as the clock is not read meanwhile, that of time).
    pub memory: Option<u64>,
    /// The highest cost of a plan that is looked for. A search ends with [`Limit::Cost`](crate::outcome::Limit::Cost) once
    /// it is proved that every plan costs more; its lower bound is then one more than the limit. Strategies that claim
    /// something about the cost find a plan within the limit if there is one. The others end in the same way, with a lower
    /// bound within the limit, if the first plan that they find is above it.
    pub cost: Option<Cost>,
}

impl Limits {
    /// No limits: for tests and for searches that are known to be small.
    pub const NONE: Self = Self { nodes: None, time: None, memory: None, cost: None };

    /// 60 seconds, and half of the memory of the machine or its cgroup, at most 2 GiB.
    #[must_use]
    pub fn usual() -> Self {
        let half = memory_of_this_machine().map_or(u64::MAX, |all| all / 2);
        Self { time: Some(Duration::from_secs(60)), memory: Some(half.min(2 << 30)), ..Self::NONE }
    }

    /// The same limits with at most `count` expansions.
    ///
    /// ```
    /// use std::time::Duration;
    /// use lurd_engine::Limits;
    ///
    /// let limits = Limits::NONE.nodes(1_000_000).time(Duration::from_secs(10)).memory(1 << 30).cost(40);
    /// assert_eq!((limits.nodes, limits.cost), (Some(1_000_000), Some(40)));
    /// ```
    #[must_use]
    pub const fn nodes(self, count: u64) -> Self {
        Self { nodes: Some(count), ..self }
    }

    /// The same limits with at most `time` of wall time.
    #[must_use]
    pub const fn time(self, time: Duration) -> Self {
        Self { time: Some(time), ..self }
    }

    /// The same limits with at most `bytes` of memory.
    #[must_use]
    pub const fn memory(self, bytes: u64) -> Self {
        Self { memory: Some(bytes), ..self }
    }

    /// The same limits with plans that cost at most `cost`.
    #[must_use]
    pub const fn cost(self, cost: Cost) -> Self {
        Self { cost: Some(cost), ..self }
    }
}

impl Default for Limits {
    /// [No limits](Self::NONE).
    fn default() -> Self {
        Self::NONE
    }
}

/// A flag that cancels searches. Clones share it, and a signal handler may set it.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Requests cancellation.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Withdraws the request, before the next search.
    pub fn reset(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    /// Whether cancellation was requested.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The time limit and the cancel flag of a budget, for long computations inside a space (a matching, a
/// table): once the deadline is over they return early with a weaker but valid result, and the search
/// stops at its next check of the budget.
#[derive(Clone, Debug, Default)]
pub struct Deadline {
    /// The end of the time limit.
    pub(super) at: Option<Instant>,
    pub(super) cancel: Cancel,
}

impl Deadline {
    /// Whether the time limit is reached or the search cancelled. Reads the clock: about 30 ns.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.cancel.is_cancelled() || self.at.is_some_and(|end| Instant::now() >= end)
    }
}

// The processor time of one thread.

/// Measures the processor time of the current thread.
pub(super) struct CpuClock {
    start: Option<f64>,
}

impl CpuClock {
    pub(super) fn start() -> Self {
        Self { start: thread_seconds() }
    }

    /// The processor time since the start, if there is a clock for it.
    pub(super) fn seconds(&self) -> Option<f64> {
        Some((thread_seconds()? - self.start?).max(0.0))
    }
}

#[cfg(all(unix, feature = "system"))]
#[expect(clippy::cast_precision_loss, reason = "seconds and nanoseconds of a process fit")]
#[expect(clippy::unnecessary_wraps, reason = "other systems have no such clock")]
fn thread_seconds() -> Option<f64> {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Some(now.tv_sec as f64 + now.tv_nsec as f64 * 1e-9)
}

#[cfg(all(windows, feature = "system"))]
fn thread_seconds() -> Option<f64> {
    cpu_time::ThreadTime::try_now().ok().map(|now| now.as_duration().as_secs_f64())
}

#[cfg(not(all(any(unix, windows), feature = "system")))]
fn thread_seconds() -> Option<f64> {
    None
}

// The memory that this process may use.

/// Bytes of memory of the machine, of its cgroup or of the limit of this process (`ulimit -v`), whichever is least;
/// `None` if unknown.
#[must_use]
pub fn memory_of_this_machine() -> Option<u64> {
    let machine = fs::read_to_string("/proc/meminfo").ok().and_then(|text| total_memory(&text));
    let group = ["/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"]
        .iter()
        .find_map(|path| fs::read_to_string(path).ok())
        .and_then(|text| text.trim().parse().ok());
    [machine, group, process_limit()].into_iter().flatten().min()
}

/// Bytes of memory that the machine can give to a process without swapping; `None` if unknown.
#[must_use]
pub fn available_memory() -> Option<u64> {
    memory_of_line(&fs::read_to_string("/proc/meminfo").ok()?, "MemAvailable:")
}

/// The bytes of address space that the system allows this process (`ulimit -v`), if there is a limit. An allocation
/// beyond it ends the process.
#[must_use]
pub fn process_limit() -> Option<u64> {
    #[cfg(all(unix, feature = "system"))]
    return rustix::process::getrlimit(rustix::process::Resource::As).current;
    #[cfg(not(all(unix, feature = "system")))]
    fs::read_to_string("/proc/self/limits").ok().and_then(|text| address_space(&text))
}

/// The soft limit in the file `limits` of a process on Linux; `None` if it is `unlimited`.
#[cfg(any(test, not(all(unix, feature = "system"))))]
fn address_space(limits: &str) -> Option<u64> {
    let line = limits.lines().find_map(|line| line.strip_prefix("Max address space"))?;
    line.split_whitespace().next()?.parse().ok()
}

fn total_memory(meminfo: &str) -> Option<u64> {
    memory_of_line(meminfo, "MemTotal:")
}

/// The bytes in the line of `/proc/meminfo` that begins with `name`.
fn memory_of_line(meminfo: &str, name: &str) -> Option<u64> {
    let line = meminfo.lines().find(|line| line.starts_with(name))?;
    let kibibytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    kibibytes.checked_mul(1024)
}

#[cfg(test)]
mod machine_tests {
    use super::*;

    #[test]
    fn reads_the_table_of_the_kernel() {
        assert_eq!(total_memory("MemTotal:       2048 kB\nMemFree: 1 kB\n"), Some(2_097_152));
        assert_eq!(memory_of_line("MemTotal: 2 kB\nMemAvailable: 1 kB\n", "MemAvailable:"), Some(1024));
        assert_eq!(total_memory("MemTotal: lots"), None);
        assert_eq!(total_memory(""), None);
    }

    #[test]
    fn the_limit_of_the_address_space_is_read() {
        let file = |soft: &str| format!("Max cpu time  7  8  seconds\nMax address space  {soft}  9  bytes\n");
        assert_eq!(address_space(&file("4096")), Some(4096));
        assert_eq!(address_space(&file("unlimited")), None);
        assert_eq!(address_space(""), None);
    }
}
