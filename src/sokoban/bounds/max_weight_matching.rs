//! The maximum-weight matching of boxes with pair penalties.
//!
//! A position has few such pairs. So branch and bound tries to take or leave each pair, the heaviest first.
//! Any matching is a valid bound; if a position has too many pairs, the best one found so far is used.

/// Two boxes by their numbers, and their penalty.
#[derive(Clone, Copy, Debug)]
pub struct WeightedPair {
    /// The two numbers.
    pub boxes: [u8; 2],
    pub weight: u8,
}

pub(crate) const MAX_BOXES: usize = 128;

/// Limit of the choices that are tried.
const MAX_STEPS: u32 = 400;

/// The weight of the heaviest matching of `edges`, which are reordered.
#[must_use]
pub fn heaviest(edges: &mut [WeightedPair]) -> u32 {
    match *edges {
        [] => return 0,
        [WeightedPair { weight, .. }] => return weight.into(),
        _ => {}
    }
    edges.sort_unstable_by(|a, b| b.weight.cmp(&a.weight).then(a.boxes.cmp(&b.boxes)));
    let rest = edges.iter().map(|edge| u32::from(edge.weight)).sum();
    let mut search = BranchAndBound { edges, best: 0, steps: 0 };
    search.go(0, 0, 0, rest);
    search.best
}

struct BranchAndBound<'e> {
    edges: &'e [WeightedPair],
    best: u32,
    steps: u32,
}

impl BranchAndBound<'_> {
    /// Continues at pair `index` with boxes `used`, `weight` so far and at most `rest` to come.
    fn go(&mut self, index: usize, used: u128, weight: u32, rest: u32) {
        self.best = self.best.max(weight);
        self.steps += 1;
        if index == self.edges.len() || weight + rest <= self.best || self.steps > MAX_STEPS {
            return;
        }
        let WeightedPair { boxes: [a, b], weight: more } = self.edges[index];
        let boxes = 1_u128 << a | 1_u128 << b;
        let rest = rest - u32::from(more);
        if used & boxes == 0 {
            self.go(index + 1, used | boxes, weight + u32::from(more), rest);
        }
        self.go(index + 1, used, weight, rest);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn by_force(edges: &[WeightedPair]) -> u32 {
        (0_u32..1 << edges.len())
            .filter_map(|set| {
                let mut used = 0_u128;
                let mut weight = 0;
                for (_, &WeightedPair { boxes: [a, b], weight: more }) in
                    edges.iter().enumerate().filter(|(at, _)| set >> at & 1 == 1)
                {
                    let boxes = 1 << a | 1 << b;
                    if used & boxes != 0 {
                        return None;
                    }
                    used |= boxes;
                    weight += u32::from(more);
                }
                Some(weight)
            })
            .max()
            .unwrap_or(0)
    }

    proptest::proptest! {
        #[test]
        fn as_heavy_as_any(pairs in proptest::collection::vec((0_u8..7, 1_u8..7, 1_u8..5), 0..8)) {
            let edge = |(a, step, weight): (u8, u8, u8)| WeightedPair { boxes: [a, (a + step) % 7], weight: weight * 2 };
            let mut edges: Vec<_> = pairs.into_iter().map(edge).filter(|edge| edge.boxes[0] != edge.boxes[1]).collect();
            let expected = by_force(&edges);
            proptest::prop_assert_eq!(heaviest(&mut edges), expected);
        }
    }
}
