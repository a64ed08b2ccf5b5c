//! The features of a position along a plan, and their mark.

use lurd_engine::space::Mark;

/// The order of positions with equal features.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TieBreak {
    /// Boxes far from the goals first: they are not in the way there.
    Far,
    /// Boxes near the goals first.
    Near,
    /// The oldest position first.
    Oldest,
    /// Few hotspots first, then boxes far from the goals.
    FewHotspots,
}

/// The features of a position, the most important first. Lower values are better.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct FeatureVector {
    /// Steps of the plan that no remaining box can serve.
    pub(super) missing: u64,
    /// Remaining steps of the plan.
    pub(super) to_pack: u64,
    /// Components of the free floor.
    pub(super) regions: u64,
    /// Broken links between rooms.
    pub(super) broken: u64,
    /// Boxes in a zone from which they will be useless.
    pub(super) out_of_plan: u64,
    /// Boxes in the way of the next step of the plan. Not a coordinate of the feature space, because it
    /// refers to another step after each step.
    pub(super) blocking: u64,
    /// Pairs of boxes of which one blocks the other from a goal (see `hotspots`).
    pub(super) hot: u64,
    /// The sum of the pushes from each box to its nearest goal.
    pub(super) distance: u64,
}

/// The low bits of a score, which break ties.
pub(super) const TIE_BITS: u32 = 22;

impl FeatureVector {
    /// Whether no box, no step of the plan and no region is lost compared with `parent`.
    pub(super) fn is_no_worse_than(self, parent: Self) -> bool {
        self.to_pack <= parent.to_pack && self.missing <= parent.missing && self.regions <= parent.regions
    }

    /// The mark of a position that no advisor recommends.
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
        Mark {
            cell,
            score: cell << 28 | field(self.blocking, 6) << TIE_BITS | tie,
            weight: 1,
            is_bound: false,
        }
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
