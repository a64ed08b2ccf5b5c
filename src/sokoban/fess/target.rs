//! A search that aims at given cells for the boxes, whichever gets to which.

use std::cell::RefCell;

use crate::budget::{Budget, Task};
use crate::outcome::Stop;
use crate::sokoban::board::{Board, Cell, WALL};
use crate::sokoban::bounds::{BoxAndSide, Distances, Matched, Matcher};
use crate::sokoban::fess::best;
use crate::sokoban::fess::best::Best;
use crate::sokoban::fess::level_analysis::LevelAnalysis;
use crate::sokoban::fess::side::Side;
use crate::sokoban::search_direction::SearchDirection;
use crate::sokoban::spaces::{MacroPush, MacroPushSpace};
use crate::sokoban::state::StateEncoding;
use crate::sokoban::state::UnpackedState;
use crate::space::{Features, Mark, Successors};

/// How the way that is left is measured, the most important first; after whether there is an assignment
/// of boxes to aims at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Yardstick {
    /// Few regions of the floor, many boxes in place; then few that touch others, then the cheapest
    /// assignment.
    Placed,
    /// Few regions, a cheap assignment; then few that touch.
    Open,
    /// A cheap assignment, few regions; then few that touch.
    Short,
}

impl Yardstick {
    /// Another one, by turns.
    #[must_use]
    pub fn next(self) -> Self {
        match self {
            Self::Placed => Self::Open,
            Self::Open => Self::Short,
            Self::Short => Self::Placed,
        }
    }
}

/// See the module.
pub struct TargetFeatures<'t> {
    side: Side<'t>,
    yardstick: Yardstick,
    packing: StateEncoding,
    /// The board with the aims for goals, and the distances to them.
    aims: &'t Board,
    distances: &'t Distances,
    best: &'t Best,
    scratch: RefCell<Scratch>,
}

struct Scratch {
    hand: UnpackedState,
    matcher: Matcher,
    stances: Vec<BoxAndSide>,
}

/// What is seen of a position. Less is better.
#[derive(Clone, Copy, Debug, Default)]
struct FeatureVector {
    unmatched: bool,
    regions: u64,
    /// Boxes that are not in place.
    off: u64,
    /// Boxes side by side, each pair once.
    touching: u64,
    /// What the cheapest assignment costs.
    distance: u64,
}

/// What is left of a score for ties.
const TIE_BITS: u32 = 16;

impl FeatureVector {
    fn mark(self, yardstick: Yardstick) -> Mark {
        let Self { regions, off, touching, distance, .. } = self;
        let features = match yardstick {
            Yardstick::Placed => [regions, off],
            Yardstick::Open => [regions, distance / 8],
            Yardstick::Short => [distance / 4, regions],
        };
        let cell = features.iter().fold(u64::from(self.unmatched), |cell, &f| cell << 12 | f.min(0xFFF));
        let (touching, distance) = (touching.min(0xFF), distance.min(0xFFFF));
        let rest = match yardstick {
            Yardstick::Open => distance << 8 | touching,
            Yardstick::Placed | Yardstick::Short => touching << TIE_BITS | distance,
        };
        Mark { cell, score: cell << 24 | rest, weight: 0 }
    }
}

impl<'t> TargetFeatures<'t> {
    /// Leads boxes to the goals of `aims`, to which there are these distances by that way; the position
    /// that comes nearest is kept in `best`.
    pub fn new(
        terrain: &'t LevelAnalysis<'t>,
        way: SearchDirection,
        (yardstick, seed): (Yardstick, Option<u64>),
        (aims, distances): (&'t Board, &'t Distances),
        best: &'t Best,
        budget: &Budget<'_>,
    ) -> Self {
        let hand = UnpackedState::new(aims.cells());
        let scratch = Scratch { hand, matcher: Matcher::default(), stances: Vec::new() };
        Self {
            side: Side::new(terrain, way, seed, budget),
            yardstick,
            packing: StateEncoding::new(aims.cells()),
            aims,
            distances,
            best,
            scratch: RefCell::new(scratch),
        }
    }

    /// The position in hand; the matcher then holds its assignment.
    fn see(&self, scratch: &mut Scratch, player: Cell) -> FeatureVector {
        let Scratch { hand, matcher, stances } = scratch;
        // Before the first action backward he is nowhere.
        let player = if player < Cell::MAX { player } else { 0 };
        stances.clear();
        stances.extend(hand.boxes.iter().map(|&cell| self.distances.box_and_side(self.aims, cell, player)));
        let is_matched = matcher.set(self.distances, stances, &self.side.deadline) == Matched::All;
        FeatureVector {
            unmatched: !is_matched,
            regions: u64::from(hand.regions.count()),
            off: hand.boxes.iter().filter(|&&cell| !self.aims.is_goal(cell)).count() as u64,
            touching: self.touching(&hand.occupied, hand.boxes.iter().copied()),
            distance: if is_matched { u64::from(matcher.total(self.distances)) } else { 0 },
        }
    }

    fn touching(&self, occupied: &[bool], boxes: impl Iterator<Item = Cell>) -> u64 {
        let is_box = |next: &&Cell| **next != WALL && occupied[usize::from(**next)];
        boxes.map(|cell| self.aims.neighbours(cell).iter().filter(is_box).count() as u64).sum::<u64>() / 2
    }
}

impl<'b> Features<MacroPushSpace<'b>> for TargetFeatures<'_> {
    fn mark(&self, state: &[u64]) -> Mark {
        let scratch = &mut *self.scratch.borrow_mut();
        scratch.hand.load(self.aims, self.packing, state);
        self.see(scratch, self.packing.player(state)).mark(self.yardstick)
    }

    fn annotate(
        &self,
        parent: &[u64],
        here: Mark,
        children: &mut Successors<MacroPushSpace<'b>>,
        marks: &mut [Mark],
    ) {
        let scratch = &mut *self.scratch.borrow_mut();
        scratch.hand.load(self.aims, self.packing, parent);
        let player = self.packing.player(parent);
        let seen_here = self.see(scratch, player);
        let Scratch { hand, matcher, .. } = scratch;
        self.side.mark_children(
            here,
            hand,
            children,
            marks,
            |hand, MacroPush { from, to, region, regions, .. }| {
                let before = self.distances.box_and_side(self.aims, from, player);
                let after = self.distances.box_and_side(self.aims, to, region);
                let total = if seen_here.unmatched {
                    None
                } else {
                    matcher.total_after(self.distances, before, after, NOT_ON_THE_WAY)
                };
                let boxes = hand.boxes.iter().map(|&cell| if cell == from { to } else { cell });
                let is_off = |cell| u64::from(!self.aims.is_goal(cell));
                let seen = FeatureVector {
                    unmatched: total.is_none(),
                    regions: u64::from(regions),
                    off: seen_here.off + is_off(to) - is_off(from),
                    touching: self.touching(&hand.occupied, boxes),
                    distance: u64::from(total.unwrap_or(0)),
                };
                seen.mark(self.yardstick)
            },
        );
    }

    fn milestone(&self, state: &[u64]) -> Option<Task> {
        let scratch = &mut *self.scratch.borrow_mut();
        scratch.hand.load(self.aims, self.packing, state);
        let boxes = &scratch.hand.boxes;
        let done = boxes.iter().filter(|&&cell| self.aims.is_goal(cell)).count() as u64;
        Some(Task { name: "in place", done, of: boxes.len() as u64 })
    }

    fn prove_dead(&self, state: &[u64], budget: &mut Budget<'_>) -> Result<bool, Stop> {
        let scratch = &mut *self.scratch.borrow_mut();
        if self.side.terrain.is_dead(self.side.way, &mut scratch.hand, self.packing, state, budget)? {
            return Ok(true);
        }
        let score = self.see(scratch, self.packing.player(state)).mark(self.yardstick).score;
        best::keep(self.best, score, &scratch.hand.boxes);
        Ok(false)
    }
}

/// A carry need not lead toward the aim of its box, so that nothing is saved by supposing it does.
const NOT_ON_THE_WAY: u32 = 1 << 20;
