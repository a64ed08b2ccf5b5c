//! Features of a search for an unblocked position, in which few boxes are in the way of others.
//!
//! Such a position is an easier target for a search from the other side than the goals or the start.
//! (Festival's forward search has such a target, which it calls the *imagined board*.)

use std::cell::RefCell;

use crate::board::{Cell, WALL};
use crate::bounds::UNREACHABLE;
use crate::direction::Direction;
use crate::fess::best_position::BestPosition;
use crate::fess::level_analysis::LevelAnalysis;
use crate::fess::rooms::Rooms;
use crate::fess::search_side::SearchSide;
use crate::search_direction::SearchDirection;
use crate::spaces::{MacroPush, MacroPushSpace};
use crate::state::{StateEncoding, UnpackedState};
use lurd_engine::budget::Budget;
use lurd_engine::outcome::Stop;
use lurd_engine::space::{Features, Mark, Successors};

/// The measure of how blocked a position is, the most important feature first. Ties go to boxes far from
/// their initial cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnblockMeasure {
    /// Few regions of the floor, few broken links between rooms, few stuck boxes.
    Links,
    /// Few regions, few boxes on goals, few broken links.
    Goals,
    /// Few regions, few stuck boxes.
    Regions,
    /// Few stuck boxes, few regions.
    StuckBoxes,
}

impl UnblockMeasure {
    /// The next measure in a fixed cycle.
    #[must_use]
    pub fn next(self) -> Self {
        match self {
            Self::Links => Self::Goals,
            Self::Goals => Self::Regions,
            Self::Regions => Self::StuckBoxes,
            Self::StuckBoxes => Self::Links,
        }
    }
}

/// The features of a search for an unblocked position.
pub struct UnblockFeatures<'t> {
    side: SearchSide<'t>,
    measure: UnblockMeasure,
    encoding: StateEncoding,
    /// The distance from each cell to the nearest cell where a box starts in this direction.
    distance_from_home: Vec<u32>,
    best: &'t BestPosition,
    scratch: RefCell<(UnpackedState, Rooms)>,
}

/// The features of a position. Lower values are better, except for the distance.
#[derive(Clone, Copy, Debug, Default)]
struct UnblockFeatureVector {
    /// Whether the boxes cannot be matched to different sinks.
    unserved: bool,
    regions: u64,
    broken: u64,
    /// Boxes that cannot be moved, wherever the player stands.
    stuck: u64,
    on_goals: u64,
    distance: u64,
}

/// The low bits of a score, which break ties.
const TIE_BITS: u32 = 16;

impl UnblockFeatureVector {
    fn mark(self, measure: UnblockMeasure) -> Mark {
        let features = match measure {
            UnblockMeasure::Links => [self.regions, self.broken, self.stuck],
            UnblockMeasure::Goals => [self.regions, self.on_goals, self.broken],
            UnblockMeasure::Regions => [self.regions, self.stuck, 0],
            UnblockMeasure::StuckBoxes => [self.stuck, self.regions, 0],
        };
        let unserved = u64::from(self.unserved);
        let cell = features.iter().fold(unserved, |cell, &feature| cell << 8 | feature.min(0xFF));
        Mark { cell, score: cell << TIE_BITS | (0xFFFF - self.distance.min(0xFFFF)), ..Mark::default() }
    }
}

impl<'t> UnblockFeatures<'t> {
    /// Features for a search in `direction`. The least blocked expanded position is kept in `best`.
    pub fn new(
        analysis: &'t LevelAnalysis<'t>,
        direction: SearchDirection,
        (measure, seed): (UnblockMeasure, Option<u64>),
        best: &'t BestPosition,
        budget: &Budget<'_>,
    ) -> Self {
        let cells = analysis.board.cells();
        let homes = match direction {
            SearchDirection::Push => analysis.origins(),
            SearchDirection::Pull => analysis.distances,
        };
        let nearest = |cell| homes.to_goals(cell).iter().copied().min().unwrap_or(UNREACHABLE).min(999);
        Self {
            side: SearchSide::new(analysis, direction, seed, budget),
            measure,
            encoding: StateEncoding::new(cells),
            distance_from_home: analysis.board.all().map(nearest).collect(),
            best,
            scratch: RefCell::new((UnpackedState::new(cells), analysis.rooms.clone())),
        }
    }

    fn is_stuck(&self, occupied: &[bool], cell: Cell) -> bool {
        let board = self.side.analysis.board;
        let is_free = |next: Cell| next != WALL && !occupied[usize::from(next)];
        !Direction::ALL.into_iter().any(|direction| {
            let next = board.next(cell, direction);
            is_free(next)
                && is_free(match self.side.direction {
                    SearchDirection::Push => board.next(cell, direction.opposite()),
                    SearchDirection::Pull => board.next(next, direction),
                })
        })
    }

    /// Always false forward, where the deadlock rules check whether boxes can reach goals.
    fn is_unserved(&self, boxes: &[Cell]) -> bool {
        self.side.direction == SearchDirection::Pull && !self.side.analysis.sinks.can_serve(boxes, |_| true)
    }

    fn distance(&self, cell: Cell) -> u64 {
        u64::from(self.distance_from_home[usize::from(cell)])
    }

    /// The features of the position in `unpacked`, and its broken links.
    fn evaluate(&self, unpacked: &UnpackedState, rooms: &mut Rooms) -> (UnblockFeatureVector, u64) {
        let board = self.side.analysis.board;
        let broken = rooms.broken(board, &unpacked.occupied);
        let boxes = || unpacked.boxes.iter().copied();
        let features = UnblockFeatureVector {
            unserved: self.is_unserved(&unpacked.boxes),
            regions: u64::from(unpacked.regions.count()),
            broken: u64::from(broken.count_ones()),
            stuck: boxes().filter(|&cell| self.is_stuck(&unpacked.occupied, cell)).count() as u64,
            on_goals: boxes().filter(|&cell| board.is_goal(cell)).count() as u64,
            distance: boxes().map(|cell| self.distance(cell)).sum(),
        };
        (features, broken)
    }

    /// The features of a child, except its regions. The box has been moved from `from` to `to`; `broken` are
    /// the broken links without it.
    fn evaluate_child(
        &self,
        (unpacked, rooms): (&UnpackedState, &mut Rooms),
        here: UnblockFeatureVector,
        (from, to): (Cell, Cell),
        broken: u64,
    ) -> UnblockFeatureVector {
        let board = self.side.analysis.board;
        let boxes = || unpacked.boxes.iter().map(|&cell| if cell == from { to } else { cell });
        let is_served = !here.unserved
            && (self.side.direction == SearchDirection::Push
                || self.side.analysis.sinks.keeps_sinks(from, to));
        let on_goal = |cell| u64::from(board.is_goal(cell));
        UnblockFeatureVector {
            unserved: !is_served && self.is_unserved(&boxes().collect::<Vec<Cell>>()),
            regions: 0,
            broken: u64::from(rooms.broken_with(board, &unpacked.occupied, to, broken).count_ones()),
            stuck: boxes().filter(|&cell| self.is_stuck(&unpacked.occupied, cell)).count() as u64,
            on_goals: here.on_goals + on_goal(to) - on_goal(from),
            distance: here.distance + self.distance(to) - self.distance(from),
        }
    }
}

impl<'b> Features<MacroPushSpace<'b>> for UnblockFeatures<'_> {
    fn mark(&self, state: &[u64]) -> Mark {
        let (unpacked, rooms) = &mut *self.scratch.borrow_mut();
        unpacked.load(self.side.analysis.board, self.encoding, state);
        self.evaluate(unpacked, rooms).0.mark(self.measure)
    }

    fn annotate(
        &self,
        parent: &[u64],
        here: Mark,
        children: &mut Successors<MacroPushSpace<'b>>,
        marks: &mut [Mark],
    ) {
        let board = self.side.analysis.board;
        let (unpacked, rooms) = &mut *self.scratch.borrow_mut();
        unpacked.load(board, self.encoding, parent);
        let (parent_features, broken) = self.evaluate(unpacked, rooms);
        let mut removed_box = (WALL, 0);
        let mut placed_box = ((WALL, WALL), parent_features);
        self.side.mark_children(
            here,
            unpacked,
            children,
            marks,
            |unpacked, MacroPush { from, to, regions, .. }| {
                if removed_box.0 != from {
                    unpacked.occupied[usize::from(to)] = false;
                    removed_box = (from, rooms.broken_without(board, &unpacked.occupied, from, broken));
                    unpacked.occupied[usize::from(to)] = true;
                }
                if placed_box.0 != (from, to) {
                    placed_box = (
                        (from, to),
                        self.evaluate_child((unpacked, rooms), parent_features, (from, to), removed_box.1),
                    );
                }
                UnblockFeatureVector { regions: u64::from(regions), ..placed_box.1 }.mark(self.measure)
            },
        );
    }

    fn prove_dead(&self, state: &[u64], budget: &mut Budget<'_>) -> Result<bool, Stop> {
        let (unpacked, rooms) = &mut *self.scratch.borrow_mut();
        if self.side.analysis.is_dead(self.side.direction, unpacked, self.encoding, state, budget)? {
            return Ok(true);
        }
        let score = self.evaluate(unpacked, rooms).0.mark(self.measure).score;
        self.best.offer(score, &unpacked.boxes);
        Ok(false)
    }
}
