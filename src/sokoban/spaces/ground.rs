//! What both spaces of a level stand on: the board, the distances, the rules, the packing of
//! states, and their common estimate: the cheapest assignment of boxes to goals, and what the rules
//! prove dead.

use std::cell::RefCell;

use super::scratch::Scratch;
use super::{Packing, Push};
use crate::budget::{Budget, Watch};
use crate::outcome::{Cost, Stop};
use crate::sokoban::board::{Balance, Board};
use crate::sokoban::bounds::{Distances, matching};
use crate::sokoban::deadlock::{Rule, Rules};
use crate::space::{Children, DEAD, Space};

/// See the module.
pub(super) struct Ground<'b> {
    pub(super) board: &'b Board,
    pub(super) packing: Packing,
    /// The goals, packed like boxes.
    goals: Vec<u64>,
    pub(super) distances: Distances,
    pub(super) rules: Rules,
    watch: Watch,
    pub(super) scratch: RefCell<Scratch>,
}

impl<'b> Ground<'b> {
    pub(super) fn new(board: &'b Board, rules: Rules, budget: &mut Budget<'_>) -> Result<Self, Stop> {
        let packing = Packing::new(board.cells());
        let rules = rules.sound_for(board);
        Ok(Self {
            board,
            packing,
            goals: packing.packed(board.goals()),
            distances: Distances::new(board, budget)?,
            rules,
            watch: budget.watch(),
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

    /// The estimate of one position.
    pub(super) fn estimate(&self, state: &[u64]) -> Cost {
        // An assignment says nothing where boxes may be left over.
        if self.board.balance() == Balance::MoreBoxes {
            return 0;
        }
        let scratch = &mut *self.scratch.borrow_mut();
        scratch.load(self.packing, state);
        let live = |cell| !self.rules.has(Rule::DeadSquares) || self.distances.is_live(cell);
        if self.rules.has(Rule::DeadSquares)
            && !scratch.boxes.iter().all(|&cell| self.distances.is_live(cell))
        {
            return DEAD;
        }
        let Scratch { boxes, occupied, freeze, .. } = scratch;
        if self.rules.has(Rule::Freeze)
            && freeze.frozen_off_goal(self.board, live, boxes.iter().copied(), occupied)
        {
            return DEAD;
        }
        match matching::assignment(&self.distances, boxes) {
            Some(total) => total,
            None if self.rules.has(Rule::Assignment) => DEAD,
            None => 0,
        }
    }

    /// Sets the estimates of the children of `parent`: dead by freezing, dead for want of an
    /// assignment, or the total of the cheapest one.
    pub(super) fn estimate_children<S>(&self, parent: &[u64], children: &mut Children<S>)
    where
        S: Space<Action = Push>,
    {
        if self.board.balance() == Balance::MoreBoxes {
            return;
        }
        let scratch = &mut *self.scratch.borrow_mut();
        scratch.load(self.packing, parent);
        let live = |cell| !self.rules.has(Rule::DeadSquares) || self.distances.is_live(cell);
        let Scratch { boxes, occupied, freeze, matcher, .. } = scratch;
        let assigned = matcher.set(&self.distances, boxes);
        for index in 0..children.len() {
            if children.estimate(index) == DEAD {
                continue;
            }
            // With hundreds of boxes one expansion can outlast the limit; no estimate is a weak one.
            if boxes.len() > 50 && self.watch.is_over() {
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
                    children.kill(index);
                    continue;
                }
            }
            let total = if assigned { matcher.total_after(&self.distances, from, to) } else { None };
            match total {
                Some(total) => children.set_estimate(index, total),
                None if self.rules.has(Rule::Assignment) => children.kill(index),
                None => {}
            }
        }
    }
}
