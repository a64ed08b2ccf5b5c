//! Random tie-breaking, reproducible by its seed.

use lurd_engine::program::search::random::mix;

use crate::spaces::MacroPush;

/// A pseudorandom number that depends only on `seed` and `what`: a step of `SplitMix64` (Steele, Lea &
/// Flood, *Fast splittable pseudorandom number generators*, 2014).
pub(super) fn random(seed: u64, what: u64) -> u64 {
    mix((what ^ seed.rotate_left(32)).wrapping_add(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15)))
}

/// The score with its low `bits`, which break ties, replaced by random ones.
pub(super) fn with_random_tie_break(seed: u64, score: u64, bits: u32, macro_push: MacroPush) -> u64 {
    let MacroPush { from, to, region, .. } = macro_push;
    let child = u64::from(from) << 40 | u64::from(to) << 20 | u64::from(region);
    score >> bits << bits | random(seed, child ^ score) >> (64 - bits)
}
