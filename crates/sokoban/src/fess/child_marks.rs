//! Marks of the successors of one position, and the advisors that recommend some of them.
//!
//! All successors of an expansion share their parent, and many share the moved box or its new cell, so most
//! features are updated instead of computed again. Nine of ten successors are never tried. Where neither an
//! advisor nor novelty recommends one, the features that are slow to compute get lower bounds.

use lurd_engine::program::{
    budget::{Budget, Task},
    outcome::Stop,
    space::{DEAD_END, Features, Mark, Successors},
};

use super::{
    features::{Evaluation, FeatureVector, PackingFeatures, PackingScratch, TIE_BITS, TieBreak},
    level_analysis::LevelAnalysis,
    novelty::{self, NoveltyMeasure},
    random_ties::with_random_tie_break,
    supply::{Matching, MissingWith},
};
use crate::{
    board::{Cell, WALL},
    deadlock::Rule,
    direction::{Direction, SearchDirection},
    spaces::{MacroPush, MacroPushSpace},
    state::JoinedRegions,
};

/// The evaluation of the successors of one parent.
struct ChildMarks<'a, 't> {
    features: &'a PackingFeatures<'t>,
    scratch: &'a mut PackingScratch,
    parent: Evaluation,
    /// The least cell of the player's region in the parent.
    player: Cell,
    nearest: Option<NearestBox>,
    /// The boxes matched to the remaining steps; computed on demand.
    matching: Option<Matching<'a>>,
    removed: RemovedBox,
    placed: PlacedBox,
    advisors: Advisors,
    /// The cells of the parent's boxes, as a set of bits.
    box_bits: Vec<u64>,
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
    /// The fewest boxes in the way of any other box, if the box were nowhere; computed on demand.
    blocking: Option<u64>,
}

/// What all children with the same box on the same cell share, wherever the player is.
#[derive(Clone, Copy)]
struct PlacedBox {
    from: Cell,
    to: Cell,
    /// The number of steps of the plan that are done.
    done: usize,
    /// Lower bounds of the features. Those that are quick to compute are exact, except `regions`, which
    /// depends on the player's position and is 0.
    at_least: FeatureVector,
    /// The weight by novelty.
    weight: u8,
    /// The features except `regions` and `blocking`, which are 0; computed on demand.
    exact: Option<FeatureVector>,
}

impl<'a, 't> ChildMarks<'a, 't> {
    /// Evaluates the parent, which is loaded into `scratch`.
    fn new(features: &'a PackingFeatures<'t>, scratch: &'a mut PackingScratch, player: Cell) -> Self {
        let parent = features.evaluate(scratch, player);
        let nearest = NearestBox::of(features, scratch, parent.done);
        let box_bits = novelty::bits(features.analysis.board.cells(), &scratch.unpacked.boxes);
        Self {
            features,
            scratch,
            parent,
            player,
            nearest,
            matching: None,
            removed: RemovedBox {
                cell: WALL,
                broken: 0,
                joined: None,
                regions: 0,
                hot: 0,
                missing: None,
                blocking: None,
            },
            placed: PlacedBox {
                from: WALL,
                to: WALL,
                done: 0,
                at_least: FeatureVector::default(),
                weight: 0,
                exact: None,
            },
            advisors: Advisors::default(),
            box_bits,
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
        self.removed.blocking = None;
        if self.features.options.tie == TieBreak::FewHotspots {
            self.removed.hot = hotspots.pairs(from, &unpacked.boxes);
        }
    }

    /// The mark of the child number `index`, whose box has been moved in `scratch`.
    fn mark(&mut self, index: usize, macro_push: MacroPush) -> Mark {
        let MacroPush { from, to, regions, .. } = macro_push;
        let options = self.features.options;
        if (self.placed.from, self.placed.to) != (from, to) {
            self.placed = self.place_box(from, to);
        }
        let PlacedBox { done, at_least, weight, .. } = self.placed;
        if weight > 0 && !options.greedy && options.seed.is_none() {
            let blocking = if done == self.parent.done { self.blocking_at_least(from, to) } else { 0 };
            let at_least = FeatureVector { regions: u64::from(regions), blocking, ..at_least };
            let mark = at_least.mark(TieBreak::Oldest);
            if !self.may_be_advised(macro_push, at_least, mark.score) {
                return Mark { is_bound: true, weight, ..mark };
            }
        }
        let features = self.exact(macro_push);
        let mut mark = features.mark(options.tie);
        if let Some(seed) = options.seed {
            mark.score = with_random_tie_break(seed, mark.score, TIE_BITS, macro_push);
        }
        mark.weight = weight;
        if options.greedy {
            (mark.cell, mark.weight) = (0, 0);
        }
        self.advise(index, macro_push, features, mark.score);
        mark
    }

    /// Computes what is quick to compute about the children whose box was moved from `from` to `to`.
    fn place_box(&mut self, from: Cell, to: Cell) -> PlacedBox {
        let owner = self.features;
        let parent = self.parent;
        let done = if owner.plan.mentions(from) || owner.plan.mentions(to) {
            owner.done(&self.scratch.unpacked.occupied)
        } else {
            parent.done
        };
        let missing = self.missing(from, to, done);
        let PackingScratch { unpacked, novelty, .. } = &mut *self.scratch;
        let zone = owner.out_of_plan.zone(done);
        let out = |cell: Cell| u64::from(zone[usize::from(cell)]);
        let nearest = |cell| u64::from(owner.analysis.nearest(cell));
        let at_least = FeatureVector {
            missing,
            to_pack: owner.to_pack(done, owner.kept.empty_after(parent.empty, from, to)),
            regions: 0,
            broken: u64::from(self.removed.broken.count_ones()),
            out_of_plan: if done == parent.done {
                parent.features.out_of_plan + out(to) - out(from)
            } else {
                unpacked.boxes.iter().map(|&cell| out(if cell == from { to } else { cell })).sum()
            },
            blocking: 0,
            hot: 0,
            distance: parent.features.distance + nearest(to) - nearest(from),
        };
        let novelty = match owner.options.novelty {
            NoveltyMeasure::Off => 2,
            _ => novelty.note(missing << 32 | at_least.to_pack, to, &self.box_bits, from),
        };
        PlacedBox { from, to, done, at_least, weight: owner.options.novelty.weight(novelty), exact: None }
    }

    /// A lower bound of the boxes in the way of the next step, if the box on `from` is brought to `to`.
    ///
    /// The other boxes are counted as if the box were nowhere: on the board it can only be in the way. The
    /// player walks on cells that are free then, so the region after the pushes is connected with that before
    /// them, through free floor and the cells of the box.
    fn blocking_at_least(&mut self, from: Cell, to: Cell) -> u64 {
        // An advisor needs the bound only if it can be lower than the parent's value.
        if self.parent.features.blocking == 0 {
            return 0;
        }
        let PackingScratch { unpacked, blocking, .. } = &mut *self.scratch;
        let without = *self.removed.blocking.get_or_insert_with(|| {
            let to_occupied = std::mem::replace(&mut unpacked.occupied[usize::from(to)], false);
            let board = self.features.analysis.board;
            let without = blocking.fewest_without(board, &unpacked.occupied, self.player, from);
            unpacked.occupied[usize::from(to)] = to_occupied;
            without
        });
        without.min(blocking.on_route_of_moved(from, to))
    }

    /// The features of a child.
    fn exact(&mut self, macro_push: MacroPush) -> FeatureVector {
        let MacroPush { from, to, region, regions, .. } = macro_push;
        let PlacedBox { done, exact, .. } = self.placed;
        let features = exact.unwrap_or_else(|| self.exact_of_placed(from, to));
        self.placed.exact = Some(features);
        let PackingScratch { unpacked, blocking, blocking_after_step, .. } = &mut *self.scratch;
        let blocking = if done == self.parent.done { blocking } else { blocking_after_step };
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
        FeatureVector { regions: u64::from(regions), blocking, ..features }
    }

    /// The features of the placed box, and its routes.
    fn exact_of_placed(&mut self, from: Cell, to: Cell) -> FeatureVector {
        let owner = self.features;
        let LevelAnalysis { board, hotspots, .. } = owner.analysis;
        let PlacedBox { done, at_least, .. } = self.placed;
        let PackingScratch { unpacked, rooms, routes, blocking, blocking_after_step, .. } = &mut *self.scratch;
        if done == self.parent.done {
            blocking.place(from, to);
        } else {
            let boxes = unpacked.boxes.iter().map(|&cell| if cell == from { to } else { cell });
            owner.load_blocking(blocking_after_step, routes, done, boxes);
            blocking_after_step.place(WALL, WALL);
        }
        let broken = rooms.broken_with(board, &unpacked.occupied, to, self.removed.broken);
        let hot = if owner.options.tie == TieBreak::FewHotspots {
            self.parent.features.hot + hotspots.pairs(to, &unpacked.boxes)
                - hotspots.pairs(to, &[from])
                - self.removed.hot
        } else {
            0
        };
        FeatureVector { broken: u64::from(broken.count_ones()), hot, ..at_least }
    }

    /// The number of steps without a box after `done` steps, with the box moved from `from` to `to`.
    fn missing(&mut self, from: Cell, to: Cell, done: usize) -> u64 {
        let owner = self.features;
        let PackingScratch { unpacked, matches, .. } = &mut *self.scratch;
        let boxes = unpacked.boxes.iter().copied();
        if done != self.parent.done || owner.is_packed(from, done) || owner.is_packed(to, done) {
            return owner.missing(done, boxes.map(|cell| if cell == from { to } else { cell }), matches);
        }
        let demand = owner.supply.demand(done);
        let serves = owner.supply.serves(to, demand);
        if serves == owner.supply.serves(from, demand) {
            return self.parent.features.missing;
        }
        let missing = *self.removed.missing.get_or_insert_with(|| {
            let unpacked = boxes.filter(|&cell| !owner.is_packed(cell, done));
            self.matching.get_or_insert_with(|| owner.supply.matching(demand, unpacked, matches)).without(from)
        });
        u64::from(missing.box_serving(serves))
    }
}

impl PackingFeatures<'_> {
    /// Panics unless the marks of children are those of their states, or bounds of them.
    #[cfg(any(test, feature = "check"))]
    fn assert_as_of_states(&self, children: &Successors<MacroPushSpace<'_>>, marks: &[Mark]) {
        let mut scratch = self.new_scratch();
        for (index, mark) in marks.iter().enumerate().filter(|&(index, _)| children.estimate(index) != DEAD_END) {
            let state = children.state(index);
            scratch.unpacked.load(self.analysis.board, self.encoding, state);
            let features = self.evaluate(&mut scratch, self.encoding.player(state)).features;
            let mut exact = features.mark(self.options.tie);
            let action = children.action(index);
            if mark.is_bound {
                assert!(mark.score <= exact.score, "{action:?}: {mark:x?} is no bound of {exact:x?}");
                continue;
            }
            if let Some(seed) = self.options.seed {
                exact.score = with_random_tie_break(seed, exact.score, TIE_BITS, action);
            }
            let cell = if self.options.greedy { 0 } else { exact.cell };
            assert_eq!((mark.cell, mark.score), (cell, exact.score), "{action:?}: {features:?}");
        }
    }
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
        // It was proved not to be dead just now, mostly.
        scratch.unpacked.load_again(self.analysis.board, self.encoding, parent);
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
            let since = checker.rules.counts.begin();
            let fits = checker.patterns().fits_at(to, &child_marks.scratch.unpacked.occupied, region);
            checker.rules.counts.end(Rule::Corrals, since);
            if fits {
                checker.rules.counts.count(Rule::Corrals);
                children.prune(index);
            } else {
                *mark = child_marks.mark(index, macro_push);
            }
            child_marks.set_occupied(to, false);
            child_marks.set_occupied(from, true);
        }
        child_marks.advisors.apply(children, marks);
        #[cfg(any(test, feature = "check"))]
        self.assert_as_of_states(children, marks);
    }

    fn milestone(&self, state: &[u64]) -> Option<Task> {
        let scratch = &mut *self.scratch.borrow_mut();
        scratch.unpacked.load_again(self.analysis.board, self.encoding, state);
        let done = self.done(&scratch.unpacked.occupied);
        let of = match self.plan.steps().len() {
            0 => self.analysis.board.goals().len(),
            steps => steps,
        } as u64;
        let to_pack = self.to_pack(done, self.kept.empty(scratch.unpacked.boxes.iter().copied()));
        // More kept goals may be empty than steps are done.
        Some(Task { name: "packed", done: of.saturating_sub(to_pack), of, began: None })
    }

    fn prove_dead(&self, state: &[u64], budget: &mut Budget<'_>) -> Result<bool, Stop> {
        let unpacked = &mut self.scratch.borrow_mut().unpacked;
        self.analysis.is_dead(SearchDirection::Push, unpacked, self.encoding, state, budget)
    }
}

// Queries to the advisors about the successors of one position.

/// The unpacked box nearest to the next cell of the plan.
#[derive(Clone, Copy)]
struct NearestBox {
    cell: Cell,
    /// The next cell of the plan.
    target: Cell,
}

impl NearestBox {
    /// The unpacked box nearest to the next cell of the plan when `done` steps are done.
    fn of(features: &PackingFeatures<'_>, scratch: &PackingScratch, done: usize) -> Option<Self> {
        let target = features.plan.steps().get(done)?.to;
        let boxes = scratch.unpacked.boxes.iter().copied();
        let unpacked = boxes.filter(|&cell| !features.plan.has_placed(cell, done));
        let cell = unpacked.min_by_key(|&cell| features.analysis.walks.between(cell, target))?;
        Some(Self { cell, target })
    }
}

impl ChildMarks<'_, '_> {
    /// Whether an advisor may recommend a child with features of `at_least` these values.
    fn may_be_advised(&self, macro_push: MacroPush, at_least: FeatureVector, score: u64) -> bool {
        let MacroPush { from, to, way_back, .. } = macro_push;
        let parent = self.parent.features;
        if self.advisors.may_recommend(parent, at_least, score) {
            return true;
        }
        at_least.is_no_worse_than(parent)
            && (way_back && self.advisors.exploring.prefers(score)
                || self.nearest.is_some_and(|it| {
                    it.cell == from
                        && at_least.broken <= parent.broken
                        && self.advisors.clearing.prefers(self.clearing_score(it, to, score))
                }))
    }

    /// The score by which the nearest unpacked box is moved away. Lower is better.
    fn clearing_score(&self, nearest: NearestBox, to: Cell, score: u64) -> u64 {
        let nearness = u64::from(u16::MAX - self.features.analysis.walks.between(to, nearest.target));
        nearness << 48 | score >> 16
    }

    /// Submits a child to the advisors.
    fn advise(&mut self, index: usize, macro_push: MacroPush, child: FeatureVector, score: u64) {
        let MacroPush { from, to, region, way_back, .. } = macro_push;
        let parent = self.parent.features;
        self.advisors.consider(parent, child, score, index);
        if !child.is_no_worse_than(parent) {
            return;
        }
        if let Some(nearest) = self.nearest
            && nearest.cell == from
            && child.broken <= parent.broken
        {
            self.advisors.clearing.consider(self.clearing_score(nearest, to, score), index);
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
            cell != WALL && cell != from && player_region.contains(cell) && unpacked.regions.of(cell) != player
        };
        let is_open =
            |cell: Cell| cell != WALL && !unpacked.occupied[usize::from(cell)] && analysis.distances.is_live(cell);
        unpacked.boxes.iter().any(|&other| {
            other != from
                && Direction::ALL.into_iter().any(|direction| {
                    is_new(board.next(other, direction.opposite())) && is_open(board.next(other, direction))
                })
        })
    }
}

// Advisors: each recommends the child that makes the most progress of one kind.

/// The recommendation of one advisor: the lowest score so far, and the index of its child.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Advice(Option<(u64, usize)>);

impl Advice {
    /// Whether a child with `score` would be recommended.
    pub(super) fn prefers(&self, score: u64) -> bool {
        self.0.is_none_or(|(best, _)| score < best)
    }

    pub(super) fn consider(&mut self, score: u64, index: usize) {
        if self.prefers(score) {
            self.0 = Some((score, index));
        }
    }
}

/// All advisors. Each recommends at most one child, never one that undoes a step of the plan.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Advisors {
    /// Completes a step of the plan.
    packing: Advice,
    /// Joins regions of the floor.
    opening: Advice,
    /// Restores a link between rooms.
    linking: Advice,
    /// Moves a box out of a zone from which it will be useless (see `features`).
    leaving: Advice,
    /// Reduces the number of boxes in the way of the next step.
    freeing: Advice,
    /// Moves the unpacked box nearest to the next cell of the plan as far away as possible.
    pub(super) clearing: Advice,
    /// Makes a new push possible by a macro push that can be undone.
    pub(super) exploring: Advice,
}

impl Advisors {
    pub(super) fn consider(&mut self, parent: FeatureVector, child: FeatureVector, score: u64, index: usize) {
        for (advice, score) in self.submissions(parent, child, score) {
            if let Some(score) = score {
                advice.consider(score, index);
            }
        }
    }

    /// Whether an advisor for a feature may recommend a child, of whose features and score `child` and
    /// `score` are lower bounds.
    pub(super) fn may_recommend(mut self, parent: FeatureVector, child: FeatureVector, score: u64) -> bool {
        self.submissions(parent, child, score)
            .into_iter()
            .any(|(advice, score)| score.is_some_and(|score| advice.prefers(score)))
    }

    /// The advisors for features, each with the score that it gives a child; `None` if it does not consider
    /// the child.
    fn submissions(
        &mut self,
        parent: FeatureVector,
        child: FeatureVector,
        score: u64,
    ) -> [(&mut Advice, Option<u64>); 5] {
        let keeps_progress = child.to_pack <= parent.to_pack && child.missing <= parent.missing;
        let when = |is_better: bool, score: u64| (keeps_progress && is_better).then_some(score);
        let fewest = child.blocking.min(255) << 56 | score >> 8;
        [
            (&mut self.packing, when(child.to_pack < parent.to_pack, score)),
            (&mut self.opening, when(child.regions < parent.regions, score)),
            (&mut self.linking, when(child.broken < parent.broken, score)),
            (&mut self.leaving, when(child.out_of_plan < parent.out_of_plan, score)),
            (&mut self.freeing, when(child.blocking < parent.blocking, fewest)),
        ]
    }

    /// Sets the weight of the recommended children to 0, and that of the first one where there are at most two.
    pub(super) fn apply(self, children: &Successors<MacroPushSpace<'_>>, marks: &mut [Mark]) {
        // Clearing is only useful while no step of the plan can be completed.
        let clearing = if self.packing.0.is_some() { Advice::default() } else { self.clearing };
        let all = [self.packing, self.opening, self.linking, self.leaving, self.freeing, clearing, self.exploring];
        for (_, index) in all.into_iter().filter_map(|advice| advice.0) {
            marks[index].weight = 0;
        }
        if children.len() <= 2 {
            let first = (0..children.len()).find(|&index| children.estimate(index) != DEAD_END);
            if let Some(index) = first {
                marks[index].weight = 0;
            }
        }
    }
}
