//! Features of a search for a target position: given cells for the boxes, in any assignment.

use std::cell::RefCell;

use crate::board::{Board, Cell, WALL};
use crate::bounds::{BoxAndSide, Distances, Matched, Matcher};
use crate::fess::best_position::BestPosition;
use crate::fess::level_analysis::LevelAnalysis;
use crate::fess::search_side::SearchSide;
use crate::search_direction::SearchDirection;
use crate::spaces::{MacroPush, MacroPushSpace};
use crate::state::{StateEncoding, UnpackedState};
use lurd_engine::budget::{Budget, Task};
use lurd_engine::outcome::Stop;
use lurd_engine::space::{Features, Mark, Successors};

/// The measure of the remaining distance, the most important feature first. A position without an
/// assignment of boxes to target cells always comes last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TargetMeasure {
    /// Few regions of the floor, many boxes in place; then few touching boxes, then a cheap assignment.
    BoxesInPlace,
    /// Few regions, a cheap assignment; then few touching boxes.
    OpenFloor,
    /// A cheap assignment, few regions; then few touching boxes.
    Distance,
}

impl TargetMeasure {
    /// The next measure in a fixed cycle.
    #[must_use]
    pub fn next(self) -> Self {
        match self {
            Self::BoxesInPlace => Self::OpenFloor,
            Self::OpenFloor => Self::Distance,
            Self::Distance => Self::BoxesInPlace,
        }
    }
}

/// The features of a search for a target position.
pub struct TargetFeatures<'t> {
    side: SearchSide<'t>,
    measure: TargetMeasure,
    encoding: StateEncoding,
    /// The board with the target cells as goals.
    target: &'t Board,
    distances: &'t Distances,
    best: &'t BestPosition,
    scratch: RefCell<TargetScratch>,
}

struct TargetScratch {
    unpacked: UnpackedState,
    matcher: Matcher,
    boxes_and_sides: Vec<BoxAndSide>,
}

/// The features of a position. Lower values are better.
#[derive(Clone, Copy, Debug, Default)]
struct TargetFeatureVector {
    unmatched: bool,
    regions: u64,
    /// Boxes off the target cells.
    off: u64,
    /// Pairs of adjacent boxes.
    touching: u64,
    /// The cost of the cheapest assignment.
    distance: u64,
}

/// The low bits of a score, which break ties.
const TIE_BITS: u32 = 16;

impl TargetFeatureVector {
    fn mark(self, measure: TargetMeasure) -> Mark {
        let Self { regions, off, touching, distance, .. } = self;
        let features = match measure {
            TargetMeasure::BoxesInPlace => [regions, off],
            TargetMeasure::OpenFloor => [regions, distance / 8],
            TargetMeasure::Distance => [distance / 4, regions],
        };
        let cell = features.iter().fold(u64::from(self.unmatched), |cell, &f| cell << 12 | f.min(0xFFF));
        let (touching, distance) = (touching.min(0xFF), distance.min(0xFFFF));
        let rest = match measure {
            TargetMeasure::OpenFloor => distance << 8 | touching,
            TargetMeasure::BoxesInPlace | TargetMeasure::Distance => touching << TIE_BITS | distance,
        };
        Mark { cell, score: cell << 24 | rest, ..Mark::default() }
    }
}

impl<'t> TargetFeatures<'t> {
    /// Features for a search in `direction` whose target cells are the goals of the given board. The best
    /// expanded position is kept in `best`.
    pub fn new(
        analysis: &'t LevelAnalysis<'t>,
        direction: SearchDirection,
        (measure, seed): (TargetMeasure, Option<u64>),
        (target, distances): (&'t Board, &'t Distances),
        best: &'t BestPosition,
        budget: &Budget<'_>,
    ) -> Self {
        let unpacked = UnpackedState::new(target.cells());
        let scratch = TargetScratch { unpacked, matcher: Matcher::default(), boxes_and_sides: Vec::new() };
        Self {
            side: SearchSide::new(analysis, direction, seed, budget),
            measure,
            encoding: StateEncoding::new(target.cells()),
            target,
            distances,
            best,
            scratch: RefCell::new(scratch),
        }
    }

    /// Evaluates the position loaded into `scratch`, and leaves its assignment in the matcher.
    fn evaluate(&self, scratch: &mut TargetScratch, player: Cell) -> TargetFeatureVector {
        let TargetScratch { unpacked, matcher, boxes_and_sides } = scratch;
        // Before the first backward action, the player's cell is not chosen yet.
        let player = if player < Cell::MAX { player } else { 0 };
        boxes_and_sides.clear();
        boxes_and_sides.extend(
            unpacked.boxes.iter().map(|&cell| self.distances.box_and_side(self.target, cell, player)),
        );
        let is_matched = matcher.set(self.distances, boxes_and_sides, &self.side.deadline) == Matched::All;
        TargetFeatureVector {
            unmatched: !is_matched,
            regions: u64::from(unpacked.regions.count()),
            off: unpacked.boxes.iter().filter(|&&cell| !self.target.is_goal(cell)).count() as u64,
            touching: self.touching(&unpacked.occupied, unpacked.boxes.iter().copied()),
            distance: if is_matched { u64::from(matcher.total()) } else { 0 },
        }
    }

    fn touching(&self, occupied: &[bool], boxes: impl Iterator<Item = Cell>) -> u64 {
        let is_box = |next: &&Cell| **next != WALL && occupied[usize::from(**next)];
        boxes.map(|cell| self.target.neighbours(cell).iter().filter(is_box).count() as u64).sum::<u64>() / 2
    }
}

impl<'b> Features<MacroPushSpace<'b>> for TargetFeatures<'_> {
    fn mark(&self, state: &[u64]) -> Mark {
        let scratch = &mut *self.scratch.borrow_mut();
        scratch.unpacked.load(self.target, self.encoding, state);
        self.evaluate(scratch, self.encoding.player(state)).mark(self.measure)
    }

    fn annotate(
        &self,
        parent: &[u64],
        here: Mark,
        children: &mut Successors<MacroPushSpace<'b>>,
        marks: &mut [Mark],
    ) {
        let scratch = &mut *self.scratch.borrow_mut();
        scratch.unpacked.load(self.target, self.encoding, parent);
        let player = self.encoding.player(parent);
        let parent_features = self.evaluate(scratch, player);
        let TargetScratch { unpacked, matcher, .. } = scratch;
        self.side.mark_children(
            here,
            unpacked,
            children,
            marks,
            |unpacked, MacroPush { from, to, region, regions, .. }| {
                let before = self.distances.box_and_side(self.target, from, player);
                let after = self.distances.box_and_side(self.target, to, region);
                let total = if parent_features.unmatched {
                    None
                } else {
                    matcher.total_after(self.distances, before, after, NO_SHORTCUT)
                };
                let boxes = unpacked.boxes.iter().map(|&cell| if cell == from { to } else { cell });
                let is_off = |cell| u64::from(!self.target.is_goal(cell));
                let features = TargetFeatureVector {
                    unmatched: total.is_none(),
                    regions: u64::from(regions),
                    off: parent_features.off + is_off(to) - is_off(from),
                    touching: self.touching(&unpacked.occupied, boxes),
                    distance: u64::from(total.unwrap_or(0)),
                };
                features.mark(self.measure)
            },
        );
    }

    fn milestone(&self, state: &[u64]) -> Option<Task> {
        let scratch = &mut *self.scratch.borrow_mut();
        scratch.unpacked.load(self.target, self.encoding, state);
        let boxes = &scratch.unpacked.boxes;
        let done = boxes.iter().filter(|&&cell| self.target.is_goal(cell)).count() as u64;
        Some(Task { name: "in place", done, of: boxes.len() as u64 })
    }

    fn prove_dead(&self, state: &[u64], budget: &mut Budget<'_>) -> Result<bool, Stop> {
        let scratch = &mut *self.scratch.borrow_mut();
        if self.side.analysis.is_dead(
            self.side.direction,
            &mut scratch.unpacked,
            self.encoding,
            state,
            budget,
        )? {
            return Ok(true);
        }
        let score = self.evaluate(scratch, self.encoding.player(state)).mark(self.measure).score;
        self.best.offer(score, &scratch.unpacked.boxes);
        Ok(false)
    }
}

/// A number of pushes that rules out the matcher's shortcut for a box pushed straight toward its goal: a
/// macro push may end anywhere.
const NO_SHORTCUT: u32 = 1 << 20;
