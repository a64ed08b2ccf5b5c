//! Advisors: each recommends the child that makes the most progress of one kind.

use crate::fess::feature_vector::FeatureVector;
use crate::spaces::MacroPushSpace;
use lurd_engine::space::{DEAD_END, Mark, Successors};

/// The recommendation of one advisor: the lowest score so far, and the index of its child.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Advice(Option<(u64, usize)>);

impl Advice {
    /// Whether a child with `score` would be recommended.
    pub(super) fn prefers(&self, score: u64) -> bool {
        self.0.is_none_or(|(best, _)| score < best)
    }

    pub(super) fn consider(&mut self, score: u64, index: usize) {
        if self.prefers(score) {
            self.0 = Some((score, index));
        }
    }
}

/// All advisors. Each recommends at most one child, never one that undoes a step of the plan.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Advisors {
    /// Completes a step of the plan.
    packing: Advice,
    /// Joins regions of the floor.
    opening: Advice,
    /// Restores a link between rooms.
    linking: Advice,
    /// Moves a box out of a zone from which it will be useless (see `out_of_plan`).
    leaving: Advice,
    /// Reduces the number of boxes in the way of the next step.
    freeing: Advice,
    /// Moves the unpacked box nearest to the next cell of the plan as far away as possible.
    pub(super) clearing: Advice,
    /// Makes a new push possible by a macro push that can be undone.
    pub(super) exploring: Advice,
}

impl Advisors {
    pub(super) fn consider(&mut self, parent: FeatureVector, child: FeatureVector, score: u64, index: usize) {
        for (advice, score) in self.submissions(parent, child, score) {
            if let Some(score) = score {
                advice.consider(score, index);
            }
        }
    }

    /// Whether an advisor for a feature may recommend a child, of whose features and score `child` and
    /// `score` are lower bounds.
    pub(super) fn may_recommend(mut self, parent: FeatureVector, child: FeatureVector, score: u64) -> bool {
        self.submissions(parent, child, score)
            .into_iter()
            .any(|(advice, score)| score.is_some_and(|score| advice.prefers(score)))
    }

    /// The advisors for features, each with the score that it gives a child; `None` if it does not consider
    /// the child.
    fn submissions(
        &mut self,
        parent: FeatureVector,
        child: FeatureVector,
        score: u64,
    ) -> [(&mut Advice, Option<u64>); 5] {
        let keeps_progress = child.to_pack <= parent.to_pack && child.missing <= parent.missing;
        let when = |is_better: bool, score: u64| (keeps_progress && is_better).then_some(score);
        let fewest = child.blocking.min(255) << 56 | score >> 8;
        [
            (&mut self.packing, when(child.to_pack < parent.to_pack, score)),
            (&mut self.opening, when(child.regions < parent.regions, score)),
            (&mut self.linking, when(child.broken < parent.broken, score)),
            (&mut self.leaving, when(child.out_of_plan < parent.out_of_plan, score)),
            (&mut self.freeing, when(child.blocking < parent.blocking, fewest)),
        ]
    }

    /// Sets the weight of the recommended children to 0, and that of the first one where there are at most
    /// two.
    pub(super) fn apply(self, children: &Successors<MacroPushSpace<'_>>, marks: &mut [Mark]) {
        // Clearing is only useful while no step of the plan can be completed.
        let clearing = if self.packing.0.is_some() { Advice::default() } else { self.clearing };
        let all =
            [self.packing, self.opening, self.linking, self.leaving, self.freeing, clearing, self.exploring];
        for (_, index) in all.into_iter().filter_map(|advice| advice.0) {
            marks[index].weight = 0;
        }
        if children.len() <= 2 {
            let first = (0..children.len()).find(|&index| children.estimate(index) != DEAD_END);
            if let Some(index) = first {
                marks[index].weight = 0;
            }
        }
    }
}
