//! Squares of four boxes and walls, which never move again.

use crate::board::{Board, Cell, WALL};

/// Whether a box that moves from one cell to another would be in a square of four boxes and walls with a box on
/// a cell that has none at the end. `occupied` are the boxes before, `is_end` the boxes at the end.
#[inline]
pub(super) fn is_stuck(board: &Board, occupied: &[bool], is_end: &[bool], (from, to): (Cell, Cell)) -> bool {
    let ring = board.ring(to);
    let is_box = |cell: Cell| cell != WALL && cell != from && occupied[usize::from(cell)];
    let is_solid = |cell: Cell| cell == WALL || is_box(cell);
    let is_misplaced = |cell: Cell| is_box(cell) && !is_end[usize::from(cell)];
    [(0, 1, 2), (2, 3, 4), (4, 5, 6), (6, 7, 0)].into_iter().any(|(a, b, c)| {
        let corner = [ring[a], ring[b], ring[c]];
        corner.into_iter().all(is_solid) && (!is_end[usize::from(to)] || corner.into_iter().any(is_misplaced))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::read;

    #[test]
    fn a_square_is_stuck_unless_its_boxes_are_at_the_end() {
        let text = "######|#@   #|# $$ #|# $ $#|# ...#|#   .#|######";
        let board = Board::new(&read(text).expect("a text").remove(0).level.expect("a level"));
        // Four cells a row; the box at 11 moves to 10 and completes the square of 5, 6, 9 and 10.
        let set = |cells: &[Cell]| -> Vec<bool> { board.all().map(|cell| cells.contains(&cell)).collect() };
        let occupied = set(board.boxes());
        assert_eq!(board.boxes(), [5, 6, 9, 11]);
        assert!(is_stuck(&board, &occupied, &set(&[5, 6, 9]), (11, 10)));
        assert!(is_stuck(&board, &occupied, &set(&[6, 9, 10]), (11, 10)));
        assert!(!is_stuck(&board, &occupied, &set(&[5, 6, 9, 10]), (11, 10)));
        assert!(!is_stuck(&board, &occupied, &set(&[]), (11, 15)));
    }
}
