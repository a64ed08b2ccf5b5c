//! What the spaces of pushes and of moves share: the board, the rules, the encoding of states, and the lower
//! bound, which is the cheapest assignment of boxes to goals plus the penalties of pairs.

use std::cell::{Cell as StdCell, RefCell};

use lurd_engine::program::{
    budget::{Budget, Deadline},
    outcome::{Cost, Stop},
    space::{DEAD_END, Guarantee, Space, Successors},
};

use super::macro_pushes::{MacroPush, MacroPushSpace};
use crate::{
    board::{Balance, Board, Cell},
    bounds::{
        BoxAndSide, Distances, Matched, Matcher, PairPenalties, assignment, max_weight_packing,
        pair_penalties::ChildPenalties,
        pattern_database::{PatternPenalties, largest_size},
    },
    deadlock::{Freeze, Rule, RuleCounts, Rules, checker::DeadlockChecker, rule::AfterPush},
    state::{PlayerRegion, Push, Representatives, StateEncoding, Symmetry, UnpackedState, symmetries},
};

/// A level under a set of rules.
pub(super) struct PushModel<'b> {
    pub(super) board: &'b Board,
    pub(super) encoding: StateEncoding,
    /// The goals as a set of cells.
    goals: Vec<u64>,
    pub(super) distances: Distances,
    pub(super) pairs: Option<PairPenalties>,
    /// Built when a search takes long.
    pub(super) patterns: RefCell<PatternPenalties>,
    pub(super) rules: Rules,
    pub(super) deadline: Deadline,
    /// The questions until the clock is read.
    until_clock: StdCell<usize>,
    pub(super) checker: RefCell<DeadlockChecker>,
    /// Of the rules that `checker` does not ask.
    pub(super) counts: RuleCounts,
    /// Whether positions are checked before they are expanded.
    checks_expansions: bool,
    /// The position that is expanded.
    pub(super) unpacked: RefCell<UnpackedState>,
    pub(super) scratch: RefCell<Scratch>,
    /// The symmetries of the board under [`Rule::Symmetry`].
    pub(super) symmetries: Vec<Symmetry>,
}

impl<'b> PushModel<'b> {
    pub(super) fn new(board: &'b Board, rules: Rules, budget: &mut Budget<'_>) -> Result<Self, Stop> {
        let encoding = StateEncoding::new(board.cells());
        let rules = rules.sound_for(board);
        let distances = Distances::new(board, budget)?;
        let pairs = if rules.has(Rule::Pairs) && board.boxes().len() <= max_weight_packing::MAX_BOXES {
            PairPenalties::new(board, &distances, budget)?
        } else {
            None
        };
        let bytes = DeadlockChecker::bytes(board);
        let checks_expansions =
            rules.of_expansions() != Rules::NONE && budget.memory_left().is_none_or(|left| bytes < left / 4);
        let checker = if checks_expansions {
            budget.grow(bytes)?;
            DeadlockChecker::for_single_pushes(board, rules, budget.tally())
        } else {
            // The position that is expanded; with the checks, it is part of their scratch.
            budget.grow(64 * board.cells() as u64)?;
            DeadlockChecker::new(board, rules, budget.tally())
        };
        let symmetries = if rules.has(Rule::Symmetry) { Symmetry::all(board) } else { Vec::new() };
        budget.grow((symmetries.len() * board.cells() * 3 * size_of::<Cell>()) as u64)?;
        let images = symmetries.iter().map(|symmetry| board.all().map(|cell| symmetry.image(cell)).collect());
        let representatives = Representatives::new(images.collect(), encoding.words());
        Ok(Self {
            board,
            encoding,
            goals: encoding.packed(board.goals()),
            distances,
            pairs,
            patterns: RefCell::new(PatternPenalties::new(board)),
            rules,
            deadline: budget.deadline(),
            until_clock: StdCell::new(0),
            checker: RefCell::new(checker),
            counts: RuleCounts::new(budget.tally()),
            checks_expansions,
            unpacked: RefCell::new(UnpackedState::new(board.cells())),
            scratch: RefCell::new(Scratch::new(board, encoding, representatives)),
            symmetries,
        })
    }

    /// Replaces `state`, the encoded `boxes` without a player, by the boxes of the representative. Returns the least
    /// cell of its player's region, and the symmetry that was applied, by number.
    pub(super) fn represent_region(
        &self,
        scratch: &mut Scratch,
        boxes: &[Cell],
        player: Cell,
        state: &mut [u64],
    ) -> (Cell, Option<usize>) {
        scratch.load(self.encoding, state);
        let Scratch { occupied, there, representatives, .. } = scratch;
        representatives.set_parent(&boxes.iter().copied());
        representatives.choose(state, None, |symmetry| match symmetry {
            None => there.fill(self.board, occupied, player),
            Some(number) => {
                there.fill_and_find(self.board, occupied, player, |cell| self.symmetries[number].image(cell))
            }
        })
    }

    /// What each rule has left out so far.
    pub(super) fn left_out(&self) -> Vec<(&'static str, u64)> {
        let checker = self.checker.borrow();
        let both = self.counts.so_far().zip(checker.rules.counts.so_far());
        both.map(|((name, own), (_, checked))| (name, own + checked)).collect()
    }

    /// The image of a cell under a symmetry, by number; `None` is the identity.
    pub(super) fn image(&self, symmetry: Option<usize>, cell: Cell) -> Cell {
        symmetry.map_or(cell, |number| self.symmetries[number].image(cell))
    }

    /// The pushes from the start along a path of representatives, which `chosen` finds for a position.
    pub(super) fn pushes_from_start(
        &self,
        path: &[Push],
        chosen: impl FnMut(&[Cell], Cell) -> Option<usize>,
    ) -> Vec<Push> {
        if self.symmetries.is_empty() {
            return path.to_vec();
        }
        symmetries::pushes_from_start(self.board, &self.symmetries, path, chosen)
    }

    /// Whether every box stands on a goal; with more boxes than goals, whether every goal has a box.
    pub(super) fn is_solved(&self, state: &[u64]) -> bool {
        match self.board.balance() {
            Balance::Even | Balance::MoreGoals => self.encoding.boxes_within(state, &self.goals),
            Balance::MoreBoxes => self.encoding.boxes_cover(state, &self.goals),
        }
    }

    /// Whether a slow check proves the position dead, with the player in the region of `player`. To be
    /// called before an expansion: what it learns helps with all successors.
    pub(super) fn proves_dead(&self, unpacked: &mut UnpackedState, player: Cell) -> bool {
        if !self.checks_expansions {
            return false;
        }
        let over = &mut || if self.is_over() { Err(()) } else { Ok(()) };
        self.checker.borrow_mut().is_dead_while(self.board, unpacked, player, over).unwrap_or(false)
    }

    /// Whether the deadline has passed. On small boards it reads the clock at few calls, because that takes as long as
    /// the checks in between.
    fn is_over(&self) -> bool {
        let left = self.until_clock.get();
        if left > 0 {
            self.until_clock.set(left - 1);
            return false;
        }
        self.until_clock.set((6400 / self.board.cells()).min(63));
        self.deadline.is_over()
    }

    /// What the lower bound guarantees. A push moves one box by one cell, which changes the distances of
    /// that box by at most one, and so the cheapest assignment by at most one. Together with the penalties of
    /// pairs it may change by more.
    pub(super) fn guarantee(&self) -> Guarantee {
        if self.pairs.is_some() { Guarantee::Admissible } else { Guarantee::Consistent }
    }

    /// The lower bound of one position.
    pub(super) fn estimate(&self, state: &[u64]) -> Cost {
        let scratch = &mut *self.scratch.borrow_mut();
        scratch.load(self.encoding, state);
        let Scratch { boxes, occupied, freeze, boxes_and_sides, penalties, bounded, .. } = scratch;
        bounded.clear();
        let is_live = self.rules.box_may_stand(&self.distances);
        if !boxes.iter().all(|&cell| is_live(cell)) {
            return DEAD_END;
        }
        if self.rules.has(Rule::Freeze) && freeze.frozen_off_goal(self.board, is_live, boxes.iter().copied(), occupied)
        {
            return DEAD_END;
        }
        let player = self.encoding.player(state);
        self.find_sides(boxes, player, boxes_and_sides);
        let penalty = match &self.pairs {
            None => Some(0),
            Some(pairs) => penalties.set(pairs, boxes, player),
        };
        let Some(penalty) = penalty else { return DEAD_END };
        match assignment::assignment_of(&self.distances, boxes_and_sides, &self.deadline) {
            Some(total) => Cost::from(total + penalty),
            None if self.rules.has(Rule::Assignment) => DEAD_END,
            None => 0,
        }
    }

    /// Builds the largest pattern database that takes no longer than `expansions` did, if it is larger than the one
    /// before, which is dropped.
    ///
    /// # Errors
    /// When the budget has neither the time nor the memory.
    pub(super) fn build_patterns(&self, expansions: u64, budget: &mut Budget<'_>) -> Result<(), Stop> {
        if !self.rules.has(Rule::PatternDatabases) || self.board.boxes().len() > max_weight_packing::MAX_BOXES {
            return Ok(());
        }
        let Some(size) = largest_size(self.board, &self.distances, expansions) else { return Ok(()) };
        self.patterns.borrow_mut().build(self.board, &self.distances, size, budget)
    }

    /// A bound of the pushes by the pattern database. `None` if there is none.
    pub(super) fn bound_by_patterns(&self, state: &[u64]) -> Option<Cost> {
        let patterns = &mut *self.patterns.borrow_mut();
        if patterns.is_empty() {
            return None;
        }
        let scratch = &mut *self.scratch.borrow_mut();
        scratch.load(self.encoding, state);
        let Scratch { boxes, boxes_and_sides, matcher, bounded, .. } = scratch;
        bounded.clear();
        let player = self.encoding.player(state);
        self.find_sides(boxes, player, boxes_and_sides);
        let bound = self.counts.time(Rule::PatternDatabases, || {
            match matcher.set(&self.distances, boxes_and_sides, &self.deadline) {
                Matched::All => {
                    let penalty = patterns.penalty(boxes, boxes_and_sides, player, matcher);
                    Some(penalty.map_or(DEAD_END, |penalty| Cost::from(matcher.total() + penalty)))
                }
                Matched::NotAll => Some(DEAD_END),
                Matched::OutOfTime => None,
            }
        });
        if bound == Some(DEAD_END) {
            self.counts.count(Rule::PatternDatabases);
        }
        bound
    }

    pub(super) fn find_sides(&self, boxes: &[Cell], player: Cell, found: &mut Vec<u32>) {
        found.clear();
        found.extend(boxes.iter().map(|&cell| self.distances.box_and_side(self.board, cell, player)));
    }
}

// The buffers that the spaces of pushes and of moves reuse from expansion to expansion.

/// The buffers of an expansion.
pub(super) struct Scratch {
    pub(super) boxes: Vec<Cell>,
    pub(super) occupied: Vec<bool>,
    pub(super) here: PlayerRegion,
    pub(super) there: PlayerRegion,
    pub(super) state: Vec<u64>,
    pub(super) matcher: Matcher,
    pub(super) freeze: Freeze,
    pub(super) boxes_and_sides: Vec<BoxAndSide>,
    pub(super) penalties: ChildPenalties,
    /// The position that `matcher` and `penalties` are about, and whether all its boxes are assigned; empty if they are
    /// about different ones.
    pub(super) bounded: Vec<u64>,
    pub(super) matched: Matched,
    pub(super) representatives: Representatives,
}

impl Scratch {
    pub(super) fn new(board: &Board, encoding: StateEncoding, representatives: Representatives) -> Self {
        Self {
            boxes: Vec::new(),
            occupied: vec![false; board.cells()],
            here: PlayerRegion::new(board.cells()),
            there: PlayerRegion::new(board.cells()),
            state: vec![0; encoding.words()],
            matcher: Matcher::default(),
            freeze: Freeze::default(),
            boxes_and_sides: Vec::new(),
            penalties: ChildPenalties::default(),
            bounded: Vec::new(),
            matched: Matched::NotAll,
            representatives,
        }
    }

    /// Unpacks the boxes of `state` into `boxes` and `occupied`.
    pub(super) fn load(&mut self, encoding: StateEncoding, state: &[u64]) {
        for &cell in &self.boxes {
            self.occupied[usize::from(cell)] = false;
        }
        self.boxes.clear();
        encoding.boxes(state, &mut self.boxes);
        for &cell in &self.boxes {
            self.occupied[usize::from(cell)] = true;
        }
    }
}

// The pushes that a path stands for.

/// A space of a level whose states may be representatives of classes of positions that are images of each other (see the
/// rule `symmetry`).
pub trait FromStart: Space {
    /// The pushes from the start of the level along the actions of a path from the space's start. O(actions * cells).
    fn pushes(&self, path: &[Self::Action]) -> Vec<Push>;
}

// A lower bound that is worth more time the longer a search takes.

/// A space whose estimates can be improved by a pattern database ([`Heuristic::improved`](lurd_engine::program::space::Heuristic)).
pub trait PatternBound: Space {
    /// Builds the largest database that takes no longer than `expansions` of a search did, if it is larger than that of
    /// the space. To be called again as the search goes on.
    ///
    /// # Errors
    /// When the budget has neither the time nor the memory.
    fn build_patterns(&self, expansions: u64, budget: &mut Budget<'_>) -> Result<(), Stop>;

    /// Drops the database and releases its memory.
    fn drop_patterns(&self, budget: &mut Budget<'_>);
}

// The lower bounds of the successors of a position.
//
// The bounds of all successors begin with the assignment and the penalties of the position itself. Before a successor
// is generated, a quick bound shows whether it is needed: the dual values of the position's assignment remain
// feasible when one box is moved, and so do the penalties of all pairs without this box. After lookups, the new
// assignment and all penalties give the bound of those that are left.

/// From this many boxes on, one expansion can outlast the time limit, so the clock is read for one of so many successors.
const MANY_BOXES: usize = 50;
const SUCCESSORS_PER_LOOK: usize = 16;

impl PushModel<'_> {
    /// Finds the assignment and the penalties of a position with `boxes`, unless they were found last.
    pub(super) fn prepare_bounds(&self, scratch: &mut Scratch, state: &[u64], boxes: &[Cell]) -> Matched {
        let Scratch { matcher, boxes_and_sides, penalties, bounded, matched, .. } = scratch;
        if bounded == state {
            return *matched;
        }
        let player = self.encoding.player(state);
        self.find_sides(boxes, player, boxes_and_sides);
        *matched = self.counts.time(Rule::Assignment, || matcher.set(&self.distances, boxes_and_sides, &self.deadline));
        if let Some(pairs) = &self.pairs {
            // Where a pair is a deadlock, the successors are found dead one by one.
            self.counts.time(Rule::Pairs, || penalties.set(pairs, boxes, player));
        }
        bounded.clear();
        bounded.extend_from_slice(state);
        *matched
    }

    /// A lower bound of the cost of a path that begins with a push, and that takes little time. The bounds of the position
    /// before it are prepared, and all its boxes are assigned. `player`: the player's cell before the push.
    #[inline]
    pub(super) fn quick_bound(
        &self,
        scratch: &mut Scratch,
        boxes: &[Cell],
        player: Cell,
        (push, to): (Push, Cell),
    ) -> Cost {
        let behind = self.board.next(to, push.direction.opposite());
        let before = self.distances.box_and_side(self.board, push.from, player);
        let after = self.distances.box_and_side(self.board, to, behind);
        let count = u32::from(push.count);
        match scratch.matcher.bound_after(&self.distances, before, after, count) {
            Some(total) => Cost::from(total + scratch.penalties.without(boxes, push.from) + count),
            None => DEAD_END,
        }
    }

    /// Sets the lower bounds of the successors of `parent`, and prunes those that the rules prove dead.
    pub(super) fn estimate_successors<S>(&self, parent: &[u64], successors: &mut Successors<S>)
    where
        S: Space<Action = Push>,
    {
        let unpacked = &mut *self.unpacked.borrow_mut();
        unpacked.load_again(self.board, self.encoding, parent);
        let UnpackedState { boxes, occupied, .. } = unpacked;
        let scratch = &mut *self.scratch.borrow_mut();
        let player = self.encoding.player(parent);
        let is_assigned = match self.prepare_bounds(scratch, parent, boxes) {
            Matched::All => true,
            Matched::NotAll => false,
            // Without a lower bound the successors keep the trivial one.
            Matched::OutOfTime => return,
        };
        let Scratch { matcher, penalties, .. } = scratch;
        let checker = &mut *self.checker.borrow_mut();
        let is_live = self.rules.box_may_stand(&self.distances);
        for index in 0..successors.len() {
            if successors.estimate(index) == DEAD_END {
                continue;
            }
            if boxes.len() > MANY_BOXES && index.is_multiple_of(SUCCESSORS_PER_LOOK) && self.deadline.is_over() {
                return;
            }
            let push = successors.action(index);
            let to = self.destination(push);
            let (from, behind) = (push.from, self.board.next(to, push.direction.opposite()));
            occupied[usize::from(from)] = false;
            occupied[usize::from(to)] = true;
            let is_dead = checker.rules.dead_after_push(&mut AfterPush {
                board: self.board,
                is_live,
                boxes,
                occupied,
                from,
                to,
                player: behind,
            });
            occupied[usize::from(from)] = true;
            occupied[usize::from(to)] = false;
            if is_dead {
                successors.prune(index);
                continue;
            }
            let penalty = match &self.pairs {
                None => Some(0),
                Some(pairs) => self.counts.time_often(Rule::Pairs, || penalties.after(pairs, boxes, from, to, behind)),
            };
            let Some(penalty) = penalty else {
                self.counts.count(Rule::Pairs);
                successors.prune(index);
                continue;
            };
            let total = if is_assigned {
                let before = self.distances.box_and_side(self.board, from, player);
                let after = self.distances.box_and_side(self.board, to, behind);
                self.counts.time_often(Rule::Assignment, || {
                    matcher.total_after(&self.distances, before, after, push.count.into())
                })
            } else {
                None
            };
            match total {
                Some(total) => successors.set_estimate(index, Cost::from(total + penalty)),
                None if self.rules.has(Rule::Assignment) => {
                    self.counts.count(Rule::Assignment);
                    successors.prune(index);
                }
                None => {}
            }
        }
    }

    /// Sets the lower bounds of the macro pushes from `parent` that have not been pruned, and prunes those that are dead or
    /// that are on no path of at most `left` pushes.
    pub(super) fn bound_macro_pushes(&self, parent: &[u64], left: Cost, children: &mut Successors<MacroPushSpace<'_>>) {
        let unpacked = &mut *self.unpacked.borrow_mut();
        unpacked.load_again(self.board, self.encoding, parent);
        let boxes = &unpacked.boxes;
        let scratch = &mut *self.scratch.borrow_mut();
        let player = self.encoding.player(parent);
        if self.prepare_bounds(scratch, parent, boxes) != Matched::All {
            return;
        }
        let Scratch { matcher, penalties, .. } = scratch;
        for index in 0..children.len() {
            if children.estimate(index) == DEAD_END {
                continue;
            }
            let MacroPush { from, to, region, .. } = children.action(index);
            let cost = children.cost(index);
            let Ok(count) = u32::try_from(cost) else { continue };
            let before = self.distances.box_and_side(self.board, from, player);
            let after = self.distances.box_and_side(self.board, to, region);
            let quick = matcher.bound_after(&self.distances, before, after, count);
            let exceeds = |total: u32| cost + Cost::from(total) > left;
            if quick.is_none_or(|total| exceeds(total + penalties.without(boxes, from))) {
                children.prune(index);
                continue;
            }
            let penalty = match &self.pairs {
                None => Some(0),
                Some(pairs) => penalties.after(pairs, boxes, from, to, region),
            };
            let total = matcher.total_after(&self.distances, before, after, count);
            match total.zip(penalty) {
                Some((total, penalty)) => children.set_estimate(index, Cost::from(total + penalty)),
                None => children.prune(index),
            }
        }
    }

    fn destination(&self, push: Push) -> Cell {
        (0..push.count).fold(push.from, |cell, _| self.board.next(cell, push.direction))
    }
}

#[cfg(test)]
mod pattern_bound_tests {
    use lurd_engine::program::search::{self, Searched, Strategy, Unsolved};
    use lurd_engine::program::space::{DEAD_END, Heuristic};

    use super::*;
    use crate::{
        board::Board,
        bounds::tests::{random_level, samples, takes_all},
        deadlock::{Rule, Rules},
        spaces::{MoveSpace, PushSpace},
    };

    /// The cost of a cheapest path by a strategy, if there is one.
    fn cost<S: Searched>(space: &S, strategy: Strategy) -> Option<Cost> {
        match search::solve(space, strategy) {
            Ok(plan) => Some(plan.cost),
            Err(Unsolved::Unsolvable) => None,
            Err(other) => panic!("{other}"),
        }
    }

    #[test]
    fn costs_are_those_without_databases() {
        let (mut solved, mut raised, mut dead) = (0, 0, 0);
        for seed in 0..samples(1_500) {
            let mut level = random_level(seed, 7);
            if seed % 7 == 0 {
                level = level.with_boxes(&level.boxes().skip(1).collect::<Vec<_>>());
            }
            let board = Board::new(&level);
            let budget = &mut Budget::unlimited();
            let blind = PushSpace::new(&board, Rules::NONE, budget).expect("no limit");
            let expected = cost(&blind, Strategy::Bfs);
            for rules in [Rules::for_pushes(), Rules::NONE.with(Rule::PatternDatabases)] {
                let space = PushSpace::new(&board, rules, budget).expect("no limit");
                let start = space.start();
                let before = space.of(&start);
                for expansions in [10, 1_000, if takes_all() { 1_000_000 } else { 100_000 }] {
                    space.build_patterns(expansions, budget).expect("no limit");
                    assert_eq!(cost(&space, Strategy::Astar), expected, "seed {seed}");
                    match space.improved(&start, before) {
                        Some(DEAD_END) => dead += 1,
                        Some(bound) => raised += usize::from(bound > before),
                        None => {}
                    }
                }
                let used = budget.used();
                let has_database = space.improved(&start, before).is_some();
                space.drop_patterns(budget);
                assert_eq!(budget.used() < used, has_database, "seed {seed}");
                assert_eq!(space.improved(&start, before), None, "seed {seed}");
            }
            if board.cells() <= 16 {
                let moves = MoveSpace::new(&board, Rules::for_moves(), budget).expect("no limit");
                let expected = cost(&moves, Strategy::Uniform);
                moves.build_patterns(1_000_000, budget).expect("no limit");
                assert_eq!(cost(&moves, Strategy::Astar), expected, "seed {seed}");
            }
            solved += usize::from(expected.is_some());
        }
        assert!(solved > samples(100) && raised > samples(20) && dead > samples(100), "{solved} {raised} {dead}");
    }
}

#[cfg(test)]
mod macro_push_bound_tests {
    use lurd_engine::program::space::Heuristic;

    use super::*;
    use crate::{
        bounds::tests::random_level,
        spaces::{MacroPushSpace, PushSpace},
    };

    /// The bounds of macro pushes are those of the positions after them, and only those are pruned that are dead or too long.
    #[test]
    fn bounds_of_macro_pushes_are_those_of_positions() {
        let (mut kept, mut pruned, mut far) = (0, 0, 0);
        for seed in 0..1_500 {
            let board = Board::new(&random_level(seed, 7));
            if board.balance() != Balance::Even {
                continue;
            }
            let budget = &mut Budget::unlimited();
            let space = PushSpace::new(&board, Rules::for_pushes(), budget).expect("no limit");
            let macros =
                MacroPushSpace::new(&board, space.distances(), Rules::for_pushes(), None, budget).expect("no limit");
            let start = macros.start();
            let estimate = space.of(&start);
            if estimate == DEAD_END {
                continue;
            }
            for left in [estimate, estimate + 4, Cost::MAX] {
                let mut children = Successors::default();
                macros.expand(&start, &mut children);
                space.bound_macro_pushes(&start, left, &mut children);
                for index in 0..children.len() {
                    let (bound, exact) = (children.estimate(index), space.of(children.state(index)));
                    if bound == DEAD_END {
                        assert!(exact == DEAD_END || exact + children.cost(index) > left, "seed {seed}");
                        pruned += 1;
                    } else {
                        assert!(exact == bound || exact == DEAD_END, "seed {seed}");
                        kept += 1;
                        far += usize::from(children.cost(index) > 3);
                    }
                }
            }
        }
        assert!(kept > 2_000 && pruned > 500 && far > 200, "{kept} {pruned} {far}");
    }
}
