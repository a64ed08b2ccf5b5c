//! An order in which the goals can be filled, one after the other.
//!
//! It is found backward: from the boxes on the goals, the one nearest to the start of a box is pulled there,
//! past the others, and is gone. What was emptied last is filled first. So in the order found, each goal can be
//! reached from the start of some box past the goals that were filled before, if no other box is in the way.

use crate::board::{Board, Cell};
use crate::search_direction::SearchDirection;
use crate::state::UnpackedState;

/// The most steps, goals² times cells, spent on an order: some seconds.
const MAX_EFFORT: u64 = 200_000_000;

/// The goals of `board` in an order of filling after which the player is on `player`, a cell that is not a goal.
/// `None` if no box that is left can be pulled to a start, or if the
/// board is too large. O(goals² cells).
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
    if is_start[usize::from(goal)]
        && board.neighbours(goal).iter().any(|&next| state.regions.of(next) == region)
    {
        return Some((0, goal));
    }
    if !state.remove_box(SearchDirection::Pull, board, goal, region, |_| true) {
        return None;
    }
    let starts = state.stops().iter().filter(|stop| is_start[usize::from(stop.cell)]);
    starts.map(|stop| (stop.steps, stop.cell)).min()
}

#[cfg(test)]
mod tests {
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
