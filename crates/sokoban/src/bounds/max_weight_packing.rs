//! The heaviest disjoint groups of boxes with penalties. For pairs that is the maximum-weight matching.
//!
//! Most positions have few groups with a penalty. So branch and bound tries to take or leave each group, the heaviest
//! first. Any disjoint groups are a valid bound; if there are too many groups, the best ones found so far are used.

/// The numbers of some boxes as bits, and their penalty.
#[derive(Clone, Copy, Debug)]
pub struct WeightedGroup {
    pub boxes: u128,
    pub weight: u8,
}

pub(crate) const MAX_BOXES: usize = 128;

/// Limit of the choices that are tried.
const MAX_STEPS: u32 = 400;

/// The weight of the heaviest disjoint ones of `groups`, which are reordered.
#[must_use]
pub fn heaviest(groups: &mut [WeightedGroup]) -> u32 {
    match *groups {
        [] => return 0,
        [WeightedGroup { weight, .. }] => return weight.into(),
        _ => {}
    }
    groups.sort_unstable_by(|a, b| b.weight.cmp(&a.weight).then(a.boxes.cmp(&b.boxes)));
    let rest = groups.iter().map(|group| u32::from(group.weight)).sum();
    let boxes = groups.iter().fold(0, |all, group| all | group.boxes);
    let smallest = groups.iter().map(|group| group.boxes.count_ones()).min().unwrap_or(1).max(1);
    let mut search = BranchAndBound { groups, smallest, best: 0, steps: 0 };
    search.go(0, boxes, 0, rest);
    search.best
}

struct BranchAndBound<'g> {
    groups: &'g [WeightedGroup],
    /// The number of boxes of the smallest group.
    smallest: u32,
    best: u32,
    steps: u32,
}

impl BranchAndBound<'_> {
    /// Continues at group `index` with boxes `free`, `weight` so far and at most `rest` to come.
    fn go(&mut self, index: usize, free: u128, weight: u32, rest: u32) {
        self.best = self.best.max(weight);
        self.steps += 1;
        if index == self.groups.len() || weight + rest <= self.best || self.steps > MAX_STEPS {
            return;
        }
        let WeightedGroup { boxes, weight: more } = self.groups[index];
        // No group to come is heavier.
        if weight + free.count_ones() / self.smallest * u32::from(more) <= self.best {
            return;
        }
        let rest = rest - u32::from(more);
        if free & boxes == boxes {
            self.go(index + 1, free & !boxes, weight + u32::from(more), rest);
        }
        self.go(index + 1, free, weight, rest);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn by_force(groups: &[WeightedGroup]) -> u32 {
        (0_u32..1 << groups.len())
            .filter_map(|set| {
                let mut used = 0_u128;
                let mut weight = 0;
                for (_, &WeightedGroup { boxes, weight: more }) in
                    groups.iter().enumerate().filter(|(at, _)| set >> at & 1 == 1)
                {
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
        fn as_heavy_as_any(groups in proptest::collection::vec((1_u128..128, 1_u8..5), 0..8)) {
            let group = |(boxes, weight): (u128, u8)| WeightedGroup { boxes, weight: weight * 2 };
            let mut groups: Vec<_> = groups.into_iter().map(group).collect();
            let expected = by_force(&groups);
            proptest::prop_assert_eq!(heaviest(&mut groups), expected);
        }
    }
}
