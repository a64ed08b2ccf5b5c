//! The memory that this process may use.

use std::fs;

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

/// Limits the address space of this process for good, where the system can; an allocation beyond it ends the process.
/// On Linux the process also ends with the one that started it.
#[cfg(feature = "system")]
pub fn confine_process(bytes: u64) {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

        let most = getrlimit(Resource::As).maximum.map_or(bytes, |most| most.min(bytes));
        let _ = setrlimit(Resource::As, Rlimit { current: Some(most), maximum: Some(most) });
    }
    #[cfg(target_os = "linux")]
    {
        let _ = rustix::process::set_parent_process_death_signal(Some(rustix::process::Signal::KILL));
    }
    #[cfg(not(unix))]
    let _ = bytes;
}

fn total_memory(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find(|line| line.starts_with("MemTotal:"))?;
    let kibibytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    kibibytes.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_table_of_the_kernel() {
        assert_eq!(total_memory("MemTotal:       2048 kB\nMemFree: 1 kB\n"), Some(2_097_152));
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
