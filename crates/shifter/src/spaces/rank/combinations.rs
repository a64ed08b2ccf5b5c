//! Sets of cells, numbered within those of their size (the combinatorial number system).

use crate::spaces::fields::MAX_FIELDS;

/// The binomial coefficient `n` over `k`.
pub(super) fn binomial(n: usize, k: usize) -> u64 {
    if k > n { 0 } else { (0..k as u64).fold(1, |product, index| product * (n as u64 - index) / (index + 1)) }
}

/// The rank of a set of cells among those of its size, in the order of their bit patterns.
pub(super) fn set_rank(mut set: u64) -> u64 {
    let (mut rank, mut nth) = (0, 1);
    while set != 0 {
        rank += binomial(set.trailing_zeros() as usize, nth);
        set &= set - 1;
        nth += 1;
    }
    rank
}

/// The set of `size` cells with this rank.
pub(super) fn nth_set(mut rank: u64, size: usize) -> u64 {
    let mut set = 0;
    for nth in (1..=size).rev() {
        let cell = (nth - 1..MAX_FIELDS).rev().find(|&cell| binomial(cell, nth) <= rank).unwrap_or(nth - 1);
        rank -= binomial(cell, nth);
        set |= 1 << cell;
    }
    set
}
