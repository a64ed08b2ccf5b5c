//! Hashes and comparisons of packed states. Hashes only need speed and an even distribution: states are
//! always compared in full, and hashes do not outlive the process.

/// An odd number with an irregular bit pattern (the fraction of the golden ratio).
const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;
/// Another (the first multiplier of `SplitMix64`).
const FOLD: u64 = 0xBF58_476D_1CE4_E5B9;

/// Hashes one word: a full product, folded, so that every bit of the key affects both halves.
#[inline]
pub(super) fn of_word(key: u64) -> u64 {
    let folded = fold(key ^ SPREAD, FOLD | 1 << 63);
    // The low half alone determines the place in a segment; mix the halves once more.
    folded.wrapping_mul(SPREAD) ^ folded >> 32
}

/// Hashes several words: the folded products of pairs, which are independent of each other, rotated
/// by their positions.
#[inline]
pub(super) fn of_words(words: &[u64]) -> u64 {
    let mut pairs = words.chunks_exact(2);
    let mut sum = words.len() as u64;
    for pair in &mut pairs {
        sum = sum.rotate_left(21) ^ fold(pair[0] ^ SPREAD, pair[1] ^ FOLD);
    }
    if let [last] = pairs.remainder() {
        sum = sum.rotate_left(21) ^ fold(last ^ SPREAD, FOLD);
    }
    of_word(sum)
}

/// The exclusive or of the two halves of a product.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "both halves are used")]
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    (product >> 64) as u64 ^ product as u64
}

/// Whether two states of the same width are equal: for few words faster than a call of `memcmp`.
#[inline]
pub(super) fn are_equal(one: &[u64], other: &[u64]) -> bool {
    one.iter().zip(other).fold(0, |differing, (one, other)| differing | (one ^ other)) == 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn close_keys_differ_in_both_halves() {
        for shift in [0, 17, 40, 60] {
            let hashes: Vec<u64> = (0..10_000_u64).map(|key| of_word(key << shift)).collect();
            let distinct =
                |part: fn(u64) -> u64| hashes.iter().map(|&hash| part(hash)).collect::<HashSet<_>>().len();
            // (0..10,000) << 60 has 16 different values only.
            let all = if shift == 60 { 16 } else { 10_000 };
            assert_eq!(distinct(|hash| hash), all);
            assert!(distinct(|hash| hash >> 40) > all * 98 / 100, "the top bits, shift {shift}");
            assert!(distinct(|hash| hash & 0xFFFF_FFFF) > all * 98 / 100, "the low half, shift {shift}");
        }
        assert_ne!(of_words(&[1, 2]), of_words(&[2, 1]));
    }
}
