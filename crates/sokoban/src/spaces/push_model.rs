//! What the spaces of pushes and of moves share: the board, the rules, the encoding of states, and the lower
//! bound, which is the cheapest assignment of boxes to goals plus the penalties of pairs.

use std::cell::{Cell as StdCell, RefCell};

use crate::board::{Balance, Board, Cell};
use crate::bounds::pattern_database::{PatternPenalties, largest_size};
use crate::bounds::{Distances, Matched, PairPenalties, assignment, max_weight_packing};
use crate::deadlock::checker::DeadlockChecker;
use crate::deadlock::{Rule, Rules};
use crate::spaces::scratch::Scratch;
use crate::state::symmetries;
use crate::state::{Push, Representatives, StateEncoding, Symmetry, UnpackedState};
use lurd_engine::budget::{Budget, Deadline};
use lurd_engine::outcome::{Cost, Stop};
use lurd_engine::space::{DEAD_END, Guarantee};

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
            DeadlockChecker::for_single_pushes(board, rules)
        } else {
            // The position that is expanded; with the checks, it is part of their scratch.
            budget.grow(64 * board.cells() as u64)?;
            DeadlockChecker::new(board, rules)
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
        if self.rules.has(Rule::Freeze)
            && freeze.frozen_off_goal(self.board, is_live, boxes.iter().copied(), occupied)
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
            Some(total) => total + penalty,
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
        if !self.rules.has(Rule::PatternDatabases) || self.board.boxes().len() > max_weight_packing::MAX_BOXES
        {
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
        match matcher.set(&self.distances, boxes_and_sides, &self.deadline) {
            Matched::All => {
                let penalty = patterns.penalty(boxes, boxes_and_sides, player, matcher);
                Some(penalty.map_or(DEAD_END, |penalty| matcher.total() + penalty))
            }
            Matched::NotAll => Some(DEAD_END),
            Matched::OutOfTime => None,
        }
    }

    pub(super) fn find_sides(&self, boxes: &[Cell], player: Cell, found: &mut Vec<u32>) {
        found.clear();
        found.extend(boxes.iter().map(|&cell| self.distances.box_and_side(self.board, cell, player)));
    }
}
