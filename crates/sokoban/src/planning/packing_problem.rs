//! A level as a problem of the domain of packing: which squares are in the room of the goals, and in which order the
//! goals are filled.

use std::fmt::Write as _;

use super::names::name;
use super::packing_order::packing_order;
use super::problem::{Parts, only, written};
use super::room::inside;
use crate::board::{Board, Cell};
use crate::level::Level;
use crate::state::PlayerRegion;
use lurd_puzzle::puzzle::CannotWrite;

/// Writes the only level as a problem of the domain of packing.
///
/// # Errors
/// As [`problem`](super::problem::problem); numbers of boxes and goals that differ; boxes on the goals that divide the
/// floor outside of the room; no order of filling.
pub(super) fn packing_problem(levels: &[Level]) -> Result<String, CannotWrite> {
    let (level, facts) = only(levels)?;
    let board = Board::new(level);
    let (boxes, goals) = (board.boxes().len(), board.goals().len());
    if boxes != goals {
        return Err(refused(&format!("as many boxes as goals, not {boxes} and {goals}")));
    }
    let inside = inside(&board);
    let outside: Vec<Cell> =
        board.all().filter(|&cell| !inside[usize::from(cell)] && !board.is_goal(cell)).collect();
    let Some(player) = joined(&board, &outside) else {
        return Err(refused("floor outside the goals' room that boxes on the goals do not divide"));
    };
    let Some(order) = packing_order(&board, player) else {
        return Err(refused("an order of filling the goals, and none is found"));
    };
    let name = |cell: Cell| name(level, board.square(cell));
    let phases: Vec<String> = (0..=order.len()).map(|number| format!("n{number}")).collect();
    let mut text = String::from("    (stage n0)\n    (idle)\n");
    for (&goal, phase) in order.iter().zip(phases.windows(2)) {
        let _ = writeln!(text, "    (place {} {})\n    (succ {})", phase[0], name(goal), phase.join(" "));
    }
    for cell in board.all() {
        let part = if inside[usize::from(cell)] { "inside" } else { "outside" };
        let _ = writeln!(text, "    ({part} {})", name(cell));
    }
    let reached = outside.iter().map(|&cell| format!("reached {}", name(cell)));
    let packed = board.goals().iter().map(|&goal| format!("packed {}", name(goal)));
    let parts = Parts {
        domain: "sokoban-packing",
        objects: format!("    {} - phase\n", phases.join(" ")),
        facts: text,
        goal: reached.chain(packed).collect(),
    };
    Ok(written(level, &facts, &parts))
}

fn refused(needs: &str) -> CannotWrite {
    format!("pddl-packing-problem needs {needs}; try --to pddl").into()
}

/// One of `cells`, if the player can walk between all of them with a box on each goal.
fn joined(board: &Board, cells: &[Cell]) -> Option<Cell> {
    let is_box: Vec<bool> = board.all().map(|cell| board.is_goal(cell)).collect();
    let mut region = PlayerRegion::new(board.cells());
    let &first = cells.first()?;
    region.fill(board, &is_box, first);
    cells.iter().all(|&cell| region.contains(cell)).then_some(first)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats;

    fn level(text: &str) -> Level {
        formats::read(text).expect("read").remove(0).level.expect("a level")
    }

    #[test]
    fn levels_without_order_are_refused_with_the_reason() {
        let unequal = level("#######|#@$$..#|#######").with_boxes(&[9, 10, 11]);
        for (level, reason) in [
            (unequal, "as many boxes as goals, not 3 and 2"),
            (level("#########|#@$ . $.#|#########"), "do not divide"),
            (level("######|#@ $ #|###.##|######"), "none is found"),
        ] {
            let error = packing_problem(&[level]).expect_err(reason).to_string();
            assert!(error.contains(reason), "{error}");
        }
    }

    #[test]
    fn goals_outside_of_the_room_need_not_be_walked_on() {
        let problem = packing_problem(&[level("#######|#@$. *#|#     #|#######")]).expect("written");
        let goal = problem.split("(:goal").nth(1).expect("a goal");
        assert!(!problem.contains("(inside "), "{problem}");
        assert_eq!(goal.matches("(reached ").count(), 8, "{problem}");
        assert!(goal.contains("(packed s-2-4)") && goal.contains("(packed s-2-6)"), "{problem}");
    }
}
