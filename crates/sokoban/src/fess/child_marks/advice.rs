//! What the advisors of the successors of one position are asked.

use super::ChildMarks;
use crate::board::{Cell, WALL};
use crate::direction::Direction;
use crate::fess::feature_vector::FeatureVector;
use crate::fess::features::{PackingFeatures, PackingScratch};
use crate::spaces::MacroPush;

/// The unpacked box nearest to the next cell of the plan.
#[derive(Clone, Copy)]
pub(super) struct NearestBox {
    cell: Cell,
    /// The next cell of the plan.
    target: Cell,
}

impl NearestBox {
    /// The unpacked box nearest to the next cell of the plan when `done` steps are done.
    pub(super) fn of(features: &PackingFeatures<'_>, scratch: &PackingScratch, done: usize) -> Option<Self> {
        let target = features.plan.steps().get(done)?.to;
        let boxes = scratch.unpacked.boxes.iter().copied();
        let unpacked = boxes.filter(|&cell| !features.plan.has_placed(cell, done));
        let cell = unpacked.min_by_key(|&cell| features.analysis.walks.between(cell, target))?;
        Some(Self { cell, target })
    }
}

impl ChildMarks<'_, '_> {
    /// Whether an advisor may recommend a child with features of `at_least` these values.
    pub(super) fn may_be_advised(&self, macro_push: MacroPush, at_least: FeatureVector, score: u64) -> bool {
        let MacroPush { from, to, way_back, .. } = macro_push;
        let parent = self.parent.features;
        if self.advisors.may_recommend(parent, at_least, score) {
            return true;
        }
        at_least.is_no_worse_than(parent)
            && (way_back && self.advisors.exploring.prefers(score)
                || self.nearest.is_some_and(|it| {
                    it.cell == from
                        && at_least.broken <= parent.broken
                        && self.advisors.clearing.prefers(self.clearing_score(it, to, score))
                }))
    }

    /// The score by which the nearest unpacked box is moved away. Lower is better.
    fn clearing_score(&self, nearest: NearestBox, to: Cell, score: u64) -> u64 {
        let nearness = u64::from(u16::MAX - self.features.analysis.walks.between(to, nearest.target));
        nearness << 48 | score >> 16
    }

    /// Submits a child to the advisors.
    pub(super) fn advise(&mut self, index: usize, macro_push: MacroPush, child: FeatureVector, score: u64) {
        let MacroPush { from, to, region, way_back, .. } = macro_push;
        let parent = self.parent.features;
        self.advisors.consider(parent, child, score, index);
        if !child.is_no_worse_than(parent) {
            return;
        }
        if let Some(nearest) = self.nearest
            && nearest.cell == from
            && child.broken <= parent.broken
        {
            self.advisors.clearing.consider(self.clearing_score(nearest, to, score), index);
        }
        // Nothing new can be reached unless the box stood between two regions.
        if way_back && self.advisors.exploring.prefers(score) && self.exposes_new_push(from, region) {
            self.advisors.exploring.consider(score, index);
        }
    }

    /// Whether, with the box on `from` moved away, the player in `region` can push a box from a side that
    /// was out of reach before.
    fn exposes_new_push(&mut self, from: Cell, region: Cell) -> bool {
        let PackingScratch { unpacked, player_region, .. } = &mut *self.scratch;
        let analysis = self.features.analysis;
        let board = analysis.board;
        let player = self.player;
        player_region.fill(board, &unpacked.occupied, region);
        let is_new = |cell: Cell| {
            cell != WALL
                && cell != from
                && player_region.contains(cell)
                && unpacked.regions.of(cell) != player
        };
        let is_open = |cell: Cell| {
            cell != WALL && !unpacked.occupied[usize::from(cell)] && analysis.distances.is_live(cell)
        };
        unpacked.boxes.iter().any(|&other| {
            other != from
                && Direction::ALL.into_iter().any(|direction| {
                    is_new(board.next(other, direction.opposite())) && is_open(board.next(other, direction))
                })
        })
    }
}
