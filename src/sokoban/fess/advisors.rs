//! The advisors: each recommends a child that makes progress of its own kind.

use crate::sokoban::fess::feature_vector::FeatureVector;
use crate::sokoban::spaces::MacroPushSpace;
use crate::space::{DEAD_END, Mark, Successors};

/// The best child that an advisor has seen.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Advice(Option<(u64, usize)>);

impl Advice {
    pub(super) fn consider(&mut self, score: u64, index: usize) {
        if self.0.is_none_or(|(best, _)| score < best) {
            self.0 = Some((score, index));
        }
    }
}

/// The advisors. Each recommends at most one child, and none a child that undoes what is packed.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Advisors {
    /// Does a step of the plan.
    packing: Advice,
    /// Joins regions of the floor.
    opening: Advice,
    /// Mends a link between rooms.
    linking: Advice,
    /// Brings a box out that will be of no use where it is.
    leaving: Advice,
    /// Takes a box out of the way of the next step.
    freeing: Advice,
    /// Takes the box nearest to the next cell of the plan as far away as it gets.
    pub(super) clearing: Advice,
    /// Lets the player touch a box where he could not, by a move that can be taken back.
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

    /// Takes the weight from what has been recommended, and from the only thing that can be done.
    pub(super) fn apply(self, children: &Successors<MacroPushSpace<'_>>, marks: &mut [Mark]) {
        // While there is something to pack, nothing has to be cleared for it.
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
