//! Instructions of the processor for which Rust has no safe operation: prefetching, and the comparison of a key
//! with all lanes of a bucket.
//!
//! This file has the only `unsafe` code of the project. Neither use can do harm: a prefetch is a hint without an
//! effect on memory, and the comparisons work on values, with instructions that every `x86_64` processor has. They are
//! `unsafe` to call because the former takes a raw pointer, and the latter belong to a target feature. Other processors
//! run a loop, and prefetch nothing. `WebAssembly` has no prefetch, but a byte that is read and not used has the same
//! effect, because processors go on before it has come: it makes `bfs` on missile/4 1.6 times as fast.
//!
//! The benefit: the next states to be looked up are known some hundred nanoseconds ahead, which is the cost of a
//! cache miss. And the code that the compiler makes of a loop over the lanes depends on what surrounds it: in some
//! builds it was a detour through memory, which took half of the speed from `bidirectional` and a third from `bfs`.

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

/// The lanes of a bucket.
pub(super) trait Lanes {
    type Key;

    /// Bit set of the lanes that are equal to `key`.
    fn equal(&self, key: Self::Key) -> u32;
}

macro_rules! lanes {
    ($([$lane:ty; $count:literal] $compare:ident)*) => {$(
        impl Lanes for [$lane; $count] {
            type Key = $lane;

            #[cfg(target_arch = "x86_64")]
            #[inline]
            #[expect(unsafe_code, reason = "instructions that every processor of this architecture has")]
            fn equal(&self, key: $lane) -> u32 {
                // SAFETY: SSE2 is a part of x86_64.
                unsafe { vectors::$compare(self, key) }
            }

            #[cfg(not(target_arch = "x86_64"))]
            #[inline]
            fn equal(&self, key: $lane) -> u32 {
                (0..$count).fold(0, |bits, at| bits | u32::from(self[at] == key) << at)
            }
        }
    )*};
}

lanes! {
    [u32; 4] four_short
    [u32; 7] seven_short
    [u32; 8] eight_short
    [u32; 16] sixteen_short
    [u64; 4] four_long
    [u64; 8] eight_long
}

#[cfg(target_arch = "x86_64")]
mod vectors {
    use std::arch::x86_64::{
        __m128i, _mm_and_si128, _mm_castsi128_pd, _mm_castsi128_ps, _mm_cmpeq_epi32, _mm_movemask_epi8,
        _mm_movemask_pd, _mm_movemask_ps, _mm_packs_epi16, _mm_packs_epi32, _mm_set_epi32, _mm_set_epi64x,
        _mm_set1_epi32, _mm_set1_epi64x, _mm_shuffle_epi32,
    };

    /// Compares the four lanes from `at` on.
    #[inline]
    #[target_feature(enable = "sse2")]
    fn four<const N: usize>(lanes: &[u32; N], at: usize, key: u32) -> __m128i {
        // Not by `map`, which is not always inlined.
        let [a, b, c, d] = [lanes[at], lanes[at + 1], lanes[at + 2], lanes[at + 3]];
        let four = _mm_set_epi32(d.cast_signed(), c.cast_signed(), b.cast_signed(), a.cast_signed());
        _mm_cmpeq_epi32(four, _mm_set1_epi32(key.cast_signed()))
    }

    /// Compares the two lanes from `at` on. SSE2 compares up to 32 bits: both halves must be equal.
    #[inline]
    #[target_feature(enable = "sse2")]
    fn two<const N: usize>(lanes: &[u64; N], at: usize, key: u64) -> __m128i {
        let pair = _mm_set_epi64x(lanes[at + 1].cast_signed(), lanes[at].cast_signed());
        let halves = _mm_cmpeq_epi32(pair, _mm_set1_epi64x(key.cast_signed()));
        _mm_and_si128(halves, _mm_shuffle_epi32::<0b10_11_00_01>(halves))
    }

    #[inline]
    #[target_feature(enable = "sse2")]
    fn bits(equal: __m128i) -> u32 {
        _mm_movemask_ps(_mm_castsi128_ps(equal)).cast_unsigned()
    }

    #[inline]
    #[target_feature(enable = "sse2")]
    pub(super) fn four_short(lanes: &[u32; 4], key: u32) -> u32 {
        bits(four(lanes, 0, key))
    }

    #[inline]
    #[target_feature(enable = "sse2")]
    pub(super) fn seven_short(lanes: &[u32; 7], key: u32) -> u32 {
        // The lane in the middle is compared twice.
        bits(four(lanes, 0, key)) | bits(four(lanes, 3, key)) << 3
    }

    #[inline]
    #[target_feature(enable = "sse2")]
    pub(super) fn eight_short(lanes: &[u32; 8], key: u32) -> u32 {
        bits(four(lanes, 0, key)) | bits(four(lanes, 4, key)) << 4
    }

    #[inline]
    #[target_feature(enable = "sse2")]
    pub(super) fn sixteen_short(lanes: &[u32; 16], key: u32) -> u32 {
        let low = _mm_packs_epi32(four(lanes, 0, key), four(lanes, 4, key));
        let high = _mm_packs_epi32(four(lanes, 8, key), four(lanes, 12, key));
        _mm_movemask_epi8(_mm_packs_epi16(low, high)).cast_unsigned()
    }

    #[inline]
    #[target_feature(enable = "sse2")]
    pub(super) fn four_long(lanes: &[u64; 4], key: u64) -> u32 {
        let pair = |at| _mm_movemask_pd(_mm_castsi128_pd(two(lanes, at, key))).cast_unsigned();
        pair(0) | pair(2) << 2
    }

    #[inline]
    #[target_feature(enable = "sse2")]
    pub(super) fn eight_long(lanes: &[u64; 8], key: u64) -> u32 {
        let low = _mm_packs_epi32(two(lanes, 0, key), two(lanes, 2, key));
        let high = _mm_packs_epi32(two(lanes, 4, key), two(lanes, 6, key));
        // Each lane is two bytes here: a byte each, and no bit for the half that is not there.
        let bytes = _mm_packs_epi16(_mm_packs_epi32(low, high), _mm_set1_epi32(0));
        _mm_movemask_epi8(bytes).cast_unsigned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares the key with lanes of which all subsets are equal to it.
    fn check<K: Copy, const N: usize>(key: K, other: K)
    where
        [K; N]: Lanes<Key = K>,
    {
        for subset in 0..1_u32 << N {
            let lanes: [K; N] = std::array::from_fn(|at| if subset >> at & 1 == 1 { key } else { other });
            assert_eq!(lanes.equal(key), subset);
        }
    }

    #[test]
    fn exactly_the_equal_lanes_are_found() {
        for bit in 0..32 {
            let (key, other) = (0x92B4_5678_u32, 0x92B4_5678_u32 ^ 1 << bit);
            check::<_, 4>(key, other);
            check::<_, 7>(key, other);
            check::<_, 8>(key, other);
        }
        check::<_, 16>(0x8000_0001_u32, 1);
        for bit in 0..64 {
            let (key, other) = (0x9A76_1D64_78BD_6420_u64, 0x9A76_1D64_78BD_6420_u64 ^ 1 << bit);
            check::<_, 4>(key, other);
            check::<_, 8>(key, other);
        }
    }
}
