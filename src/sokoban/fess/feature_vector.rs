//! What is seen of a position, and the mark that it makes.

use crate::space::Mark;

/// What breaks ties between positions with the same features.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TieBreak {
    /// Boxes far from the goals: they are not in the way there.
    Far,
    /// Boxes near to the goals.
    Near,
    /// Nothing: the oldest comes first.
    Oldest,
    /// Few boxes in the way of others, then far ones.
    FewHotspots,
}

/// The features of a position, by their importance. Less is better throughout.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct FeatureVector {
    /// Steps of the plan for which no box is left.
    pub(super) missing: u64,
    /// Steps of the plan that have not been done.
    pub(super) to_pack: u64,
    /// Components of the free floor.
    pub(super) regions: u64,
    /// Broken links between rooms.
    pub(super) broken: u64,
    /// Boxes out of plan.
    pub(super) out_of_plan: u64,
    /// Boxes in the way of the next step of the plan. No coordinate of the cells, as it changes with
    /// every step.
    pub(super) blocking: u64,
    /// Pairs of which one box is in the other's way to some goal.
    pub(super) hot: u64,
    /// The pushes from each box to its nearest goal, added up.
    pub(super) distance: u64,
}

/// What is left of a score for ties.
pub(super) const TIE_BITS: u32 = 22;

impl FeatureVector {
    /// The mark, for an action that nobody has advised.
    pub(super) fn mark(self, tie: TieBreak) -> Mark {
        let features = [
            (self.missing, 8),
            (self.to_pack, 9),
            (self.regions, 6),
            (self.broken, 6),
            (self.out_of_plan, 7),
        ];
        let field = |value: u64, bits: u32| value.min((1 << bits) - 1);
        let cell = features.iter().fold(0, |cell, &(value, bits)| cell << bits | field(value, bits));
        let far = 0xFFF - field(self.distance, 12);
        let tie = match tie {
            TieBreak::Far => far,
            TieBreak::Near => field(self.distance, 12),
            TieBreak::Oldest => 0,
            TieBreak::FewHotspots => field(self.hot, 10) << 12 | far,
        };
        Mark { cell, score: cell << 28 | field(self.blocking, 6) << TIE_BITS | tie, weight: 1 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_count_by_their_importance_and_only_they_make_cells() {
        let features = FeatureVector { to_pack: 3, distance: 40, ..FeatureVector::default() };
        for (worse, new_cell) in [
            (FeatureVector { missing: 1, to_pack: 2, ..features }, true),
            (FeatureVector { to_pack: 4, ..features }, true),
            (FeatureVector { regions: 1, ..features }, true),
            (FeatureVector { blocking: 1, ..features }, false),
            (FeatureVector { distance: 39, ..features }, false),
        ] {
            assert!(worse.mark(TieBreak::Far).score > features.mark(TieBreak::Far).score, "{worse:?}");
            assert_eq!(
                worse.mark(TieBreak::Far).cell != features.mark(TieBreak::Far).cell,
                new_cell,
                "{worse:?}"
            );
        }
        let huge = FeatureVector {
            missing: 9999,
            to_pack: 9999,
            regions: 9999,
            hot: 99_999,
            ..FeatureVector::default()
        };
        assert!(huge.mark(TieBreak::FewHotspots).score > features.mark(TieBreak::FewHotspots).score);
    }
}
