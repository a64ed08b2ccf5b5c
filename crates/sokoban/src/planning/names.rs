//! Squares and directions by their names in PDDL.

use crate::direction::Direction;
use crate::level::Level;

/// The directions by their names in PDDL.
pub(super) const WAYS: [(&str, Direction); 4] = [
    ("left", Direction::Left),
    ("up", Direction::Up),
    ("right", Direction::Right),
    ("down", Direction::Down),
];

/// The name of a square: `s-3-2` is row 3, column 2.
pub(super) fn name(level: &Level, square: usize) -> String {
    format!("s-{}-{}", square / level.width() + 1, square % level.width() + 1)
}

/// The square of a name.
pub(super) fn square(level: &Level, name: &str) -> Option<usize> {
    let (row, column) = name.strip_prefix("s-")?.split_once('-')?;
    let (row, column): (usize, usize) = (row.parse().ok()?, column.parse().ok()?);
    let (row, column) = (row.checked_sub(1)?, column.checked_sub(1)?);
    let is_inside = row < level.height() && column < level.width();
    is_inside.then(|| row * level.width() + column)
}
