//! Whether the layers of a search grow so fast that it pays to leave out successors of later ones.
//!
//! When the search comes to a layer, nearly all states of the layers before are expanded again; those of the last layer are
//! not. Measured on Sokoban: up to 40% slower where there are many layers of similar size, and 6% to 40% faster where most
//! states are in the last one. So successors are left out while each layer has half as many states again as all before it.

use crate::outcome::Cost;

/// The numbers of expansions by the sum of cost and estimate.
#[derive(Debug, Default)]
pub(in crate::search) struct LayerGrowth {
    layer: Cost,
    /// The expansions with this sum, and those with lower ones.
    in_layer: u64,
    before: u64,
    is_slow: bool,
}

impl LayerGrowth {
    /// Whether to leave out successors with higher sums than `sum`, that of the state that is expanded.
    #[inline]
    pub(in crate::search) fn defers(&mut self, sum: Cost) -> bool {
        if sum > self.layer {
            self.is_slow = 2 * self.in_layer < 3 * self.before;
            self.before += std::mem::take(&mut self.in_layer);
            self.layer = sum;
        }
        !self.is_slow
    }

    /// Counts an expansion of this layer.
    #[inline]
    pub(in crate::search) fn count_expansion(&mut self) {
        self.in_layer += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_layer_follows_the_growth_of_the_one_before() {
        let mut growth = LayerGrowth::default();
        // 10 is the first layer, 30 is more than 15, 50 is less than 60, 300 is more than 135.
        for (sum, expansions, defers) in
            [(8, 10, true), (10, 30, true), (12, 50, true), (14, 300, false), (16, 1, true)]
        {
            for _ in 0..expansions {
                assert_eq!(growth.defers(sum), defers, "{sum}");
                growth.count_expansion();
            }
        }
    }
}
