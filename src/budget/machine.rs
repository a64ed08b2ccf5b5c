//! The memory of the machine.

use std::fs;

/// Bytes of memory of the machine or of its cgroup, whichever is smaller; `None` if unknown.
#[must_use]
pub fn memory_of_this_machine() -> Option<u64> {
    let machine = fs::read_to_string("/proc/meminfo").ok().and_then(|text| total_memory(&text));
    let group = ["/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"]
        .iter()
        .find_map(|path| fs::read_to_string(path).ok())
        .and_then(|text| text.trim().parse().ok());
    match (machine, group) {
        (Some(machine), Some(group)) => Some(machine.min(group)),
        (one, other) => one.or(other),
    }
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
}
