//! Asking the processor for a line of memory before it is needed.
//!
//! The one use of `unsafe` in the project. A prefetch is a hint: it reads nothing, writes nothing and
//! cannot fault, whatever the address; `_mm_prefetch` is `unsafe` only because it takes a raw
//! pointer. Here the pointer comes from a reference, so even that is plainly valid. It is worth it:
//! the next states to be looked up are known some hundred nanoseconds ahead, which is what a miss
//! costs.

/// Has the line that holds `value` fetched into the caches.
#[inline(always)]
#[expect(clippy::inline_always, reason = "a call would cost more than the hint")]
pub(super) fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    #[expect(unsafe_code, reason = "see the module")]
    // SAFETY: a prefetch has no effect on memory, and the pointer is that of a live reference.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch(std::ptr::from_ref(value).cast::<i8>(), _MM_HINT_T0);
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}
