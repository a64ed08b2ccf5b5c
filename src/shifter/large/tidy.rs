//! Takes out of a sequence of shifts what undoes itself.

use std::collections::BTreeMap;

use super::super::board::{Board, Direction, Shift};
use super::super::slide::shortest;

/// The same effect with no more shifts: within each stretch that moves rows only (or columns only)
/// every line turns once, the shorter way, and stretches that turn nothing drop out.
pub(super) fn tidy(board: &Board, shifts: &[Shift]) -> Vec<Shift> {
    // Stretches: rows or columns, and by how many cells each line has been shifted towards its first.
    let mut stretches: Vec<(bool, BTreeMap<u16, usize>)> = Vec::new();
    for shift in shifts {
        let is_row = shift.direction.is_row();
        if stretches.last().is_none_or(|(rows, _)| *rows != is_row) {
            stretches.push((is_row, BTreeMap::new()));
        }
        let Some((_, turns)) = stretches.last_mut() else { continue };
        let length = board.line_length(shift.direction);
        let turn = turns.entry(shift.line).or_insert(0);
        *turn = (*turn + if shift.direction.is_first() { 1 } else { length - 1 }) % length;
        turns.retain(|_, turn| *turn != 0);
        if turns.is_empty() {
            // What stood around it is now one stretch; the next shift joins the one before.
            stretches.pop();
        }
    }
    let mut tidied = Vec::new();
    for (is_row, turns) in stretches {
        let direction = if is_row { Direction::Left } else { Direction::Up };
        for (line, by) in turns {
            let slide = shortest(direction, usize::from(line), by, board.line_length(direction));
            tidied.extend(std::iter::repeat_n(slide.shift, usize::from(slide.times)));
        }
    }
    tidied
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_undoes_itself_is_gone() {
        let board = Board::new(4, vec![0; 16]);
        let shifts = |text: &str| -> Vec<Shift> {
            text.split(", ")
                .filter(|word| !word.is_empty())
                .map(|word| word.parse().expect("a shift"))
                .collect()
        };
        for (long, short) in [
            ("left 0, right 0", ""),
            ("left 0, left 1, right 0", "left 1"),
            ("left 0, up 1, down 1, right 0, up 2", "up 2"),
            ("left 3, left 3, left 3, up 0", "right 3, up 0"),
            ("left 1, left 0", "left 0, left 1"),
        ] {
            assert_eq!(tidy(&board, &shifts(long)), shifts(short), "{long}");
        }
    }
}
