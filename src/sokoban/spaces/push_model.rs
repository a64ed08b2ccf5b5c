//! What both spaces of a level stand on: the board, the distances, the rules, the packing of
//! states, and their common estimate: the cheapest assignment of boxes to goals, and what the rules
//! prove dead.

use std::cell::RefCell;

use crate::budget::{Budget, Deadline};
use crate::outcome::{Cost, Stop};
use crate::sokoban::board::{Balance, Board, Cell};
use crate::sokoban::bounds::{Distances, Matched, Pairs, assignment, max_weight_matching};
use crate::sokoban::deadlock::checker::DeadlockChecker;
use crate::sokoban::deadlock::{Rule, Rules};
use crate::sokoban::spaces::scratch::Scratch;
use crate::sokoban::state::UnpackedState;
use crate::sokoban::state::{Push, StateEncoding};
use crate::space::{DEAD_END, Guarantee, Space, Successors};

/// See the module.
pub(super) struct PushModel<'b> {
    pub(super) board: &'b Board,
    pub(super) packing: StateEncoding,
    /// The goals, packed like boxes.
    goals: Vec<u64>,
    pub(super) distances: Distances,
    pairs: Option<Pairs>,
    pub(super) rules: Rules,
    deadline: Deadline,
    /// The slow tests, where rules ask for them.
    inspector: Option<RefCell<(DeadlockChecker, UnpackedState)>>,
    pub(super) scratch: RefCell<Scratch>,
}

impl<'b> PushModel<'b> {
    pub(super) fn new(board: &'b Board, rules: Rules, budget: &mut Budget<'_>) -> Result<Self, Stop> {
        let packing = StateEncoding::new(board.cells());
        let rules = rules.sound_for(board);
        let distances = Distances::new(board, budget)?;
        let pairs = if rules.has(Rule::Pairs) && board.boxes().len() <= max_weight_matching::MAX_BOXES {
            Pairs::new(board, &distances, budget)?
        } else {
            None
        };
        let inspector = if rules.has(Rule::FrozenWalls) || rules.has(Rule::Corrals) {
            let bytes = DeadlockChecker::bytes(board);
            let has_room = budget.memory_left().is_none_or(|left| bytes < left / 4);
            if has_room {
                budget.grow(bytes)?;
            }
            has_room.then(|| {
                RefCell::new((DeadlockChecker::with_quota(board, rules), UnpackedState::new(board.cells())))
            })
        } else {
            None
        };
        Ok(Self {
            board,
            inspector,
            packing,
            goals: packing.packed(board.goals()),
            distances,
            pairs,
            rules,
            deadline: budget.deadline(),
            scratch: RefCell::new(Scratch::new(board, packing)),
        })
    }

    /// Whether every box stands on a goal; where boxes are more than goals, whether every goal has one.
    pub(super) fn is_solved(&self, state: &[u64]) -> bool {
        match self.board.balance() {
            Balance::Even | Balance::MoreGoals => self.packing.boxes_within(state, &self.goals),
            Balance::MoreBoxes => self.packing.boxes_cover(state, &self.goals),
        }
    }

    /// Whether a slow test proves a position dead, in which the player is in the region of `player`. To be
    /// asked before an expansion; what has been learned from it serves all children.
    pub(super) fn proves_dead(&self, state: &[u64], player: Cell) -> bool {
        let Some(inspector) = &self.inspector else { return false };
        let (inspector, hand) = &mut *inspector.borrow_mut();
        hand.load(self.board, self.packing, state);
        let over = &mut || if self.deadline.is_over() { Err(()) } else { Ok(()) };
        inspector.is_dead_while(self.board, hand, player, over).unwrap_or(false)
    }

    /// What the estimate promises. A push moves one box by one cell, which changes the distances of
    /// that box by at most one, and so the cheapest assignment by at most one; but together with the
    /// penalties of pairs it may change by more.
    pub(super) fn guarantee(&self) -> Guarantee {
        if self.pairs.is_some() { Guarantee::Admissible } else { Guarantee::Consistent }
    }

    /// The estimate of one position.
    pub(super) fn estimate(&self, state: &[u64]) -> Cost {
        let scratch = &mut *self.scratch.borrow_mut();
        scratch.load(self.packing, state);
        let live = |cell| !self.rules.has(Rule::DeadSquares) || self.distances.is_live(cell);
        if self.rules.has(Rule::DeadSquares)
            && !scratch.boxes.iter().all(|&cell| self.distances.is_live(cell))
        {
            return DEAD_END;
        }
        let Scratch { boxes, occupied, freeze, stances, penalties, .. } = scratch;
        if self.rules.has(Rule::Freeze)
            && freeze.frozen_off_goal(self.board, live, boxes.iter().copied(), occupied)
        {
            return DEAD_END;
        }
        let player = self.packing.player(state);
        stances.clear();
        stances.extend(boxes.iter().map(|&cell| self.distances.stance(self.board, cell, player)));
        let more = match &self.pairs {
            None => Some(0),
            Some(pairs) => penalties.set(pairs, boxes, player),
        };
        let Some(more) = more else { return DEAD_END };
        match assignment::assignment_of(&self.distances, stances, &self.deadline) {
            Some(total) => total + more,
            None if self.rules.has(Rule::Assignment) => DEAD_END,
            None => 0,
        }
    }

    /// Sets the estimates of the children of `parent`: dead by freezing, dead for want of an
    /// assignment, or the total of the cheapest one.
    pub(super) fn estimate_children<S>(&self, parent: &[u64], children: &mut Successors<S>)
    where
        S: Space<Action = Push>,
    {
        let scratch = &mut *self.scratch.borrow_mut();
        scratch.load(self.packing, parent);
        let live = |cell| !self.rules.has(Rule::DeadSquares) || self.distances.is_live(cell);
        let Scratch { boxes, occupied, freeze, matcher, stances, penalties, .. } = scratch;
        let player = self.packing.player(parent);
        stances.clear();
        stances.extend(boxes.iter().map(|&cell| self.distances.stance(self.board, cell, player)));
        let assigned = match matcher.set(&self.distances, stances, &self.deadline) {
            Matched::All => true,
            Matched::NotAll => false,
            // With hundreds of boxes one expansion can outlast the limit; no estimate is a weak one.
            Matched::OutOfTime => return,
        };
        if let Some(pairs) = &self.pairs {
            // A parent with a deadlock has no children that live; they are found out one by one.
            penalties.set(pairs, boxes, player);
        }
        for index in 0..children.len() {
            if children.estimate(index) == DEAD_END {
                continue;
            }
            // As above.
            if boxes.len() > 50 && self.deadline.is_over() {
                return;
            }
            let Push { from, direction, count } = children.action(index);
            let mut to = from;
            for _ in 0..count {
                to = self.board.next(to, direction);
            }
            if self.rules.has(Rule::Freeze) {
                occupied[usize::from(from)] = false;
                occupied[usize::from(to)] = true;
                let moved = boxes.iter().map(|&cell| if cell == from { to } else { cell });
                let frozen = freeze.completes(self.board, live, moved, occupied, to);
                occupied[usize::from(from)] = true;
                occupied[usize::from(to)] = false;
                if frozen {
                    children.prune(index);
                    continue;
                }
            }
            let behind = self.board.next(to, direction.opposite());
            if let Some(inspector) = &self.inspector {
                occupied[usize::from(from)] = false;
                occupied[usize::from(to)] = true;
                let fits = inspector.borrow().0.patterns().fits_at(to, occupied, behind);
                occupied[usize::from(from)] = true;
                occupied[usize::from(to)] = false;
                if fits {
                    children.prune(index);
                    continue;
                }
            }
            let more = match &self.pairs {
                None => Some(0),
                Some(pairs) => penalties.after(pairs, boxes, from, to, behind),
            };
            let Some(more) = more else {
                children.prune(index);
                continue;
            };
            let total = if assigned {
                let before = self.distances.stance(self.board, from, player);
                let after = self.distances.stance(self.board, to, behind);
                matcher.total_after(&self.distances, before, after, Cost::from(count))
            } else {
                None
            };
            match total {
                Some(total) => children.set_estimate(index, total + more),
                None if self.rules.has(Rule::Assignment) => children.prune(index),
                None => {}
            }
        }
    }
}
