//! Marks of the successors of one position.
//!
//! All successors of an expansion share their parent, and many share the moved box or its new cell, so most
//! features are updated instead of computed again.

use crate::budget::{Budget, Task};
use crate::outcome::Stop;
use crate::sokoban::board::{Cell, WALL};
use crate::sokoban::direction::Direction;
use crate::sokoban::fess::advisors::Advisors;
use crate::sokoban::fess::feature_vector::{FeatureVector, TIE_BITS, TieBreak};
use crate::sokoban::fess::features::{Evaluation, PackingFeatures, PackingScratch};
use crate::sokoban::fess::level_analysis::LevelAnalysis;
use crate::sokoban::fess::novelty::NoveltyMeasure;
use crate::sokoban::fess::random_tie_break;
use crate::sokoban::fess::supply::MissingWith;
use crate::sokoban::search_direction::SearchDirection;
use crate::sokoban::spaces::{MacroPush, MacroPushSpace};
use crate::sokoban::state::JoinedRegions;
use crate::space::{DEAD_END, Features, Mark, Successors};

/// The evaluation of the successors of one parent.
struct ChildMarks<'a, 't> {
    features: &'a PackingFeatures<'t>,
    scratch: &'a mut PackingScratch,
    parent: Evaluation,
    /// The least cell of the player's region in the parent.
    player: Cell,
    nearest: Option<NearestBox>,
    removed: RemovedBox,
    placed: PlacedBox,
    advisors: Advisors,
}

/// What all children with the same moved box share.
struct RemovedBox {
    cell: Cell,
    /// The links broken without the box.
    broken: u64,
    /// The regions beside the box.
    joined: Option<JoinedRegions>,
    /// The number of regions without the box.
    regions: u32,
    /// The pairs of hot boxes that contain the box.
    hot: u64,
    /// The missing boxes wherever the box is brought; computed on demand.
    missing: Option<MissingWith>,
}

/// What all children with the same box on the same cell share, wherever the player is.
#[derive(Clone, Copy)]
struct PlacedBox {
    from: Cell,
    to: Cell,
    child: Evaluation,
    novelty: u8,
}

/// The unpacked box nearest to the next cell of the plan.
#[derive(Clone, Copy)]
struct NearestBox {
    cell: Cell,
    /// The next cell of the plan.
    target: Cell,
}

impl<'a, 't> ChildMarks<'a, 't> {
    /// Evaluates the parent, which is loaded into `scratch`.
    fn new(features: &'a PackingFeatures<'t>, scratch: &'a mut PackingScratch, player: Cell) -> Self {
        let parent = features.evaluate(scratch, player);
        let nearest = nearest_unpacked(features, scratch, parent.done);
        Self {
            features,
            scratch,
            parent,
            player,
            nearest,
            removed: RemovedBox { cell: WALL, broken: 0, joined: None, regions: 0, hot: 0, missing: None },
            placed: PlacedBox { from: WALL, to: WALL, child: Evaluation::default(), novelty: 0 },
            advisors: Advisors::default(),
        }
    }

    fn set_occupied(&mut self, cell: Cell, is_occupied: bool) {
        self.scratch.unpacked.occupied[usize::from(cell)] = is_occupied;
    }

    /// Removes the box on `from`.
    fn remove_box(&mut self, from: Cell) {
        self.set_occupied(from, false);
        if self.removed.cell == from {
            return;
        }
        let PackingScratch { unpacked, rooms, .. } = &mut *self.scratch;
        let LevelAnalysis { board, hotspots, .. } = self.features.analysis;
        self.removed.cell = from;
        self.removed.broken = rooms.broken_without(board, &unpacked.occupied, from, self.parent.broken);
        self.removed.joined = Some(unpacked.regions.beside(board, from));
        self.removed.regions = unpacked.regions_apart_from(board, from) + 1;
        self.removed.missing = None;
        if self.features.options.tie == TieBreak::FewHotspots {
            self.removed.hot = hotspots.pairs(from, &unpacked.boxes);
        }
    }

    /// The mark of the child number `index`, whose box has been moved in `scratch`.
    fn mark(&mut self, index: usize, macro_push: MacroPush) -> Mark {
        let MacroPush { from, to, region, regions, .. } = macro_push;
        let options = self.features.options;
        if (self.placed.from, self.placed.to) != (from, to) {
            self.placed = self.place_box(from, to);
        }
        let PlacedBox { child, novelty, .. } = self.placed;
        let PackingScratch { unpacked, blocking, blocking_after_step, .. } = &mut *self.scratch;
        let blocking = if child.done == self.parent.done { blocking } else { blocking_after_step };
        let blocking = if self.features.plan.steps().is_empty() {
            0
        } else {
            // Unless the box splits a region, all cells stay connected that were without it.
            let splits = u32::from(regions) > self.removed.regions;
            let reaches = |cell: Cell| {
                !splits
                    && !unpacked.occupied[usize::from(cell)]
                    && self.removed.joined.is_some_and(|it| it.connect(&unpacked.regions, region, cell))
            };
            blocking.fewest(self.features.analysis.board, &unpacked.occupied, region, reaches)
        };
        let features = FeatureVector { regions: u64::from(regions), blocking, ..child.features };
        let mut mark = features.mark(options.tie);
        if let Some(seed) = options.seed {
            mark.score = random_tie_break::with_random_tie_break(seed, mark.score, TIE_BITS, macro_push);
        }
        mark.weight = options.novelty.weight(novelty);
        if options.greedy {
            (mark.cell, mark.weight) = (0, 0);
        }
        self.advise(index, macro_push, features, mark.score);
        mark
    }

    fn place_box(&mut self, from: Cell, to: Cell) -> PlacedBox {
        let child = self.evaluate_child(from, to);
        let PackingScratch { unpacked, novelty, routes, blocking, blocking_after_step, .. } =
            &mut *self.scratch;
        if child.done == self.parent.done {
            blocking.place(from, to);
        } else {
            let boxes = unpacked.boxes.iter().map(|&cell| if cell == from { to } else { cell });
            self.features.load_blocking(blocking_after_step, routes, child.done, boxes);
            blocking_after_step.place(WALL, WALL);
        }
        let others = unpacked.boxes.iter().copied().filter(|&cell| cell != from);
        let progress = child.features.missing << 32 | child.features.to_pack;
        let novelty = match self.features.options.novelty {
            NoveltyMeasure::Off => 2,
            _ => novelty.note(progress, to, others),
        };
        PlacedBox { from, to, child, novelty }
    }

    /// The features of the child whose box was moved from `from` to `to`, except those that depend on the
    /// player's position: `regions` and `blocking` are 0.
    fn evaluate_child(&mut self, from: Cell, to: Cell) -> Evaluation {
        let owner = self.features;
        let parent = self.parent;
        let LevelAnalysis { board, hotspots, .. } = owner.analysis;
        let done = if owner.plan.mentions(from) || owner.plan.mentions(to) {
            owner.done(&self.scratch.unpacked.occupied)
        } else {
            parent.done
        };
        let missing = self.missing(from, to, done);
        let PackingScratch { unpacked, rooms, .. } = &mut *self.scratch;
        let zone = owner.out_of_plan.zone(done);
        let out = |cell: Cell| u64::from(zone[usize::from(cell)]);
        let nearest = |cell| u64::from(owner.analysis.nearest(cell));
        let broken = rooms.broken_with(board, &unpacked.occupied, to, self.removed.broken);
        let features = FeatureVector {
            missing,
            to_pack: owner.to_pack(done, &unpacked.occupied),
            regions: 0,
            broken: u64::from(broken.count_ones()),
            out_of_plan: if done == parent.done {
                parent.features.out_of_plan + out(to) - out(from)
            } else {
                unpacked.boxes.iter().map(|&cell| out(if cell == from { to } else { cell })).sum()
            },
            blocking: 0,
            hot: if owner.options.tie == TieBreak::FewHotspots {
                parent.features.hot + hotspots.pairs(to, &unpacked.boxes)
                    - hotspots.pairs(to, &[from])
                    - self.removed.hot
            } else {
                0
            },
            distance: parent.features.distance + nearest(to) - nearest(from),
        };
        Evaluation { done, features, broken }
    }

    /// The number of steps without a box after `done` steps, with the box moved from `from` to `to`.
    fn missing(&mut self, from: Cell, to: Cell, done: usize) -> u64 {
        let owner = self.features;
        let boxes = self.scratch.unpacked.boxes.iter().map(|&cell| if cell == from { to } else { cell });
        if done != self.parent.done || owner.plan.has_placed(from, done) || owner.plan.has_placed(to, done) {
            return owner.missing(done, boxes);
        }
        let demand = owner.supply.demand(done);
        let serves = owner.supply.serves(to, demand);
        if serves == owner.supply.serves(from, demand) {
            return self.parent.features.missing;
        }
        let missing = *self.removed.missing.get_or_insert_with(|| {
            let others = self.scratch.unpacked.boxes.iter().copied().filter(|&cell| cell != from);
            owner.supply.missing_with(demand, others.filter(|&cell| !owner.plan.has_placed(cell, done)))
        });
        u64::from(missing.box_serving(serves))
    }

    /// Submits a child to the advisors.
    fn advise(&mut self, index: usize, macro_push: MacroPush, child: FeatureVector, score: u64) {
        let MacroPush { from, to, region, way_back, .. } = macro_push;
        let parent = self.parent.features;
        self.advisors.consider(parent, child, score, index);
        if child.to_pack > parent.to_pack || child.missing > parent.missing || child.regions > parent.regions
        {
            return;
        }
        if let Some(NearestBox { cell, target }) = self.nearest
            && cell == from
            && child.broken <= parent.broken
        {
            let nearness = u64::from(u16::MAX - self.features.analysis.walks.between(to, target));
            self.advisors.clearing.consider(nearness << 48 | score >> 16, index);
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

/// The unpacked box nearest to the next cell of the plan when `done` steps are done.
fn nearest_unpacked(
    features: &PackingFeatures<'_>,
    scratch: &PackingScratch,
    done: usize,
) -> Option<NearestBox> {
    let target = features.plan.steps().get(done)?.to;
    let boxes = scratch.unpacked.boxes.iter().copied();
    let unpacked = boxes.filter(|&cell| !features.plan.has_placed(cell, done));
    let cell = unpacked.min_by_key(|&cell| features.analysis.walks.between(cell, target))?;
    Some(NearestBox { cell, target })
}

impl<'b> Features<MacroPushSpace<'b>> for PackingFeatures<'b> {
    fn mark(&self, state: &[u64]) -> Mark {
        let scratch = &mut *self.scratch.borrow_mut();
        scratch.unpacked.load(self.analysis.board, self.encoding, state);
        self.evaluate(scratch, self.encoding.player(state)).features.mark(self.options.tie)
    }

    fn annotate(
        &self,
        parent: &[u64],
        _parent_mark: Mark,
        children: &mut Successors<MacroPushSpace<'b>>,
        marks: &mut [Mark],
    ) {
        let scratch = &mut *self.scratch.borrow_mut();
        scratch.unpacked.load(self.analysis.board, self.encoding, parent);
        let checker = self.analysis.checker.borrow();
        let mut child_marks = ChildMarks::new(self, scratch, self.encoding.player(parent));
        for (index, mark) in marks.iter_mut().enumerate() {
            if children.estimate(index) == DEAD_END {
                continue;
            }
            // With hundreds of boxes one expansion can outlast the time limit, and then its marks are unused.
            if index % 64 == 63 && self.deadline.is_over() {
                return;
            }
            let macro_push @ MacroPush { from, to, region, .. } = children.action(index);
            child_marks.remove_box(from);
            child_marks.set_occupied(to, true);
            if checker.patterns().fits_at(to, &child_marks.scratch.unpacked.occupied, region) {
                children.prune(index);
            } else {
                *mark = child_marks.mark(index, macro_push);
            }
            child_marks.set_occupied(to, false);
            child_marks.set_occupied(from, true);
        }
        child_marks.advisors.apply(children, marks);
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
