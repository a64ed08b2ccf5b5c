//! The features of positions on the way forward along a plan.

use std::cell::RefCell;

use crate::budget::{Budget, Deadline, Task};
use crate::outcome::Stop;
use crate::sokoban::board::{Cell, WALL};
use crate::sokoban::direction::Direction;
use crate::sokoban::fess::access::Access;
use crate::sokoban::fess::advisors::Advisors;
use crate::sokoban::fess::feature_vector::{FeatureVector, TIE_BITS, TieBreak};
use crate::sokoban::fess::level_analysis::LevelAnalysis;
use crate::sokoban::fess::novelty::{Novelty, NoveltyMeasure};
use crate::sokoban::fess::out_of_plan::OutOfPlan;
use crate::sokoban::fess::packing_plan::PackingPlan;
use crate::sokoban::fess::random_tie_break;
use crate::sokoban::fess::rooms::Rooms;
use crate::sokoban::fess::routes::Routes;
use crate::sokoban::fess::supply::BoxSupply;
use crate::sokoban::search_direction::SearchDirection;
use crate::sokoban::spaces::{MacroPush, MacroPushSpace};
use crate::sokoban::state::UnpackedState;
use crate::sokoban::state::{PlayerRegion, StateEncoding};
use crate::space::{DEAD_END, Features, Mark, Successors};

/// What a guide prefers, beside its plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FeatureOptions {
    /// Which of equal positions comes first.
    pub tie: TieBreak,
    /// What is worth a try although nobody advises it.
    pub novelty: NoveltyMeasure,
    /// Whether the best position comes first wherever it is, without cells and weights.
    pub greedy: bool,
    /// Whether the boxes between the player and the first push of the next step count among those in its
    /// way.
    pub counts_player_walk: bool,
    /// If there is a seed, chance breaks ties instead.
    pub seed: Option<u64>,
}

/// Beyond that many bytes novelty is not worth it.
const MAX_NOVELTY_BYTES: u64 = 50_000_000;

/// Leads a search of carries along a packing plan.
pub struct PackingFeatures<'t> {
    analysis: &'t LevelAnalysis<'t>,
    encoding: StateEncoding,
    plan: PackingPlan,
    options: FeatureOptions,
    deadline: Deadline,
    out_of_plan: OutOfPlan,
    supply: BoxSupply,
    scratch: RefCell<PackingScratch>,
}

struct PackingScratch {
    unpacked: UnpackedState,
    rooms: Rooms,
    sight: PlayerRegion,
    routes: Routes,
    novelty: Novelty,
    set: Vec<u64>,
    access: Access,
}

impl<'t> PackingFeatures<'t> {
    /// A guide along `plan`, which may be empty; it then just fills goals.
    ///
    /// # Errors
    /// When the budget has neither the time nor the memory.
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
                sight: PlayerRegion::new(board.cells()),
                routes,
                novelty: Novelty::new(board.cells()),
                set: vec![0; board.cells().div_ceil(64)],
                access: Access::new(board.cells()),
            }),
            analysis,
            plan,
            options,
        })
    }

    /// How many steps of the plan are done.
    fn done(&self, occupied: &[bool]) -> usize {
        self.plan.packed(|cell| occupied[usize::from(cell)])
    }

    fn to_pack(&self, done: usize, occupied: &[bool]) -> u64 {
        let left = if self.plan.steps().is_empty() {
            self.analysis.board.goals().iter().filter(|&&goal| !occupied[usize::from(goal)]).count()
        } else {
            self.plan.steps().len() - done
        };
        left as u64
    }

    /// How many of the steps left no box can be found for.
    fn missing(&self, done: usize, boxes: impl Iterator<Item = Cell>) -> u64 {
        let loose = boxes.filter(|&cell| !self.plan.has_placed(cell, done));
        u64::from(self.supply.missing(self.supply.demand(done), loose))
    }

    /// How many boxes are in the way of the box that has the fewest in its way to the next cell of the
    /// plan, those between the player, on `player`, and its first push among them.
    fn blocking(
        &self,
        scratch: &mut PackingScratch,
        done: usize,
        boxes: impl Iterator<Item = Cell> + Clone,
        player: Cell,
    ) -> u64 {
        if self.plan.steps().is_empty() {
            return 0;
        }
        let PackingScratch { unpacked, routes, set, access, .. } = scratch;
        let stage = routes.table(self.analysis.board, &self.plan, done);
        set.fill(0);
        boxes.clone().for_each(|cell| set[usize::from(cell) / 64] |= 1 << (cell % 64));
        if self.options.counts_player_walk {
            access.fill(self.analysis.board, &unpacked.occupied, player);
        }
        let in_the_way = |cell| {
            let stand = stage.stand(cell).filter(|_| self.options.counts_player_walk);
            stage.in_the_way(cell, set) + stand.map_or(0, |stand| access.boxes_to(stand))
        };
        u64::from(boxes.filter(|&cell| stage.has_route(cell)).map(in_the_way).min().unwrap_or(u32::MAX))
    }

    /// The steps done, the features and the broken links of the position in hand, from nothing.
    fn evaluate(&self, scratch: &mut PackingScratch, player: Cell) -> (usize, FeatureVector, u64) {
        let LevelAnalysis { board, hotspots, .. } = self.analysis;
        let all = scratch.unpacked.boxes.clone();
        let boxes = || all.iter().copied();
        let done = self.done(&scratch.unpacked.occupied);
        let blocking = self.blocking(scratch, done, boxes(), player);
        let PackingScratch { unpacked, rooms, .. } = scratch;
        let zone = self.out_of_plan.zone(done);
        let broken = rooms.broken(board, &unpacked.occupied);
        let features = FeatureVector {
            missing: self.missing(done, boxes()),
            to_pack: self.to_pack(done, &unpacked.occupied),
            regions: u64::from(unpacked.regions.count()),
            broken: u64::from(broken.count_ones()),
            out_of_plan: boxes().filter(|&cell| zone[usize::from(cell)]).count() as u64,
            blocking,
            hot: boxes().map(|cell| hotspots.pairs(cell, &unpacked.boxes)).sum::<u64>() / 2,
            distance: boxes().map(|cell| u64::from(self.analysis.nearest(cell))).sum(),
        };
        (done, features, broken)
    }

    /// The steps done and the features of a child, except what depends on where the player is: its
    /// regions, and what hinders. The box is on `to`, `from` is free, and the links in `broken` are broken
    /// without it.
    fn evaluate_child(
        &self,
        scratch: &mut PackingScratch,
        (done_here, here): (usize, FeatureVector),
        (from, to): (Cell, Cell),
        broken: u64,
    ) -> (usize, FeatureVector) {
        let PackingScratch { unpacked, rooms, .. } = scratch;
        let LevelAnalysis { board, hotspots, .. } = self.analysis;
        let boxes = || unpacked.boxes.iter().map(|&cell| if cell == from { to } else { cell });
        let done = self.done(&unpacked.occupied);
        let zone = self.out_of_plan.zone(done);
        let demand = self.supply.demand(done);
        let serves_as_before = self.supply.serves(from, demand) == self.supply.serves(to, demand);
        let nearest = |cell| u64::from(self.analysis.nearest(cell));
        let features = FeatureVector {
            missing: if done == done_here && serves_as_before {
                here.missing
            } else {
                self.missing(done, boxes())
            },
            to_pack: self.to_pack(done, &unpacked.occupied),
            regions: 0,
            broken: u64::from(rooms.broken_with(board, &unpacked.occupied, to, broken).count_ones()),
            out_of_plan: boxes().filter(|&cell| zone[usize::from(cell)]).count() as u64,
            blocking: 0,
            hot: here.hot + hotspots.pairs(to, &unpacked.boxes)
                - hotspots.pairs(to, &[from])
                - hotspots.pairs(from, &unpacked.boxes),
            distance: here.distance + nearest(to) - nearest(from),
        };
        (done, features)
    }

    /// The box that is nearest to the next cell of the plan and has not been packed.
    fn nearest_unpacked(&self, unpacked: &UnpackedState, done: usize) -> Option<(Cell, Cell)> {
        let next = self.plan.steps().get(done)?.to;
        let loose = unpacked.boxes.iter().copied().filter(|&cell| !self.plan.has_placed(cell, done));
        Some((loose.min_by_key(|&cell| self.analysis.walks.between(cell, next))?, next))
    }

    /// Whether the player touches a box from a side after a carry that he did not touch before, and
    /// can push it from there. The box is on `to`, `from` is free.
    fn exposes_new_push(&self, scratch: &mut PackingScratch, from: Cell, player: Cell, region: Cell) -> bool {
        let PackingScratch { unpacked, sight, .. } = scratch;
        let board = self.analysis.board;
        sight.fill(board, &unpacked.occupied, region);
        let is_new = |cell: Cell| {
            cell != WALL && cell != from && sight.contains(cell) && unpacked.regions.of(cell) != player
        };
        let is_open = |cell: Cell| {
            cell != WALL && !unpacked.occupied[usize::from(cell)] && self.analysis.distances.is_live(cell)
        };
        unpacked.boxes.iter().any(|&other| {
            other != from
                && Direction::ALL.into_iter().any(|direction| {
                    is_new(board.next(other, direction.opposite())) && is_open(board.next(other, direction))
                })
        })
    }
}

impl<'b> Features<MacroPushSpace<'b>> for PackingFeatures<'b> {
    fn mark(&self, state: &[u64]) -> Mark {
        let scratch = &mut *self.scratch.borrow_mut();
        scratch.unpacked.load(self.analysis.board, self.encoding, state);
        self.evaluate(scratch, self.encoding.player(state)).1.mark(self.options.tie)
    }

    fn annotate(
        &self,
        parent: &[u64],
        _here: Mark,
        children: &mut Successors<MacroPushSpace<'b>>,
        marks: &mut [Mark],
    ) {
        let scratch = &mut *self.scratch.borrow_mut();
        let board = self.analysis.board;
        scratch.unpacked.load(board, self.encoding, parent);
        let (done, here, broken) = self.evaluate(scratch, self.encoding.player(parent));
        let checker = self.analysis.checker.borrow();
        let player = self.encoding.player(parent);
        let nearest_unpacked = self.nearest_unpacked(&scratch.unpacked, done);
        let mut removed_box = (WALL, 0);
        let mut placed_box = ((WALL, WALL), (0, FeatureVector::default()), 0);
        let mut advisors = Advisors::default();
        let mut moved: Vec<Cell> = Vec::new();
        for (index, mark) in marks.iter_mut().enumerate() {
            if children.estimate(index) == DEAD_END {
                continue;
            }
            // With hundreds of boxes one expansion can outlast the limit; then it matters no more.
            if index % 64 == 63 && self.deadline.is_over() {
                return;
            }
            let MacroPush { from, to, region, regions, way_back } = children.action(index);
            scratch.unpacked.occupied[usize::from(from)] = false;
            if removed_box.0 != from {
                let links = scratch.rooms.broken_without(board, &scratch.unpacked.occupied, from, broken);
                removed_box = (from, links);
            }
            scratch.unpacked.occupied[usize::from(to)] = true;
            if checker.patterns().fits_at(to, &scratch.unpacked.occupied, region) {
                children.prune(index);
            } else {
                if placed_box.0 != (from, to) {
                    let child = self.evaluate_child(scratch, (done, here), (from, to), removed_box.1);
                    let others = scratch.unpacked.boxes.iter().copied().filter(|&cell| cell != from);
                    let stage = child.1.missing << 32 | child.1.to_pack;
                    let novelty = match self.options.novelty {
                        NoveltyMeasure::Off => 2,
                        _ => scratch.novelty.note(stage, to, others),
                    };
                    placed_box = ((from, to), child, novelty);
                }
                let (done, features) = placed_box.1;
                moved.clear();
                moved.extend(scratch.unpacked.boxes.iter().map(|&cell| if cell == from { to } else { cell }));
                let blocking = self.blocking(scratch, done, moved.iter().copied(), region);
                let features = FeatureVector { regions: u64::from(regions), blocking, ..features };
                *mark = features.mark(self.options.tie);
                if let Some(seed) = self.options.seed {
                    mark.score = random_tie_break::with_random_tie_break(
                        seed,
                        mark.score,
                        TIE_BITS,
                        children.action(index),
                    );
                }
                mark.weight = self.options.novelty.weight(placed_box.2);
                if self.options.greedy {
                    (mark.cell, mark.weight) = (0, 0);
                }
                advisors.consider(here, features, mark.score, index);
                if features.to_pack <= here.to_pack
                    && features.missing <= here.missing
                    && features.regions <= here.regions
                {
                    if let Some((nearest, next)) = nearest_unpacked
                        && nearest == from
                        && features.broken <= here.broken
                    {
                        let gone = u64::from(u16::MAX - self.analysis.walks.between(to, next));
                        advisors.clearing.consider(gone << 48 | mark.score >> 16, index);
                    }
                    // Nothing new can be reached unless the box stood between two regions.
                    if way_back
                        && scratch.unpacked.regions.around(board, from).1 >= 2
                        && self.exposes_new_push(scratch, from, player, region)
                    {
                        advisors.exploring.consider(mark.score, index);
                    }
                }
            }
            scratch.unpacked.occupied[usize::from(to)] = false;
            scratch.unpacked.occupied[usize::from(from)] = true;
        }
        advisors.apply(children, marks);
    }

    fn milestone(&self, state: &[u64]) -> Option<Task> {
        let scratch = &mut *self.scratch.borrow_mut();
        scratch.unpacked.load(self.analysis.board, self.encoding, state);
        let done = self.done(&scratch.unpacked.occupied);
        let of = match self.plan.steps().len() {
            0 => self.analysis.board.goals().len(),
            steps => steps,
        } as u64;
        Some(Task { name: "packed", done: of - self.to_pack(done, &scratch.unpacked.occupied), of })
    }

    fn prove_dead(&self, state: &[u64], budget: &mut Budget<'_>) -> Result<bool, Stop> {
        let unpacked = &mut self.scratch.borrow_mut().unpacked;
        self.analysis.is_dead(SearchDirection::Push, unpacked, self.encoding, state, budget)
    }
}
