//! Boards where only rows, or only columns, can be shifted: each line turns by itself, so an optimal plan is
//! the shortest turn of each line, without a search.

use lurd_engine::outcome::Plan;

use crate::rules::{Board, Direction, Moves, Slide, first_shift, matches_rotated, shortest};

/// An optimal plan, if only rows or only columns are free and the target can be reached.
pub(super) fn solve_lines(source: &Board, target: &Board, moves: Moves) -> Option<Plan<Slide>> {
    let direction = match (source.any_free(Direction::Left), source.any_free(Direction::Up)) {
        (true, true) => return None,
        (_, true) => Direction::Up,
        _ => Direction::Left,
    };
    let mut shifts = Vec::new();
    for line in source.free_lines(direction) {
        let first = first_shift(direction.is_row(), line);
        let cells = source.line(first);
        let turns = (0..cells.length).filter(|&by| matches_rotated(source, target, cells, by));
        let slide = turns.map(|by| shortest(first, by, cells.length)).min_by_key(|slide| slide.times)?;
        shifts.extend(slide.shifts());
    }
    Some(moves.plan(&shifts))
}
