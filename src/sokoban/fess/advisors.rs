//! Advisors: each recommends the child that makes the most progress of one kind.

use crate::sokoban::fess::feature_vector::FeatureVector;
use crate::sokoban::spaces::MacroPushSpace;
use crate::space::{DEAD_END, Mark, Successors};

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
        if child.to_pack > parent.to_pack || child.missing > parent.missing {
            return;
        }
        let when = |better: bool, advice: &mut Advice, score: u64| {
            if better {
                advice.consider(score, index);
            }
        };
        when(child.to_pack < parent.to_pack, &mut self.packing, score);
        when(child.regions < parent.regions, &mut self.opening, score);
        when(child.broken < parent.broken, &mut self.linking, score);
        when(child.out_of_plan < parent.out_of_plan, &mut self.leaving, score);
        let fewest = child.blocking.min(255) << 56 | score >> 8;
        when(child.blocking < parent.blocking, &mut self.freeing, fewest);
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
