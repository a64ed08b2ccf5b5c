//! The lower bounds of the successors of a position.
//!
//! The bounds of all successors begin with the assignment and the penalties of the position itself. Before a successor is
//! generated, a quick bound tells whether it is needed: the dual values of the position's assignment remain feasible
//! when one box is moved, and so do the penalties of all pairs without this box. After look-ups, the new assignment and
//! all penalties give the bound of those that are left.

use crate::board::Cell;
use crate::bounds::Matched;
use crate::deadlock::Rule;
use crate::deadlock::rule::AfterPush;
use crate::spaces::push_model::PushModel;
use crate::spaces::scratch::Scratch;
use crate::state::{Push, UnpackedState};
use lurd_engine::outcome::Cost;
use lurd_engine::space::{DEAD_END, Space, Successors};

/// From this many boxes on, one expansion can outlast the time limit, so the clock is read for each
/// successor.
const MANY_BOXES: usize = 50;

impl PushModel<'_> {
    /// Finds the assignment and the penalties of a position with `boxes`, unless they were found last.
    pub(super) fn prepare_bounds(&self, scratch: &mut Scratch, state: &[u64], boxes: &[Cell]) -> Matched {
        let Scratch { matcher, boxes_and_sides, penalties, bounded, matched, .. } = scratch;
        if bounded == state {
            return *matched;
        }
        let player = self.encoding.player(state);
        self.find_sides(boxes, player, boxes_and_sides);
        *matched = matcher.set(&self.distances, boxes_and_sides, &self.deadline);
        if let Some(pairs) = &self.pairs {
            // Where a pair is a deadlock, the successors are found dead one by one.
            penalties.set(pairs, boxes, player);
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
        let count = Cost::from(push.count);
        match scratch.matcher.bound_after(&self.distances, before, after, count) {
            Some(total) => total + scratch.penalties.without(boxes, push.from) + count,
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
            if boxes.len() > MANY_BOXES && self.deadline.is_over() {
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
                Some(pairs) => penalties.after(pairs, boxes, from, to, behind),
            };
            let Some(penalty) = penalty else {
                successors.prune(index);
                continue;
            };
            let total = if is_assigned {
                let before = self.distances.box_and_side(self.board, from, player);
                let after = self.distances.box_and_side(self.board, to, behind);
                matcher.total_after(&self.distances, before, after, Cost::from(push.count))
            } else {
                None
            };
            match total {
                Some(total) => successors.set_estimate(index, total + penalty),
                None if self.rules.has(Rule::Assignment) => successors.prune(index),
                None => {}
            }
        }
    }

    fn destination(&self, push: Push) -> Cell {
        (0..push.count).fold(push.from, |cell, _| self.board.next(cell, push.direction))
    }
}
