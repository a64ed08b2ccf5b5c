//! Instructions of the processor for which Rust has no safe operation: prefetching, and the comparison of keys with the
//! lanes of a bucket.
//!
//! This file has the only `unsafe` code of the project. Neither use can do harm: a prefetch is a hint without an
//! effect on memory, and the comparisons read what they are given, with instructions that every `x86_64` processor has.
//! They are `unsafe` to call because both take raw pointers, and the latter belong to a target feature. Other processors
//! run a loop, and prefetch nothing. `WebAssembly` has no prefetch, but a byte that is read and not used has the same
//! effect, because processors go on before it has come: it makes `bfs` on missile/4 1.6 times as fast.
//!
//! The benefit: the next states to be looked up are known some hundred nanoseconds ahead, which is the cost of a
//! cache miss. And the code that the compiler makes of a loop over the lanes depends on what surrounds it: in some
//! builds it was a detour through memory, which took half of the speed from `bidirectional` and a third from `bfs`.

/// Prefetches the cache line of `value`.
#[inline(always)]
pub(crate) fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    #[expect(unsafe_code, reason = "a hint without effect on memory")]
    // SAFETY: a prefetch has no effect on memory, and the pointer is that of a live reference.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch(std::ptr::from_ref(value).cast::<i8>(), _MM_HINT_T0);
    }
    #[cfg(target_family = "wasm")]
    #[expect(unsafe_code, reason = "reads a byte")]
    // SAFETY: it is the first byte of a live value that is not empty, and it may be uninitialized.
    unsafe {
        const { assert!(size_of::<T>() > 0) };
        std::ptr::from_ref(value).cast::<std::mem::MaybeUninit<u8>>().read_volatile();
    }
    #[cfg(not(any(target_arch = "x86_64", target_family = "wasm")))]
    let _ = value;
}

/// The lanes of a bucket from `first` to `first + 7` that are equal to `key`, in the low byte, and those from `second` on that
/// are equal to `other`, in the next one.
#[inline]
pub(crate) fn equal_lanes(lanes: &[u32; 16], (first, key): (usize, u32), (second, other): (usize, u32)) -> u32 {
    #[cfg(target_arch = "x86_64")]
    #[expect(unsafe_code, reason = "instructions that every processor of this architecture has")]
    // SAFETY: SSE2 is a part of x86_64.
    return unsafe { vectors::equal(lanes, (first, key), (second, other)) };
    #[cfg(not(target_arch = "x86_64"))]
    return (0..8).fold(0, |bits, at| {
        bits | u32::from(lanes[first + at] == key) << at | u32::from(lanes[second + at] == other) << (8 + at)
    });
}

#[cfg(target_arch = "x86_64")]
mod vectors {
    use std::arch::x86_64::{
        __m128i, _mm_cmpeq_epi32, _mm_loadu_si128, _mm_movemask_epi8, _mm_packs_epi16, _mm_packs_epi32, _mm_set1_epi32,
    };

    /// Compares the eight lanes from `at` on; two bytes for each.
    #[inline]
    #[target_feature(enable = "sse2")]
    fn eight(lanes: &[u32; 16], at: usize, key: u32) -> __m128i {
        let key = _mm_set1_epi32(key.cast_signed());
        let (four, _) = lanes[at..at + 8].as_chunks::<4>();
        #[expect(unsafe_code, reason = "reads four lanes at once")]
        // SAFETY: they are 16 bytes, and need not be aligned.
        let four = |at: usize| unsafe { _mm_loadu_si128(std::ptr::from_ref(&four[at]).cast()) };
        _mm_packs_epi32(_mm_cmpeq_epi32(four(0), key), _mm_cmpeq_epi32(four(1), key))
    }

    #[inline]
    #[target_feature(enable = "sse2")]
    pub(super) fn equal(lanes: &[u32; 16], (first, key): (usize, u32), (second, other): (usize, u32)) -> u32 {
        _mm_movemask_epi8(_mm_packs_epi16(eight(lanes, first, key), eight(lanes, second, other))).cast_unsigned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exactly_the_equal_lanes_are_found() {
        for (bit, subset) in (0..32).cycle().zip(0..1_u32 << 16) {
            let (key, other) = (0x92B4_5678_u32, 0x92B4_5678_u32 ^ 1 << bit);
            let lanes: [u32; 16] = std::array::from_fn(|at| if subset >> at & 1 == 1 { key } else { other });
            assert_eq!(equal_lanes(&lanes, (0, key), (8, key)), subset);
            assert_eq!(equal_lanes(&lanes, (8, other), (0, key)), !subset >> 8 & 0xFF | (subset & 0xFF) << 8);
        }
    }
}
