//! Threads of a search: how many it may have, and their stacks, which are charged to its budget.

use std::{
    io,
    num::NonZero,
    thread::{Builder, Scope, ScopedJoinHandle, available_parallelism},
};

use super::search_budget::Budget;

/// Stack size of a search thread, in bytes.
pub const THREAD_STACK: u64 = 2 << 20;

/// Maximum number of threads of a search. In WebAssembly there is only one.
pub const MAX_THREADS: usize = if cfg!(target_family = "wasm") { 1 } else { 256 };

/// The number of threads that this process can run at the same time.
#[must_use]
pub fn cores() -> usize {
    available_parallelism().map_or(1, NonZero::get)
}

/// Starts a thread of a search.
///
/// # Errors
/// When the system does not start another thread.
pub fn start_thread<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> io::Result<ScopedJoinHandle<'scope, T>> {
    #[cfg(test)]
    if tests::refuses_thread() {
        return Err(io::ErrorKind::WouldBlock.into());
    }
    // Boxed, so that the standard library's code is compiled once and not for each search.
    let work: Box<dyn FnOnce() -> T + Send + 'scope> = Box::new(work);
    let stack = usize::try_from(THREAD_STACK).unwrap_or(usize::MAX);
    Builder::new().name("search".to_owned()).stack_size(stack).spawn_scoped(scope, work)
}

impl Budget<'_> {
    /// Reserves the stacks, and `bytes` more each, of up to `wanted` threads beside the calling one. Returns
    /// the number of threads they are enough for: those that fit into half of the memory that is left.
    pub fn reserve_threads(&mut self, wanted: usize, bytes: u64) -> ReservedThreads {
        let each = THREAD_STACK.saturating_add(bytes);
        let fit = self.memory_left().map_or(u64::MAX, |left| left / 2 / each);
        let count = wanted.min(MAX_THREADS).min(usize::try_from(fit).unwrap_or(usize::MAX));
        let bytes = each.saturating_mul(count as u64);
        match self.grow(bytes) {
            Ok(()) => ReservedThreads { count, bytes },
            Err(_) => ReservedThreads { count: 0, bytes: 0 },
        }
    }

    /// Releases what [`reserve_threads`](Self::reserve_threads) reserved.
    pub fn release_threads(&mut self, reserved: ReservedThreads) {
        self.shrink(reserved.bytes);
    }
}

/// Threads whose memory is reserved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReservedThreads {
    /// The number of threads beside the calling one.
    pub count: usize,
    bytes: u64,
}

#[cfg(test)]
pub(crate) mod tests {
    use std::cell::Cell;

    use super::*;
    use crate::budget::limits::{Cancel, Limits};

    thread_local! {
        /// The number of threads that may still be started from this thread.
        static LEFT: Cell<usize> = const { Cell::new(usize::MAX) };
    }

    pub(super) fn refuses_thread() -> bool {
        LEFT.with(|left| {
            let refuses = left.get() == 0;
            left.set(left.get().saturating_sub(1));
            refuses
        })
    }

    /// Runs `work` where the system starts only `threads` threads.
    pub(crate) fn with_threads_left<T>(threads: usize, work: impl FnOnce() -> T) -> T {
        LEFT.with(|left| left.set(threads));
        let result = work();
        LEFT.with(|left| left.set(usize::MAX));
        result
    }

    #[test]
    fn stacks_take_at_most_half_of_the_memory() {
        let mut no_observer = ();
        let limits = Limits { memory: Some(20 * THREAD_STACK), ..Limits::NONE };
        let mut budget = Budget::new(limits, Cancel::default(), &mut no_observer);
        let reserved = budget.reserve_threads(100_000, 0);
        assert_eq!((reserved.count, budget.used()), (10, 10 * THREAD_STACK));
        budget.release_threads(reserved);
        let reserved = budget.reserve_threads(100_000, THREAD_STACK);
        assert_eq!((reserved.count, budget.used()), (5, 10 * THREAD_STACK));
        budget.release_threads(reserved);
        assert_eq!((budget.used(), budget.reserve_threads(3, 0).count), (0, 3));
        assert_eq!(Budget::unlimited().reserve_threads(usize::MAX, 0).count, MAX_THREADS);
    }
}
