//! A level with as many boxes as goals, made of one with unequal numbers, so that plans can be searched for.
//!
//! Each of its solutions also solves the original level. It has fewer solutions, so neither its unsolvability nor its lower
//! bounds hold for the original level.

use lurd_engine::program::budget::Deadline;

use crate::{
    board::{Balance, Board},
    bounds::{Distances, assignment},
    level::Level,
};

/// The level with the goals that the cheapest assignment uses: of more goals than boxes, the others are left out; of more boxes
/// than goals, each of the others has a goal where it stands. `None` if the numbers are equal, there is no assignment, or, of
/// more boxes than goals, those that the player can reach are too few for the goals.
pub(super) fn evened(level: &Level, board: &Board, distances: &Distances, deadline: &Deadline) -> Option<Level> {
    if board.balance() == Balance::Even {
        return None;
    }
    let assigned = assignment::assigned_goals(distances, board.boxes(), deadline)?;
    let filled = assigned.iter().filter(|&&goal| goal < board.goals().len()).count();
    let are_all_filled = filled == board.goals().len() && board.unreachable_goals().is_empty();
    if board.balance() == Balance::MoreBoxes && !are_all_filled {
        return None;
    }
    // A box that cannot move needs no goal but its own.
    let immovable = level.boxes().filter(|&square| board.boxes().iter().all(|&cell| board.square(cell) != square));
    let others =
        board.boxes().iter().zip(assigned).map(|(&cell, goal)| board.goals().get(goal).copied().unwrap_or(cell));
    let goals: Vec<usize> = immovable.chain(others.map(|cell| board.square(cell))).collect();
    Some(level.with_goals(&goals))
}

#[cfg(test)]
mod tests {
    use lurd_engine::program::budget::Budget;
    use lurd_puzzle::puzzle::ReadOptions;

    use super::*;
    use crate::formats::read_with;

    fn level(xsb: &str) -> Level {
        let options = ReadOptions { allow_unequal: true, ..ReadOptions::default() };
        read_with(xsb, &options).expect("a level").remove(0).level.expect("legal")
    }

    fn evened_goals(xsb: &str) -> Option<Vec<usize>> {
        let level = level(xsb);
        let board = Board::new(&level);
        let distances = Distances::new(&board, &mut Budget::unlimited()).expect("no limit");
        evened(&level, &board, &distances, &Deadline::default()).map(|evened| {
            assert_eq!(Board::new(&evened).balance(), Balance::Even);
            evened.goals().collect()
        })
    }

    #[test]
    fn goals_that_no_box_needs_are_left_out_and_surplus_boxes_stay() {
        // The goal on the right is nearer.
        assert_eq!(evened_goals("########|#. @$. #|########"), Some(vec![13]));
        // The box on the right is nearer; the other one stays.
        assert_eq!(evened_goals("#########|# $@ $. #|#########"), Some(vec![11, 15]));
        assert_eq!(evened_goals("#######|#@ $. #|#######"), None);
    }

    #[test]
    fn of_boxes_out_of_reach_too_many_make_no_other_level() {
        // Two boxes for three goals, and two boxes that the player cannot reach.
        assert_eq!(evened_goals("##############|#@$ $...# $ $ #|##############"), None);
        // As many as there are goals for, and one more.
        assert_eq!(evened_goals("##########|#@$ .# $ #|##########").map(|goals| goals.len()), Some(2));
    }
}
