//! The heaviest matching of boxes that have penalties together.
//!
//! There are few such pairs in a position, so they are taken or left one after the other, the heaviest
//! first, as long as the rest could still make a difference. Any matching is a true bound; where a
//! position has so many pairs that this would take long, the best one so far serves.

/// Two boxes, by the numbers of their rows, and their penalty.
pub type Edge = (u8, u8, u8);

/// Boxes beyond this many have no pairs.
pub const MAX_BOXES: usize = 128;

/// Choices that are tried at most.
const MAX_STEPS: u32 = 400;

/// The weight of the heaviest matching of `edges`, which come back in another order.
#[must_use]
pub fn heaviest(edges: &mut [Edge]) -> u32 {
    match *edges {
        [] => return 0,
        [(_, _, weight)] => return weight.into(),
        _ => {}
    }
    edges.sort_unstable_by(|a, b| b.2.cmp(&a.2).then((a.0, a.1).cmp(&(b.0, b.1))));
    let rest = edges.iter().map(|edge| u32::from(edge.2)).sum();
    let mut search = Search { edges, best: 0, steps: 0 };
    search.go(0, 0, 0, rest);
    search.best
}

struct Search<'e> {
    edges: &'e [Edge],
    best: u32,
    steps: u32,
}

impl Search<'_> {
    /// Goes on at edge `index` with boxes `used`, `weight` so far and at most `rest` to come.
    fn go(&mut self, index: usize, used: u128, weight: u32, rest: u32) {
        self.best = self.best.max(weight);
        self.steps += 1;
        if index == self.edges.len() || weight + rest <= self.best || self.steps > MAX_STEPS {
            return;
        }
        let (a, b, more) = self.edges[index];
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

    /// By trying every subset.
    fn by_force(edges: &[Edge]) -> u32 {
        (0_u32..1 << edges.len())
            .filter_map(|set| {
                let mut used = 0_u128;
                let mut weight = 0;
                for (_, &(a, b, more)) in edges.iter().enumerate().filter(|(at, _)| set >> at & 1 == 1) {
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
            let mut edges: Vec<Edge> =
                pairs.into_iter().map(|(a, step, weight)| (a, (a + step) % 7, weight * 2)).filter(|edge| edge.0 != edge.1).collect();
            let expected = by_force(&edges);
            proptest::prop_assert_eq!(heaviest(&mut edges), expected);
        }
    }
}
