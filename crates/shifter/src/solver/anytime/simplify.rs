//! Shorter answers with the same effect, by joining shifts that commute.

use std::collections::BTreeMap;

use crate::rules::{Board, Shift, first_shift, shortest};

/// Simplifies an answer: within each stretch of row shifts only (or column shifts only), every line turns
/// once, the shorter way. Stretches without effect are removed.
pub(super) fn simplify(board: &Board, shifts: &[Shift]) -> Vec<Shift> {
    // Stretches: whether of rows, and the cells by which each line has moved towards its first one.
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
            // The stretches around it join.
            stretches.pop();
        }
    }
    let mut simplified = Vec::new();
    for (is_row, turns) in stretches {
        for (line, by) in turns {
            let first = first_shift(is_row, line.into());
            simplified.extend(shortest(first, by, board.line_length(first.direction)).shifts());
        }
    }
    simplified
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shifts_that_cancel_are_removed() {
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
            assert_eq!(simplify(&board, &shifts(long)), shifts(short), "{long}");
        }
    }
}
