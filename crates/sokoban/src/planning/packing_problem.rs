//! A level as a problem of the domain of packing: which squares are in the room of the goals, and in which order the
//! goals are filled.

use std::fmt::Write as _;

use lurd_puzzle::puzzle::CannotWrite;

use super::problem::{Parts, name, only, written};
use crate::{
    board::{Board, Cell},
    direction::SearchDirection,
    level::Level,
    state::{PlayerRegion, UnpackedState},
};

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
    let outside: Vec<Cell> = board.all().filter(|&cell| !inside[usize::from(cell)] && !board.is_goal(cell)).collect();
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

// An order in which the goals can be filled, one after the other.
//
// It is found backward: from the boxes on the goals, the one nearest to the start of a box is pulled there,
// past the others, and is gone. What was emptied last is filled first. So in the order found, each goal can be
// reached from the start of some box past the goals that were filled before, if no other box is in the way.

/// The most steps, goals² times cells, spent on an order: some seconds.
const MAX_EFFORT: u64 = 200_000_000;

/// The goals of `board` in an order of filling after which the player is on `player`, a cell that is not a goal.
/// `None` if no box that is left can be pulled to a start, or if the board is too large. O(goals² cells).
pub(super) fn packing_order(board: &Board, player: Cell) -> Option<Vec<Cell>> {
    let goals = board.goals().len() as u64;
    if goals.saturating_mul(goals).saturating_mul(board.cells() as u64) > MAX_EFFORT {
        return None;
    }
    let mut state = UnpackedState::new(board.cells());
    let mut is_start = vec![false; board.cells()];
    for &goal in board.goals() {
        state.occupied[usize::from(goal)] = true;
    }
    for &start in board.boxes() {
        is_start[usize::from(start)] = true;
    }
    let mut filled = board.goals().to_vec();
    let mut player = player;
    let mut order = Vec::new();
    while !filled.is_empty() {
        state.regions.fill(board, &state.occupied);
        let region = state.regions.of(player);
        let starts = filled.iter().filter_map(|&goal| {
            let (pulls, start) = nearest_start(board, &mut state, goal, region, &is_start)?;
            Some((pulls, goal, start))
        });
        let (_, goal, start) = starts.min()?;
        is_start[usize::from(start)] = false;
        state.occupied[usize::from(goal)] = false;
        filled.retain(|&other| other != goal);
        // The player has walked from beside the goal to beside the start, and the box is gone.
        player = goal;
        order.push(goal);
    }
    order.reverse();
    Some(order)
}

/// The fewest pulls from `goal` to the start of a box, and that start. The player is in the region with the least
/// cell `region`.
fn nearest_start(
    board: &Board,
    state: &mut UnpackedState,
    goal: Cell,
    region: Cell,
    is_start: &[bool],
) -> Option<(u16, Cell)> {
    if is_start[usize::from(goal)] && board.neighbours(goal).iter().any(|&next| state.regions.of(next) == region) {
        return Some((0, goal));
    }
    if !state.remove_box(SearchDirection::Pull, board, goal, region, |_| true) {
        return None;
    }
    let starts = state.stops().iter().filter(|stop| is_start[usize::from(stop.cell)]);
    starts.map(|stop| (stop.steps, stop.cell)).min()
}

// The room of the goals: the floor that boxes only enter.

/// For each cell, whether it is in the room: some other cell separates a part of the floor with goals and without a
/// box at the start, and the cell is in this part. O(cells²).
pub(super) fn inside(board: &Board) -> Vec<bool> {
    let mut inside = vec![false; board.cells()];
    for door in board.all() {
        let sides = board.count_sides(door);
        if sides < 2 {
            continue;
        }
        for side in 0..sides {
            let is_there = |&cell: &Cell| cell != door && board.side_of(door, cell) == side;
            if board.goals().iter().any(is_there) && !board.boxes().iter().any(is_there) {
                for cell in board.all().filter(is_there) {
                    inside[usize::from(cell)] = true;
                }
            }
        }
    }
    inside
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

#[cfg(test)]
mod packing_order_tests {
    use super::*;
    use crate::formats;

    /// The columns of the goals, counted from 1, in their order.
    fn columns(text: &str) -> Option<Vec<usize>> {
        let level = formats::read(text).expect("read").remove(0).level.expect("a level");
        let board = Board::new(&level);
        let order = packing_order(&board, board.player())?;
        Some(order.into_iter().map(|cell| board.square(cell) % level.width() + 1).collect())
    }

    #[test]
    fn the_goal_at_the_end_of_a_corridor_is_filled_first() {
        assert_eq!(columns("##########|#@ $$$...#|##########"), Some(vec![9, 8, 7]));
        assert_eq!(columns("#########|#.. $$ @#|#########"), Some(vec![2, 3]));
    }

    #[test]
    fn the_box_that_is_nearest_to_a_start_is_pulled_first() {
        // The goal in column 3 is one pull from a start, that in column 8 two.
        assert_eq!(columns("#########|#       #|# .$ $ .#|#   @   #|#########"), Some(vec![8, 3]));
    }

    #[test]
    fn a_box_that_starts_on_its_goal_is_filled_last() {
        assert_eq!(columns("########|#@*$ . #|#      #|########"), Some(vec![6, 3]));
        assert_eq!(columns("#####|#@  #|#####"), Some(vec![]));
    }

    #[test]
    fn a_goal_from_which_no_box_is_pulled_has_no_order() {
        // The player cannot step back from the box.
        assert_eq!(columns("######|#@ $ #|###.##|######"), None);
    }

    #[test]
    fn boards_that_would_take_too_long_have_no_order() {
        let row = |inner: &str| format!("#{}#", inner.repeat(99));
        let mut rows = vec![row("#"), format!("#@{}#", " ".repeat(98))];
        rows.extend((0..20).map(|_| row(" ")));
        rows.extend((0..4).flat_map(|_| [row("."), row("$")]));
        rows.push(row("#"));
        assert_eq!(columns(&rows.join("|")), None);
    }
}

#[cfg(test)]
mod room_tests {
    use super::*;
    use crate::formats;

    /// The rows of a board, with `o` for the squares of its room.
    fn room(text: &str) -> String {
        let level = formats::read(text).expect("read").remove(0).level.expect("a level");
        let board = Board::new(&level);
        let mut drawn = vec!['#'; level.squares()];
        for (cell, inside) in board.all().zip(inside(&board)) {
            drawn[board.square(cell)] = if inside { 'o' } else { ' ' };
        }
        let rows: Vec<String> = drawn.chunks(level.width()).map(|row| row.iter().collect()).collect();
        rows.join("|")
    }

    #[test]
    fn goals_behind_a_door_are_in_the_room_with_the_way_to_them() {
        assert_eq!(
            room("##########|#@ $ #  .#|# $     .#|#    #   #|##########"),
            "##########|#    #ooo#|#    oooo#|#    #ooo#|##########"
        );
    }

    #[test]
    fn two_parts_with_goals_are_both_inside() {
        assert_eq!(room("#########|#. @$$ .#|#########"), "#########|#ooo  oo#|#########");
    }

    #[test]
    fn a_part_with_a_box_or_without_goals_is_outside() {
        // A box behind the door; goals on this side of it only; no door.
        for rows in [
            "##########|#@ $ #  .#|#      *.#|# $  #   #|##########",
            "##########|#@ $ #   #|# $ .    #|# .  #   #|##########",
            "######|#@$ .#|#    #|######",
        ] {
            assert!(!room(rows).contains('o'), "{}", room(rows));
        }
    }
}
