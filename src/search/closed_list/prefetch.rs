//! Prefetching of memory.
//!
//! The only use of `unsafe` in the project. A prefetch is a hint: it has no effect on memory and cannot
//! fault at any address; `_mm_prefetch` is `unsafe` only because it takes a raw pointer, which here
//! comes from a reference. The benefit: the next states to be looked up are known some hundred
//! nanoseconds ahead, which is the cost of a cache miss.

/// Prefetches the cache line of `value`.
#[inline(always)]
pub(super) fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    #[expect(unsafe_code, reason = "a hint without effect on memory")]
    // SAFETY: a prefetch has no effect on memory, and the pointer is that of a live reference.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch(std::ptr::from_ref(value).cast::<i8>(), _MM_HINT_T0);
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}
