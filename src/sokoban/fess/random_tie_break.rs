//! Chance, the same for the same seed.

use crate::search::random::mix;
use crate::sokoban::spaces::MacroPush;

/// A number that looks random and depends on `seed` and `what` alone: a step of `SplitMix64` (Steele,
/// Lea & Flood, *Fast splittable pseudorandom number generators*, 2014).
pub(super) fn chance(seed: u64, what: u64) -> u64 {
    mix((what ^ seed.rotate_left(32)).wrapping_add(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15)))
}

/// A score whose last bits, which break ties, are left to chance.
pub(super) fn instead_of_ties(seed: u64, score: u64, bits: u32, carry: MacroPush) -> u64 {
    let MacroPush { from, to, region, .. } = carry;
    let child = u64::from(from) << 40 | u64::from(to) << 20 | u64::from(region);
    score >> bits << bits | chance(seed, child ^ score) >> (64 - bits)
}
