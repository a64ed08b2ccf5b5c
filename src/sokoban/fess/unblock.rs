//! A search for a position in which no box is in the way of others: something to aim at from the other
//! side that is easier to reach than the goals, or than the start (Festival aims forward at such an
//! *imagined board*).

use std::cell::RefCell;

use crate::budget::Budget;
use crate::outcome::Stop;
use crate::sokoban::board::{Cell, WALL};
use crate::sokoban::bounds::UNREACHABLE;
use crate::sokoban::direction::Direction;
use crate::sokoban::fess::best;
use crate::sokoban::fess::best::Best;
use crate::sokoban::fess::level_analysis::LevelAnalysis;
use crate::sokoban::fess::rooms::Rooms;
use crate::sokoban::fess::side::Side;
use crate::sokoban::search_direction::SearchDirection;
use crate::sokoban::spaces::{MacroPush, MacroPushSpace};
use crate::sokoban::state::StateEncoding;
use crate::sokoban::state::UnpackedState;
use crate::space::{Features, Mark, Successors};

/// What makes a position loose, the most important first. Boxes far from where they began break ties.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Looseness {
    /// Few regions of the floor, few broken links between rooms, few stuck boxes.
    Links,
    /// Few regions, few boxes on goals, few broken links.
    Goals,
    /// Few regions, few stuck boxes.
    Regions,
    /// Few stuck boxes, few regions.
    Stuck,
}

impl Looseness {
    /// Another one, by turns.
    #[must_use]
    pub fn next(self) -> Self {
        match self {
            Self::Links => Self::Goals,
            Self::Goals => Self::Regions,
            Self::Regions => Self::Stuck,
            Self::Stuck => Self::Links,
        }
    }
}

/// See the module.
pub struct UnblockFeatures<'t> {
    side: Side<'t>,
    looseness: Looseness,
    packing: StateEncoding,
    /// To where boxes begin from each cell, the nearest of these.
    far: Vec<u32>,
    best: &'t Best,
    scratch: RefCell<(UnpackedState, Rooms)>,
}

/// What is seen of a position. Less is better, but for the distance.
#[derive(Clone, Copy, Debug, Default)]
struct FeatureVector {
    /// Whether not every box can have come from a source of its own.
    unserved: bool,
    regions: u64,
    broken: u64,
    /// Boxes that nobody could move at once, wherever he stands.
    stuck: u64,
    on_goals: u64,
    distance: u64,
}

/// What is left of a score for ties.
const TIE_BITS: u32 = 16;

impl FeatureVector {
    fn mark(self, looseness: Looseness) -> Mark {
        let features = match looseness {
            Looseness::Links => [self.regions, self.broken, self.stuck],
            Looseness::Goals => [self.regions, self.on_goals, self.broken],
            Looseness::Regions => [self.regions, self.stuck, 0],
            Looseness::Stuck => [self.stuck, self.regions, 0],
        };
        let unserved = u64::from(self.unserved);
        let cell = features.iter().fold(unserved, |cell, &feature| cell << 8 | feature.min(0xFF));
        Mark { cell, score: cell << TIE_BITS | (0xFFFF - self.distance.min(0xFFFF)), weight: 0 }
    }
}

impl<'t> UnblockFeatures<'t> {
    /// Looks by that way for the loosest position, and keeps it in `best`.
    pub fn new(
        terrain: &'t LevelAnalysis<'t>,
        way: SearchDirection,
        (looseness, seed): (Looseness, Option<u64>),
        best: &'t Best,
        budget: &Budget<'_>,
    ) -> Self {
        let cells = terrain.board.cells();
        let homes = match way {
            SearchDirection::Push => terrain.origins(),
            SearchDirection::Pull => terrain.distances,
        };
        let nearest = |cell| homes.to_goals(cell).iter().copied().min().unwrap_or(UNREACHABLE).min(999);
        Self {
            side: Side::new(terrain, way, seed, budget),
            looseness,
            packing: StateEncoding::new(cells),
            far: terrain.board.all().map(nearest).collect(),
            best,
            scratch: RefCell::new((UnpackedState::new(cells), terrain.rooms.clone())),
        }
    }

    fn is_stuck(&self, occupied: &[bool], cell: Cell) -> bool {
        let board = self.side.terrain.board;
        let is_free = |next: Cell| next != WALL && !occupied[usize::from(next)];
        !Direction::ALL.into_iter().any(|direction| {
            let next = board.next(cell, direction);
            is_free(next)
                && is_free(match self.side.way {
                    SearchDirection::Push => board.next(cell, direction.opposite()),
                    SearchDirection::Pull => board.next(next, direction),
                })
        })
    }

    /// Backward only: forward it is for the tests of deadlocks to say whether boxes can get to goals.
    fn is_unserved(&self, boxes: &[Cell]) -> bool {
        self.side.way == SearchDirection::Pull && !self.side.terrain.sources.can_serve(boxes, |_| true)
    }

    fn distance(&self, cell: Cell) -> u64 {
        u64::from(self.far[usize::from(cell)])
    }

    /// The position in hand, and its broken links.
    fn see(&self, hand: &UnpackedState, rooms: &mut Rooms) -> (FeatureVector, u64) {
        let board = self.side.terrain.board;
        let broken = rooms.broken(board, &hand.occupied);
        let boxes = || hand.boxes.iter().copied();
        let seen = FeatureVector {
            unserved: self.is_unserved(&hand.boxes),
            regions: u64::from(hand.regions.count()),
            broken: u64::from(broken.count_ones()),
            stuck: boxes().filter(|&cell| self.is_stuck(&hand.occupied, cell)).count() as u64,
            on_goals: boxes().filter(|&cell| board.is_goal(cell)).count() as u64,
            distance: boxes().map(|cell| self.distance(cell)).sum(),
        };
        (seen, broken)
    }

    /// What a child looks like, except its regions: the box is on `to`, `from` is free, and the links in
    /// `broken` are broken without it.
    fn see_child(
        &self,
        (hand, rooms): (&UnpackedState, &mut Rooms),
        here: FeatureVector,
        (from, to): (Cell, Cell),
        broken: u64,
    ) -> FeatureVector {
        let board = self.side.terrain.board;
        let boxes = || hand.boxes.iter().map(|&cell| if cell == from { to } else { cell });
        let is_served = !here.unserved
            && (self.side.way == SearchDirection::Push || self.side.terrain.sources.is_as_free(from, to));
        let on_goal = |cell| u64::from(board.is_goal(cell));
        FeatureVector {
            unserved: !is_served && self.is_unserved(&boxes().collect::<Vec<Cell>>()),
            regions: 0,
            broken: u64::from(rooms.broken_with(board, &hand.occupied, to, broken).count_ones()),
            stuck: boxes().filter(|&cell| self.is_stuck(&hand.occupied, cell)).count() as u64,
            on_goals: here.on_goals + on_goal(to) - on_goal(from),
            distance: here.distance + self.distance(to) - self.distance(from),
        }
    }
}

impl<'b> Features<MacroPushSpace<'b>> for UnblockFeatures<'_> {
    fn mark(&self, state: &[u64]) -> Mark {
        let (hand, rooms) = &mut *self.scratch.borrow_mut();
        hand.load(self.side.terrain.board, self.packing, state);
        self.see(hand, rooms).0.mark(self.looseness)
    }

    fn annotate(
        &self,
        parent: &[u64],
        here: Mark,
        children: &mut Successors<MacroPushSpace<'b>>,
        marks: &mut [Mark],
    ) {
        let board = self.side.terrain.board;
        let (hand, rooms) = &mut *self.scratch.borrow_mut();
        hand.load(board, self.packing, parent);
        let (seen_here, broken) = self.see(hand, rooms);
        let mut lifted = (WALL, 0);
        let mut put = ((WALL, WALL), seen_here);
        self.side.mark_children(here, hand, children, marks, |hand, MacroPush { from, to, regions, .. }| {
            if lifted.0 != from {
                hand.occupied[usize::from(to)] = false;
                lifted = (from, rooms.broken_without(board, &hand.occupied, from, broken));
                hand.occupied[usize::from(to)] = true;
            }
            if put.0 != (from, to) {
                put = ((from, to), self.see_child((hand, rooms), seen_here, (from, to), lifted.1));
            }
            FeatureVector { regions: u64::from(regions), ..put.1 }.mark(self.looseness)
        });
    }

    fn prove_dead(&self, state: &[u64], budget: &mut Budget<'_>) -> Result<bool, Stop> {
        let (hand, rooms) = &mut *self.scratch.borrow_mut();
        if self.side.terrain.is_dead(self.side.way, hand, self.packing, state, budget)? {
            return Ok(true);
        }
        let score = self.see(hand, rooms).0.mark(self.looseness).score;
        best::keep(self.best, score, &hand.boxes);
        Ok(false)
    }
}
