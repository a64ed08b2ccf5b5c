//! The bytes on the heap at peak, counted while a side runs once more, outside of the timed rounds.
#![expect(unsafe_code, reason = "an allocator that counts")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

struct Counting;

static IS_COUNTING: AtomicBool = AtomicBool::new(false);
static NOW: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn count(more: usize, less: usize) {
    if IS_COUNTING.load(Relaxed) {
        // What was allocated before may be freed.
        let now = (NOW.load(Relaxed) + more).saturating_sub(less);
        NOW.store(now, Relaxed);
        PEAK.fetch_max(now, Relaxed);
    }
}

// SAFETY: all calls are those of the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size(), 0);
        // SAFETY: as the caller promises.
        unsafe { System.alloc(layout) }
    }
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(layout.size(), 0);
        // SAFETY: as the caller promises.
        unsafe { System.alloc_zeroed(layout) }
    }
    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        count(0, layout.size());
        // SAFETY: as the caller promises.
        unsafe { System.dealloc(at, layout) }
    }
    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // Both exist while the bytes move.
        count(size, 0);
        count(0, layout.size());
        // SAFETY: as the caller promises.
        unsafe { System.realloc(at, layout, size) }
    }
}

/// The bytes at peak while `work` runs.
pub fn peak<T>(work: impl FnOnce() -> T) -> usize {
    NOW.store(0, Relaxed);
    PEAK.store(0, Relaxed);
    IS_COUNTING.store(true, Relaxed);
    drop(work());
    IS_COUNTING.store(false, Relaxed);
    PEAK.load(Relaxed)
}
