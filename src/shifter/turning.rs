//! Boards of which only rows, or only columns, can be shifted: each line turns by itself, so the
//! shortest way is the shortest turn of each. No search.

use super::board::{Board, Direction};
use super::obstacle::{fits_turned, line_cells};
use super::slide::{Moves, Slide, shortest};
use crate::outcome::{Cost, Plan};

/// A shortest way, if rows alone or columns alone are free and the target can be reached.
pub(super) fn turn_each(source: &Board, target: &Board, moves: Moves) -> Option<Plan<Slide>> {
    let direction = match (source.any_free(Direction::Left), source.any_free(Direction::Up)) {
        (true, true) => return None,
        (_, true) => Direction::Up,
        _ => Direction::Left,
    };
    let mut actions = Vec::new();
    let mut cost = 0;
    for line in (0..source.lines(direction)).filter(|&line| source.is_free(direction, line)) {
        let (cells, length) = (line_cells(source, direction, line), source.line_length(direction));
        let turns = (0..length).filter(|&by| fits_turned(source, target, &cells, by));
        let slide = turns.map(|by| shortest(direction, line, by, length)).min_by_key(|slide| slide.times)?;
        let (count, single) = (slide.times, Slide { times: 1, ..slide });
        match moves {
            Moves::Single => actions.extend(std::iter::repeat_n(single, usize::from(count))),
            Moves::Grouped if count > 0 => actions.push(slide),
            Moves::Grouped => {}
        }
        cost += if moves == Moves::Single { Cost::from(count) } else { Cost::from(count > 0) };
    }
    Some(Plan { actions, cost })
}
