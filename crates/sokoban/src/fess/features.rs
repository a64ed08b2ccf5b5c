//! Features of positions on the way along a packing plan.
//!
//! The marks of successors, which are derived from the features of their parent, are in `child_marks`.

use std::cell::RefCell;

use crate::board::{Cell, WALL};
use crate::fess::blocking::Blocking;
use crate::fess::feature_vector::{FeatureVector, TieBreak};
use crate::fess::level_analysis::LevelAnalysis;
use crate::fess::novelty::{Novelty, NoveltyMeasure};
use crate::fess::out_of_plan::OutOfPlan;
use crate::fess::packing_plan::PackingPlan;
use crate::fess::rooms::Rooms;
use crate::fess::routes::Routes;
use crate::fess::supply::{BoxSupply, EarlierMatches};
use crate::state::{PlayerRegion, StateEncoding, UnpackedState};
use lurd_engine::budget::{Budget, Deadline};
use lurd_engine::outcome::Stop;

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

/// The features of a position.
#[derive(Clone, Copy, Default)]
pub(super) struct Evaluation {
    /// The number of steps of the plan that are done.
    pub(super) done: usize,
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
        let novelty = Novelty::bytes(board.cells(), 2 * plan.steps().len() + 10);
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
            scratch: RefCell::new(PackingScratch {
                unpacked: UnpackedState::new(board.cells()),
                rooms: analysis.rooms.clone(),
                player_region: PlayerRegion::new(board.cells()),
                routes,
                novelty: Novelty::new(board.cells()),
                matches: EarlierMatches::none(board.cells()),
                blocking: Blocking::new(board.cells(), options.counts_player_walk),
                blocking_after_step: Blocking::new(board.cells(), options.counts_player_walk),
            }),
            analysis,
            plan,
            options,
        })
    }

    /// The number of steps of the plan that are done.
    pub(super) fn done(&self, occupied: &[bool]) -> usize {
        self.plan.packed(|cell| occupied[usize::from(cell)])
    }

    /// The number of steps, or without a plan of goals, that remain.
    pub(super) fn to_pack(&self, done: usize, occupied: &[bool]) -> u64 {
        let remaining = if self.plan.steps().is_empty() {
            self.analysis.board.goals().iter().filter(|&&goal| !occupied[usize::from(goal)]).count()
        } else {
            self.plan.steps().len() - done
        };
        remaining as u64
    }

    /// The number of remaining steps for which no box is left.
    pub(super) fn missing(
        &self,
        done: usize,
        boxes: impl Iterator<Item = Cell>,
        earlier: &mut EarlierMatches,
    ) -> u64 {
        let unpacked = boxes.filter(|&cell| !self.plan.has_placed(cell, done));
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
        let broken = rooms.broken(board, &unpacked.occupied);
        let features = FeatureVector {
            missing: self.missing(done, boxes(), matches),
            to_pack: self.to_pack(done, &unpacked.occupied),
            regions: u64::from(unpacked.regions.count()),
            broken: u64::from(broken.count_ones()),
            out_of_plan: boxes().filter(|&cell| zone[usize::from(cell)]).count() as u64,
            blocking,
            hot: match self.options.tie {
                TieBreak::FewHotspots => {
                    boxes().map(|cell| hotspots.pairs(cell, &unpacked.boxes)).sum::<u64>() / 2
                }
                TieBreak::Far | TieBreak::Near | TieBreak::Oldest => 0,
            },
            distance: boxes().map(|cell| u64::from(self.analysis.nearest(cell))).sum(),
        };
        Evaluation { done, features, broken }
    }
}
