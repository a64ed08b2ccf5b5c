//! The features of positions on the way forward along a plan.

use std::cell::RefCell;

use crate::budget::{Budget, Deadline, Task};
use crate::outcome::Stop;
use crate::sokoban::board::{Cell, WALL};
use crate::sokoban::direction::Direction;
use crate::sokoban::fess::access::Access;
use crate::sokoban::fess::advisors::Advisors;
use crate::sokoban::fess::feature_vector::{FeatureVector, TIE_BITS, Tie};
use crate::sokoban::fess::level_analysis::LevelAnalysis;
use crate::sokoban::fess::novelty::{Novel, Novelty};
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
    pub tie: Tie,
    /// What is worth a try although nobody advises it.
    pub novelty: Novel,
    /// Whether the best position comes first wherever it is, without cells and weights.
    pub greedy: bool,
    /// Whether the boxes between the player and the first push of the next step count among those in its
    /// way.
    pub walks: bool,
    /// If there is a seed, chance breaks ties instead.
    pub seed: Option<u64>,
}

/// Beyond that many bytes novelty is not worth it.
const MAX_FOR_NOVELTY: u64 = 50_000_000;

/// Leads a search of carries along a packing plan.
pub struct PackingFeatures<'t> {
    terrain: &'t LevelAnalysis<'t>,
    packing: StateEncoding,
    plan: PackingPlan,
    style: FeatureOptions,
    deadline: Deadline,
    outside: OutOfPlan,
    supply: BoxSupply,
    scratch: RefCell<Scratch>,
}

struct Scratch {
    hand: UnpackedState,
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
        terrain: &'t LevelAnalysis<'t>,
        plan: PackingPlan,
        style: FeatureOptions,
        budget: &mut Budget<'_>,
    ) -> Result<Self, Stop> {
        let board = terrain.board;
        budget.grow((plan.steps().len() * board.cells() * (board.cells().div_ceil(64) * 8 + 40)) as u64)?;
        let novelty = Novelty::bytes(board.cells(), 2 * plan.steps().len() + 10);
        let style = if novelty > MAX_FOR_NOVELTY {
            FeatureOptions { novelty: Novel::Nothing, ..style }
        } else {
            style
        };
        budget.grow(if style.novelty == Novel::Nothing { 0 } else { novelty })?;
        let mut routes = Routes::default();
        for done in 0..=plan.steps().len() {
            budget.check_now()?;
            routes.stage(board, &plan, done);
        }
        Ok(Self {
            packing: StateEncoding::new(board.cells()),
            deadline: budget.deadline(),
            outside: OutOfPlan::new(board, &plan),
            supply: BoxSupply::new(board, &plan, &mut routes),
            scratch: RefCell::new(Scratch {
                hand: UnpackedState::new(board.cells()),
                rooms: terrain.rooms.clone(),
                sight: PlayerRegion::new(board.cells()),
                routes,
                novelty: Novelty::new(board.cells()),
                set: vec![0; board.cells().div_ceil(64)],
                access: Access::new(board.cells()),
            }),
            terrain,
            plan,
            style,
        })
    }

    /// How many steps of the plan are done.
    fn done(&self, occupied: &[bool]) -> usize {
        self.plan.packed(|cell| occupied[usize::from(cell)])
    }

    fn to_pack(&self, done: usize, occupied: &[bool]) -> u64 {
        let left = if self.plan.steps().is_empty() {
            self.terrain.board.goals().iter().filter(|&&goal| !occupied[usize::from(goal)]).count()
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
    fn hindered(
        &self,
        scratch: &mut Scratch,
        done: usize,
        boxes: impl Iterator<Item = Cell> + Clone,
        player: Cell,
    ) -> u64 {
        if self.plan.steps().is_empty() {
            return 0;
        }
        let Scratch { hand, routes, set, access, .. } = scratch;
        let stage = routes.stage(self.terrain.board, &self.plan, done);
        set.fill(0);
        boxes.clone().for_each(|cell| set[usize::from(cell) / 64] |= 1 << (cell % 64));
        if self.style.walks {
            access.fill(self.terrain.board, &hand.occupied, player);
        }
        let in_the_way = |cell| {
            let stand = stage.stand(cell).filter(|_| self.style.walks);
            stage.in_the_way(cell, set) + stand.map_or(0, |stand| access.boxes_to(stand))
        };
        u64::from(boxes.filter(|&cell| stage.has_way(cell)).map(in_the_way).min().unwrap_or(u32::MAX))
    }

    /// The steps done, the features and the broken links of the position in hand, from nothing.
    fn see(&self, scratch: &mut Scratch, player: Cell) -> (usize, FeatureVector, u64) {
        let LevelAnalysis { board, hotspots, .. } = self.terrain;
        let all = scratch.hand.boxes.clone();
        let boxes = || all.iter().copied();
        let done = self.done(&scratch.hand.occupied);
        let hindered = self.hindered(scratch, done, boxes(), player);
        let Scratch { hand, rooms, .. } = scratch;
        let zone = self.outside.zone(done);
        let broken = rooms.broken(board, &hand.occupied);
        let seen = FeatureVector {
            missing: self.missing(done, boxes()),
            to_pack: self.to_pack(done, &hand.occupied),
            regions: u64::from(hand.regions.count()),
            broken: u64::from(broken.count_ones()),
            outside: boxes().filter(|&cell| zone[usize::from(cell)]).count() as u64,
            hindered,
            hot: boxes().map(|cell| hotspots.pairs(cell, &hand.boxes)).sum::<u64>() / 2,
            distance: boxes().map(|cell| u64::from(self.terrain.nearest(cell))).sum(),
        };
        (done, seen, broken)
    }

    /// The steps done and the features of a child, except what depends on where the player is: its
    /// regions, and what hinders. The box is on `to`, `from` is free, and the links in `broken` are broken
    /// without it.
    fn see_child(
        &self,
        scratch: &mut Scratch,
        (done_here, here): (usize, FeatureVector),
        (from, to): (Cell, Cell),
        broken: u64,
    ) -> (usize, FeatureVector) {
        let Scratch { hand, rooms, .. } = scratch;
        let LevelAnalysis { board, hotspots, .. } = self.terrain;
        let boxes = || hand.boxes.iter().map(|&cell| if cell == from { to } else { cell });
        let done = self.done(&hand.occupied);
        let zone = self.outside.zone(done);
        let demand = self.supply.demand(done);
        let serves_as_before = self.supply.serves(from, demand) == self.supply.serves(to, demand);
        let nearest = |cell| u64::from(self.terrain.nearest(cell));
        let seen = FeatureVector {
            missing: if done == done_here && serves_as_before {
                here.missing
            } else {
                self.missing(done, boxes())
            },
            to_pack: self.to_pack(done, &hand.occupied),
            regions: 0,
            broken: u64::from(rooms.broken_with(board, &hand.occupied, to, broken).count_ones()),
            outside: boxes().filter(|&cell| zone[usize::from(cell)]).count() as u64,
            hindered: 0,
            hot: here.hot + hotspots.pairs(to, &hand.boxes)
                - hotspots.pairs(to, &[from])
                - hotspots.pairs(from, &hand.boxes),
            distance: here.distance + nearest(to) - nearest(from),
        };
        (done, seen)
    }

    /// The box that is nearest to the next cell of the plan and has not been packed.
    fn blocker(&self, hand: &UnpackedState, done: usize) -> Option<(Cell, Cell)> {
        let next = self.plan.steps().get(done)?.to;
        let loose = hand.boxes.iter().copied().filter(|&cell| !self.plan.has_placed(cell, done));
        Some((loose.min_by_key(|&cell| self.terrain.walks.between(cell, next))?, next))
    }

    /// Whether the player touches a box from a side after a carry that he did not touch before, and
    /// can push it from there. The box is on `to`, `from` is free.
    fn shows_more(&self, scratch: &mut Scratch, from: Cell, player: Cell, region: Cell) -> bool {
        let Scratch { hand, sight, .. } = scratch;
        let board = self.terrain.board;
        sight.fill(board, &hand.occupied, region);
        let is_new = |cell: Cell| {
            cell != WALL && cell != from && sight.contains(cell) && hand.regions.of(cell) != player
        };
        let is_open = |cell: Cell| {
            cell != WALL && !hand.occupied[usize::from(cell)] && self.terrain.distances.is_live(cell)
        };
        hand.boxes.iter().any(|&other| {
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
        scratch.hand.load(self.terrain.board, self.packing, state);
        self.see(scratch, self.packing.player(state)).1.mark(self.style.tie)
    }

    fn annotate(
        &self,
        parent: &[u64],
        _here: Mark,
        children: &mut Successors<MacroPushSpace<'b>>,
        marks: &mut [Mark],
    ) {
        let scratch = &mut *self.scratch.borrow_mut();
        let board = self.terrain.board;
        scratch.hand.load(board, self.packing, parent);
        let (done, here, broken) = self.see(scratch, self.packing.player(parent));
        let inspector = self.terrain.inspector.borrow();
        let player = self.packing.player(parent);
        let blocker = self.blocker(&scratch.hand, done);
        let mut lifted = (WALL, 0);
        let mut put = ((WALL, WALL), (0, FeatureVector::default()), 0);
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
            scratch.hand.occupied[usize::from(from)] = false;
            if lifted.0 != from {
                let links = scratch.rooms.broken_without(board, &scratch.hand.occupied, from, broken);
                lifted = (from, links);
            }
            scratch.hand.occupied[usize::from(to)] = true;
            if inspector.patterns().fits_at(to, &scratch.hand.occupied, region) {
                children.prune(index);
            } else {
                if put.0 != (from, to) {
                    let child = self.see_child(scratch, (done, here), (from, to), lifted.1);
                    let others = scratch.hand.boxes.iter().copied().filter(|&cell| cell != from);
                    let stage = child.1.missing << 32 | child.1.to_pack;
                    let novelty = match self.style.novelty {
                        Novel::Nothing => 2,
                        _ => scratch.novelty.note(stage, to, others),
                    };
                    put = ((from, to), child, novelty);
                }
                let (done, seen) = put.1;
                moved.clear();
                moved.extend(scratch.hand.boxes.iter().map(|&cell| if cell == from { to } else { cell }));
                let hindered = self.hindered(scratch, done, moved.iter().copied(), region);
                let seen = FeatureVector { regions: u64::from(regions), hindered, ..seen };
                *mark = seen.mark(self.style.tie);
                if let Some(seed) = self.style.seed {
                    mark.score =
                        random_tie_break::instead_of_ties(seed, mark.score, TIE_BITS, children.action(index));
                }
                mark.weight = self.style.novelty.weight(put.2);
                if self.style.greedy {
                    (mark.cell, mark.weight) = (0, 0);
                }
                advisors.consider(here, seen, mark.score, index);
                if seen.to_pack <= here.to_pack
                    && seen.missing <= here.missing
                    && seen.regions <= here.regions
                {
                    if let Some((nearest, next)) = blocker
                        && nearest == from
                        && seen.broken <= here.broken
                    {
                        let gone = u64::from(u16::MAX - self.terrain.walks.between(to, next));
                        advisors.clearing.consider(gone << 48 | mark.score >> 16, index);
                    }
                    // Nothing new can be reached unless the box stood between two regions.
                    if way_back
                        && scratch.hand.regions.around(board, from).1 >= 2
                        && self.shows_more(scratch, from, player, region)
                    {
                        advisors.exploring.consider(mark.score, index);
                    }
                }
            }
            scratch.hand.occupied[usize::from(to)] = false;
            scratch.hand.occupied[usize::from(from)] = true;
        }
        advisors.weigh(children, marks);
    }

    fn milestone(&self, state: &[u64]) -> Option<Task> {
        let scratch = &mut *self.scratch.borrow_mut();
        scratch.hand.load(self.terrain.board, self.packing, state);
        let done = self.done(&scratch.hand.occupied);
        let of = match self.plan.steps().len() {
            0 => self.terrain.board.goals().len(),
            steps => steps,
        } as u64;
        Some(Task { name: "packed", done: of - self.to_pack(done, &scratch.hand.occupied), of })
    }

    fn prove_dead(&self, state: &[u64], budget: &mut Budget<'_>) -> Result<bool, Stop> {
        let hand = &mut self.scratch.borrow_mut().hand;
        self.terrain.is_dead(SearchDirection::Push, hand, self.packing, state, budget)
    }
}
