//! Features of searches for a target: given cells for the boxes, in any assignment, or an unblocked position.

use std::cell::RefCell;

use lurd_engine::program::{
    budget::{Budget, Deadline, Task},
    outcome::Stop,
    space::{DEAD_END, Features, Mark, Successors},
};

use super::{level_analysis::LevelAnalysis, random_ties::with_random_tie_break, rooms::Rooms};
use crate::{
    board::{Board, Cell, WALL},
    bounds::{BoxAndSide, Distances, Matched, Matcher, UNREACHABLE},
    deadlock::Rule,
    direction::{Direction, SearchDirection},
    spaces::{MacroPush, MacroPushSpace},
    state::{StateEncoding, UnpackedState},
};

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
        boxes_and_sides
            .extend(unpacked.boxes.iter().map(|&cell| self.distances.box_and_side(self.target, cell, player)));
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

    fn annotate(&self, parent: &[u64], here: Mark, children: &mut Successors<MacroPushSpace<'b>>, marks: &mut [Mark]) {
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
        Some(Task { name: "in place", done, of: boxes.len() as u64, began: None })
    }

    fn prove_dead(&self, state: &[u64], budget: &mut Budget<'_>) -> Result<bool, Stop> {
        let scratch = &mut *self.scratch.borrow_mut();
        if self.side.analysis.is_dead(self.side.direction, &mut scratch.unpacked, self.encoding, state, budget)? {
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

// Features of a search for an unblocked position, in which few boxes are in the way of others.
//
// Such a position is an easier target for a search from the other side than the goals or the start.
// (Festival's forward search has such a target, which it calls the *imagined board*.)

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
            && (self.side.direction == SearchDirection::Push || self.side.analysis.sinks.keeps_sinks(from, to));
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

    fn annotate(&self, parent: &[u64], here: Mark, children: &mut Successors<MacroPushSpace<'b>>, marks: &mut [Mark]) {
        let board = self.side.analysis.board;
        let (unpacked, rooms) = &mut *self.scratch.borrow_mut();
        unpacked.load(board, self.encoding, parent);
        let (parent_features, broken) = self.evaluate(unpacked, rooms);
        let mut removed_box = (WALL, 0);
        let mut placed_box = ((WALL, WALL), parent_features);
        self.side.mark_children(here, unpacked, children, marks, |unpacked, MacroPush { from, to, regions, .. }| {
            if removed_box.0 != from {
                unpacked.occupied[usize::from(to)] = false;
                removed_box = (from, rooms.broken_without(board, &unpacked.occupied, from, broken));
                unpacked.occupied[usize::from(to)] = true;
            }
            if placed_box.0 != (from, to) {
                placed_box =
                    ((from, to), self.evaluate_child((unpacked, rooms), parent_features, (from, to), removed_box.1));
            }
            UnblockFeatureVector { regions: u64::from(regions), ..placed_box.1 }.mark(self.measure)
        });
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

// The part that the features of both sides of a bidirectional search share.

/// One side of a bidirectional search.
pub(super) struct SearchSide<'t> {
    pub(super) analysis: &'t LevelAnalysis<'t>,
    pub(super) direction: SearchDirection,
    /// The seed of random tie-breaking, if there is any.
    seed: Option<u64>,
    pub(super) deadline: Deadline,
}

impl<'t> SearchSide<'t> {
    pub(super) fn new(
        analysis: &'t LevelAnalysis<'t>,
        direction: SearchDirection,
        seed: Option<u64>,
        budget: &Budget<'_>,
    ) -> Self {
        Self { analysis, direction, seed, deadline: budget.deadline() }
    }

    /// Writes the marks of the children of the position in `unpacked`, which has the mark `here`.
    /// `mark_child` is called for each macro push with its box moved. Forward, children that match a proved
    /// deadlock pattern are pruned.
    pub(super) fn mark_children(
        &self,
        here: Mark,
        unpacked: &mut UnpackedState,
        children: &mut Successors<MacroPushSpace<'_>>,
        marks: &mut [Mark],
        mut mark_child: impl FnMut(&mut UnpackedState, MacroPush) -> Mark,
    ) {
        let checker = self.analysis.checker.borrow();
        for (index, mark) in marks.iter_mut().enumerate() {
            if children.estimate(index) == DEAD_END {
                continue;
            }
            // With hundreds of boxes one expansion can outlast the time limit, and then its marks are unused.
            if index % 64 == 63 && self.deadline.is_over() {
                return;
            }
            let macro_push @ MacroPush { from, to, region, .. } = children.action(index);
            if from == WALL {
                *mark = Mark { weight: 0, ..here };
                continue;
            }
            unpacked.occupied[usize::from(from)] = false;
            unpacked.occupied[usize::from(to)] = true;
            let since = checker.rules.counts.begin();
            let fits =
                self.direction == SearchDirection::Push && checker.patterns().fits_at(to, &unpacked.occupied, region);
            checker.rules.counts.end(Rule::Corrals, since);
            if fits {
                checker.rules.counts.count(Rule::Corrals);
                children.prune(index);
            } else {
                *mark = mark_child(unpacked, macro_push);
                if let Some(seed) = self.seed {
                    mark.score = with_random_tie_break(seed, mark.score, TIE_BITS, macro_push);
                }
            }
            unpacked.occupied[usize::from(to)] = false;
            unpacked.occupied[usize::from(from)] = true;
        }
    }
}

// The best position that a search has expanded, as a target for another search.

/// The boxes of the position with the lowest score so far.
#[derive(Debug, Default)]
pub struct BestPosition(RefCell<Option<(u64, Vec<Cell>)>>);

impl BestPosition {
    /// Keeps a position if its score is lower than that of the kept one.
    pub(super) fn offer(&self, score: u64, boxes: &[Cell]) {
        let mut best = self.0.borrow_mut();
        if best.as_ref().is_none_or(|&(known, _)| score < known) {
            *best = Some((score, boxes.to_vec()));
        }
    }

    /// Removes and returns the boxes of the kept position.
    pub fn take(&self) -> Option<Vec<Cell>> {
        self.0.borrow_mut().take().map(|(_, boxes)| boxes)
    }
}
