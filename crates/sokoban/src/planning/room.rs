//! The room of the goals: the floor that boxes only enter.

use crate::board::{Board, Cell};

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
