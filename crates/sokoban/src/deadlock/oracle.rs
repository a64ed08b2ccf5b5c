//! Whether a position has a solution, by a search that knows no rule: what the feature `check` decides each prune of a
//! small board by.

use std::collections::HashSet;

use crate::{
    board::{Balance, Board, Cell, WALL},
    direction::Direction,
};

/// The most cells of a board, and the most positions of a search.
const MAX_CELLS: usize = 40;
const MAX_POSITIONS: usize = 4_000;

/// Panics if the position with boxes on `occupied` and the player in the region of `player` has a solution. Large boards
/// and long searches are left out.
pub(crate) fn assert_dead(board: &Board, occupied: &[bool], player: Cell, by: &str) {
    if let Some(true) = has_solution(board, occupied, player) {
        let boxes: Vec<_> = board.all().filter(|&cell| occupied[usize::from(cell)]).collect();
        panic!("{by} calls a position with a solution dead: boxes {boxes:?}, player {player}");
    }
}

/// Whether the position has a solution; `None` if the search would take too long.
fn has_solution(board: &Board, occupied: &[bool], player: Cell) -> Option<bool> {
    if board.cells() > MAX_CELLS {
        return None;
    }
    let bit = |cell: Cell| 1_u64 << cell;
    let goals: u64 = board.goals().iter().map(|&cell| bit(cell)).sum();
    let is_solved = |boxes: u64| match board.balance() {
        Balance::MoreBoxes => boxes & goals == goals,
        Balance::Even | Balance::MoreGoals => boxes & !goals == 0,
    };
    // The cells that the player reaches.
    let reach = |boxes: u64, player: Cell| {
        let (mut reached, mut open) = (bit(player), vec![player]);
        while let Some(cell) = open.pop() {
            for &next in board.neighbours(cell) {
                if next != WALL && (boxes | reached) & bit(next) == 0 {
                    reached |= bit(next);
                    open.push(next);
                }
            }
        }
        reached
    };
    let start: u64 = board.all().filter(|&cell| occupied[usize::from(cell)]).map(bit).sum();
    let first = (start, reach(start, player));
    let (mut seen, mut open) = (HashSet::from([first]), vec![first]);
    while let Some((boxes, reached)) = open.pop() {
        if is_solved(boxes) {
            return Some(true);
        }
        if seen.len() > MAX_POSITIONS {
            return None;
        }
        for cell in board.all().filter(|&cell| boxes & bit(cell) != 0) {
            for direction in Direction::ALL {
                let (to, stand) = (board.next(cell, direction), board.next(cell, direction.opposite()));
                let is_push = to != WALL && stand != WALL && reached & bit(stand) != 0 && boxes & bit(to) == 0;
                if is_push {
                    let after = boxes & !bit(cell) | bit(to);
                    let next = (after, reach(after, cell));
                    if seen.insert(next) {
                        open.push(next);
                    }
                }
            }
        }
    }
    Some(false)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deadlock::tests::board;

    #[test]
    fn a_push_decides() {
        for (text, has) in
            [("######|#@$.#|######", true), ("######|#$@.#|######", false), ("#####|#@$ #|#  .#|#####", false)]
        {
            let board = board(text);
            let occupied: Vec<bool> =
                (0..board.cells()).map(|cell| board.boxes().iter().any(|&it| usize::from(it) == cell)).collect();
            assert_eq!(has_solution(&board, &occupied, board.player()), Some(has), "{text}");
        }
    }
}
