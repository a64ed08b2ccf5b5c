//! The estimate of both spaces: the cheapest assignment of boxes to goals, and what the rules prove
//! dead.

use super::Push;
use super::scratch::Scratch;
use crate::budget::Watch;
use crate::outcome::Cost;
use crate::sokoban::board::Board;
use crate::sokoban::bounds::{Distances, matching};
use crate::sokoban::deadlock::{Rule, Rules};
use crate::space::{Children, DEAD, Space};

/// The estimate of the position in `scratch`.
pub(super) fn root_estimate(
    board: &Board,
    distances: &Distances,
    rules: Rules,
    scratch: &mut Scratch,
) -> Cost {
    let live = |cell| !rules.has(Rule::DeadSquares) || distances.is_live(cell);
    if rules.has(Rule::DeadSquares) && !scratch.boxes.iter().all(|&cell| distances.is_live(cell)) {
        return DEAD;
    }
    let Scratch { boxes, occupied, freeze, .. } = scratch;
    if rules.has(Rule::Freeze) && freeze.frozen_off_goal(board, live, boxes.iter().copied(), occupied) {
        return DEAD;
    }
    match matching::assignment(distances, boxes) {
        Some(total) => total,
        None if rules.has(Rule::Assignment) => DEAD,
        None => 0,
    }
}

/// Sets the estimates of the children of the position in `scratch`: dead by freezing, dead for want
/// of an assignment, or the total of the cheapest one.
pub(super) fn estimate_children<S>(
    board: &Board,
    distances: &Distances,
    rules: Rules,
    watch: &Watch,
    scratch: &mut Scratch,
    children: &mut Children<S>,
) where
    S: Space<Action = Push>,
{
    let live = |cell| !rules.has(Rule::DeadSquares) || distances.is_live(cell);
    let Scratch { boxes, occupied, freeze, matcher, .. } = scratch;
    let assigned = matcher.set(distances, boxes);
    for index in 0..children.len() {
        if children.estimate(index) == DEAD {
            continue;
        }
        // With hundreds of boxes one expansion can outlast the limit; no estimate is a weak one.
        if boxes.len() > 50 && watch.is_over() {
            return;
        }
        let Push { from, direction, count } = children.action(index);
        let mut to = from;
        for _ in 0..count {
            to = board.next(to, direction);
        }
        if rules.has(Rule::Freeze) {
            occupied[usize::from(from)] = false;
            occupied[usize::from(to)] = true;
            let moved = boxes.iter().map(|&cell| if cell == from { to } else { cell });
            let frozen = freeze.completes(board, live, moved, occupied, to);
            occupied[usize::from(from)] = true;
            occupied[usize::from(to)] = false;
            if frozen {
                children.kill(index);
                continue;
            }
        }
        let total = if assigned { matcher.total_after(distances, from, to) } else { None };
        match total {
            Some(total) => children.set_estimate(index, total),
            None if rules.has(Rule::Assignment) => children.kill(index),
            None => {}
        }
    }
}
