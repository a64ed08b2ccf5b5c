//! Features of positions on the way along a packing plan, and the mark that they make.
//!
//! The marks of successors, which are derived from the features of their parent, are in `child_marks`.

use std::cell::RefCell;

use lurd_engine::program::{
    budget::{Budget, Deadline},
    outcome::Stop,
    space::Mark,
};

use super::{
    blocking::{Blocking, Routes},
    level_analysis::LevelAnalysis,
    novelty::{Novelty, NoveltyMeasure},
    plan_search::PackingPlan,
    rooms::Rooms,
    supply::{BoxSupply, EarlierMatches},
};
use crate::{
    board::{Board, Cell, WALL, floor_graph::FloorGraph},
    direction::Direction,
    state::{PlayerRegion, StateEncoding, UnpackedState},
};

/// Preferences of a search along a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FeatureOptions {
    /// The order of positions with equal features.
    pub tie: TieBreak,
    /// The macro pushes that get a low weight for their novelty.
    pub novelty: NoveltyMeasure,
    /// Whether the position with the lowest score is always expanded first, without cells and weights.
    pub greedy: bool,
    /// Whether the boxes between the player and the first push of the next step count as boxes in its way.
    pub counts_player_walk: bool,
    /// The seed of random tie-breaking, which replaces `tie`.
    pub seed: Option<u64>,
}

/// The largest table of novelties; on larger levels, novelty is not used.
const MAX_NOVELTY_BYTES: u64 = 50_000_000;

/// The features of a search of macro pushes along a packing plan.
pub struct PackingFeatures<'t> {
    pub(super) analysis: &'t LevelAnalysis<'t>,
    pub(super) encoding: StateEncoding,
    pub(super) plan: PackingPlan,
    pub(super) options: FeatureOptions,
    pub(super) deadline: Deadline,
    pub(super) out_of_plan: OutOfPlan,
    pub(super) supply: BoxSupply,
    pub(super) kept: KeptGoals,
    pub(super) scratch: RefCell<PackingScratch>,
}

/// Buffers, and the novelties seen so far.
pub(super) struct PackingScratch {
    pub(super) unpacked: UnpackedState,
    pub(super) rooms: Rooms,
    pub(super) player_region: PlayerRegion,
    pub(super) novelty: Novelty,
    pub(super) matches: EarlierMatches,
    pub(super) routes: Routes,
    pub(super) blocking: Blocking,
    /// The same for successors that have other steps done.
    pub(super) blocking_after_step: Blocking,
}

fn scratch(analysis: &LevelAnalysis<'_>, options: FeatureOptions, routes: Routes) -> PackingScratch {
    let cells = analysis.board.cells();
    PackingScratch {
        unpacked: UnpackedState::new(cells),
        rooms: analysis.rooms.clone(),
        player_region: PlayerRegion::new(cells),
        routes,
        novelty: Novelty::new(cells),
        matches: EarlierMatches::none(cells),
        blocking: Blocking::new(cells, options.counts_player_walk),
        blocking_after_step: Blocking::new(cells, options.counts_player_walk),
    }
}

/// The features of a position.
#[derive(Clone, Copy, Default)]
pub(super) struct Evaluation {
    /// The number of steps of the plan that are done.
    pub(super) done: usize,
    /// The number of kept goals without a box.
    pub(super) empty: usize,
    pub(super) features: FeatureVector,
    /// The broken links between rooms, one bit each.
    pub(super) broken: u64,
}

impl<'t> PackingFeatures<'t> {
    /// Prepares the features along `plan`. With an empty plan, filled goals count instead of steps.
    ///
    /// # Errors
    /// When the budget stops the preparation or has too little memory.
    pub fn new(
        analysis: &'t LevelAnalysis<'t>,
        plan: PackingPlan,
        options: FeatureOptions,
        budget: &mut Budget<'_>,
    ) -> Result<Self, Stop> {
        let board = analysis.board;
        budget.grow((plan.steps().len() * board.cells() * (board.cells().div_ceil(64) * 8 + 40)) as u64)?;
        let kept = KeptGoals::new(board, &plan);
        let novelty = Novelty::bytes(board.cells(), 2 * (plan.steps().len() + kept.count) + 10);
        let options = if novelty > MAX_NOVELTY_BYTES {
            FeatureOptions { novelty: NoveltyMeasure::Off, ..options }
        } else {
            options
        };
        budget.grow(if options.novelty == NoveltyMeasure::Off { 0 } else { novelty })?;
        let mut routes = Routes::default();
        for done in 0..=plan.steps().len() {
            budget.check_now()?;
            routes.table(board, &plan, done);
        }
        Ok(Self {
            encoding: StateEncoding::new(board.cells()),
            deadline: budget.deadline(),
            out_of_plan: OutOfPlan::new(board, &plan),
            supply: BoxSupply::new(board, &plan, &mut routes),
            kept,
            scratch: RefCell::new(scratch(analysis, options, routes)),
            analysis,
            plan,
            options,
        })
    }

    /// Buffers without a loaded position.
    #[cfg(any(test, feature = "check"))]
    pub(super) fn new_scratch(&self) -> PackingScratch {
        scratch(self.analysis, self.options, Routes::default())
    }

    /// The number of steps of the plan that are done.
    pub(super) fn done(&self, occupied: &[bool]) -> usize {
        self.plan.packed(|cell| occupied[usize::from(cell)])
    }

    /// The number of steps that remain and of kept goals that have no box.
    pub(super) fn to_pack(&self, done: usize, empty: usize) -> u64 {
        (self.plan.steps().len() - done + empty) as u64
    }

    /// Whether a box on `cell` stays there when `done` steps are done.
    pub(super) fn is_packed(&self, cell: Cell, done: usize) -> bool {
        self.plan.has_placed(cell, done) || self.kept.is_kept[usize::from(cell)]
    }

    /// The number of remaining steps for which no box is left.
    pub(super) fn missing(&self, done: usize, boxes: impl Iterator<Item = Cell>, earlier: &mut EarlierMatches) -> u64 {
        let unpacked = boxes.filter(|&cell| !self.is_packed(cell, done));
        u64::from(self.supply.missing(self.supply.demand(done), unpacked, earlier))
    }

    /// Counts the boxes in the way of each of `boxes` to the next cell of the plan when `done` steps are done.
    pub(super) fn load_blocking(
        &self,
        blocking: &mut Blocking,
        routes: &mut Routes,
        done: usize,
        boxes: impl Iterator<Item = Cell> + Clone,
    ) {
        if !self.plan.steps().is_empty() {
            blocking.load(routes.table(self.analysis.board, &self.plan, done), boxes);
        }
    }

    /// Evaluates the position loaded into `scratch`.
    pub(super) fn evaluate(&self, scratch: &mut PackingScratch, player: Cell) -> Evaluation {
        let LevelAnalysis { board, hotspots, .. } = self.analysis;
        let all = scratch.unpacked.boxes.clone();
        let boxes = || all.iter().copied();
        let PackingScratch { unpacked, rooms, routes, blocking, matches, .. } = scratch;
        let done = self.done(&unpacked.occupied);
        self.load_blocking(blocking, routes, done, boxes());
        blocking.place(WALL, WALL);
        let blocking = match self.plan.steps().len() {
            0 => 0,
            _ => blocking.fewest(board, &unpacked.occupied, player, |_| false),
        };
        let zone = self.out_of_plan.zone(done);
        let empty = self.kept.empty(boxes());
        let broken = rooms.broken(board, &unpacked.occupied);
        let features = FeatureVector {
            missing: self.missing(done, boxes(), matches),
            to_pack: self.to_pack(done, empty),
            regions: u64::from(unpacked.regions.count()),
            broken: u64::from(broken.count_ones()),
            out_of_plan: boxes().filter(|&cell| zone[usize::from(cell)]).count() as u64,
            blocking,
            hot: match self.options.tie {
                TieBreak::FewHotspots => boxes().map(|cell| hotspots.pairs(cell, &unpacked.boxes)).sum::<u64>() / 2,
                TieBreak::Far | TieBreak::Near | TieBreak::Oldest => 0,
            },
            distance: boxes().map(|cell| u64::from(self.analysis.nearest(cell))).sum(),
        };
        Evaluation { done, empty, features, broken }
    }
}

// The features of a position along a plan, and their mark.

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
    /// Remaining steps of the plan, and goals that it does not fill and that have no box now.
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
    /// Pairs of boxes of which one blocks the other from a goal (see `level_analysis`).
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
        let features =
            [(self.missing, 8), (self.to_pack, 9), (self.regions, 6), (self.broken, 6), (self.out_of_plan, 7)];
        let field = |value: u64, bits: u32| value.min((1 << bits) - 1);
        let cell = features.iter().fold(0, |cell, &(value, bits)| cell << bits | field(value, bits));
        let far = 0xFFF - field(self.distance, 12);
        let tie = match tie {
            TieBreak::Far => far,
            TieBreak::Near => field(self.distance, 12),
            TieBreak::Oldest => 0,
            TieBreak::FewHotspots => field(self.hot, 10) << 12 | far,
        };
        Mark { cell, score: cell << 28 | field(self.blocking, 6) << TIE_BITS | tie, weight: 1, is_bound: false }
    }
}

// Goals that a plan does not fill.

/// The *kept* goals: those that the plan does not fill, because they have a box from the start that may stay; without a plan,
/// all goals. If a step takes its box from a kept goal, that goal has to be filled instead. Without counting them, a search
/// is led to positions where all steps are done and such goals are empty.
pub(super) struct KeptGoals {
    /// For each cell, whether it is one of them.
    is_kept: Vec<bool>,
    count: usize,
}

impl KeptGoals {
    fn new(board: &Board, plan: &PackingPlan) -> Self {
        let steps = plan.steps().len();
        let is_kept: Vec<bool> = board.all().map(|cell| board.is_goal(cell) && !plan.has_placed(cell, steps)).collect();
        Self { count: is_kept.iter().filter(|&&kept| kept).count(), is_kept }
    }

    /// How many of them have no box.
    pub(super) fn empty(&self, boxes: impl Iterator<Item = Cell>) -> usize {
        self.count - boxes.filter(|&cell| self.is_kept[usize::from(cell)]).count()
    }

    /// How many have no box after a box was moved, if so many had none before.
    pub(super) fn empty_after(&self, before: usize, from: Cell, to: Cell) -> usize {
        before + usize::from(self.is_kept[usize::from(from)]) - usize::from(self.is_kept[usize::from(to)])
    }
}

// Zones in which a box becomes useless once a part of the plan is done (*out of plan* in the FESS paper).

/// For each number of steps done, the cells from which a box can reach none of the goals that remain to be filled.
#[derive(Clone, Debug)]
pub(super) struct OutOfPlan {
    zones: Vec<Vec<bool>>,
    /// For each number of steps done, the index of the zone that counts.
    zone_of: Vec<usize>,
}

impl OutOfPlan {
    /// The zones of a plan, with permanently placed boxes as walls. The zone that counts is the next different one,
    /// so boxes are brought out before a step locks them in. O(steps * cells * goals) in the worst case.
    pub(super) fn new(board: &Board, plan: &PackingPlan) -> Self {
        let steps = plan.steps();
        let mut zones: Vec<Vec<bool>> = Vec::new();
        let mut exact = Vec::new();
        for done in 0..=steps.len() {
            let mut walls = vec![false; board.cells()];
            let mut open: Vec<Cell> = Vec::new();
            for (index, step) in steps.iter().enumerate() {
                if index < done && step.until.is_none_or(|until| until >= done) {
                    walls[usize::from(step.to)] = step.until.is_none();
                } else if index >= done && step.until.is_none() {
                    open.push(step.to);
                }
            }
            let zone = if open.is_empty() { vec![false; board.cells()] } else { zone(board, &walls, &open) };
            if zones.last() != Some(&zone) {
                zones.push(zone);
            }
            exact.push(zones.len() - 1);
        }
        let last = zones.len() - 1;
        let zone_of = exact.iter().map(|&zone| (zone + 1).min(last)).collect();
        Self { zones, zone_of }
    }

    /// The zone that counts when `done` steps are done.
    pub(super) fn zone(&self, done: usize) -> &[bool] {
        &self.zones[self.zone_of[done]]
    }
}

/// The cells other than walls from which a box can reach no open goal, wherever the player starts. Searches
/// backward over (cell, side of the player), because a box can separate the sides.
fn zone(board: &Board, walls: &[bool], open: &[Cell]) -> Vec<bool> {
    let floor = FloorGraph::among(board, |cell| walls[usize::from(cell)]);
    let mut visited = vec![[false; 4]; board.cells()];
    let mut stack: Vec<(Cell, u8)> = Vec::new();
    for &cell in open {
        visited[usize::from(cell)] = [true; 4];
        stack.extend((0..4).map(|side| (cell, side)));
    }
    let mut useful = vec![false; board.cells()];
    while let Some((cell, side)) = stack.pop() {
        useful[usize::from(cell)] = true;
        for direction in Direction::ALL {
            let Some((before, stood)) = floor.push_to(cell, side, direction) else {
                continue;
            };
            if !std::mem::replace(&mut visited[usize::from(before)][usize::from(stood)], true) {
                stack.push((before, stood));
            }
        }
    }
    (0..board.cells()).map(|cell| !useful[cell] && !walls[cell]).collect()
}

#[cfg(test)]
mod feature_vector_tests {
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
            assert_eq!(worse.mark(TieBreak::Far).cell != features.mark(TieBreak::Far).cell, new_cell, "{worse:?}");
        }
        let huge =
            FeatureVector { missing: 9999, to_pack: 9999, regions: 9999, hot: 99_999, ..FeatureVector::default() };
        assert!(huge.mark(TieBreak::FewHotspots).score > features.mark(TieBreak::FewHotspots).score);
    }
}

#[cfg(test)]
mod kept_goals_tests {
    use super::*;
    use crate::{bounds::tests::random_level, direction::Direction};

    /// The counts after each push are those of the new boxes, and all goals are kept or filled by the plan.
    #[test]
    fn goals_that_the_plan_does_not_fill_are_counted_again_when_they_are_empty() {
        let mut emptied = 0;
        for seed in 0..400 {
            let board = Board::new(&random_level(seed, 5));
            let Some(&first) = board.goals().first() else { continue };
            let plan = PackingPlan::from_backward(&[(first, None)]);
            for (plan, count) in [(&plan, board.goals().len() - 1), (&PackingPlan::default(), board.goals().len())] {
                let kept = KeptGoals::new(&board, plan);
                assert_eq!(kept.empty(std::iter::empty()), count, "seed {seed}");
                let before = kept.empty(board.boxes().iter().copied());
                for &from in board.boxes() {
                    for to in Direction::ALL.map(|direction| board.next(from, direction)) {
                        if to == WALL || board.boxes().contains(&to) {
                            continue;
                        }
                        let moved = board.boxes().iter().map(|&cell| if cell == from { to } else { cell });
                        let after = kept.empty_after(before, from, to);
                        assert_eq!(after, kept.empty(moved), "seed {seed}");
                        emptied += u32::from(after > before);
                    }
                }
            }
        }
        assert!(emptied > 100, "{emptied}");
    }
}
