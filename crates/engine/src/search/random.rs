//! Reproducible random numbers: `SplitMix64` (Steele, Lea & Flood, *Fast splittable pseudorandom number
//! generators*, 2014).

/// A pseudorandom number generator that is determined by its seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Random(u64);

impl Random {
    /// The numbers of `seed`.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next number.
    #[inline]
    #[expect(clippy::should_implement_trait, reason = "there is always a next number, and no `Option` around it")]
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.0)
    }

    /// A number below `bound`; 0 if `bound` is 0.
    #[expect(clippy::cast_possible_truncation, reason = "the high half of the product is below the bound")]
    #[inline]
    pub fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.next()) * bound as u128) >> 64) as usize
    }

    /// Puts `items` in a random order (Fisher and Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

/// Scrambles the bits of a number: the output function of `SplitMix64`.
#[must_use]
#[inline]
pub fn mix(number: u64) -> u64 {
    let mixed = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_below_the_bound_occurs() {
        let mut random = Random::new(1);
        let mut seen = [0; 5];
        for _ in 0..1_000 {
            seen[random.below(5)] += 1;
        }
        assert!(seen.iter().all(|&times| times > 100), "{seen:?}");
        assert_eq!(random.below(0), 0);
        assert_eq!(Random::new(7).next(), Random::new(7).next());
    }
}
