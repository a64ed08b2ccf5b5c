//! A floor that is its own mirror image: left and right, or also top and bottom.

use super::{Shape, open};
use lurd_engine::search::random::Random;

/// Grows one half (or quarter) with the middle lines, and mirrors it.
pub(super) fn draw(shape: &mut Shape, random: &mut Random) {
    shape.is_mirrored = true;
    let (columns, rows) = (shape.columns, shape.rows);
    let is_quarter = random.below(3) == 0;
    let (half_columns, half_rows) = (columns.div_ceil(2), if is_quarter { rows.div_ceil(2) } else { rows });
    let half: Vec<usize> = shape
        .inside()
        .filter(|square| square % columns < half_columns && square / columns < half_rows)
        .collect();
    let wanted = half.len() * (50 + random.below(26)) / 100;
    let start = (half_rows - 1).min(rows / 2) * columns + half_columns - 1;
    open::grow(shape, start, wanted, &half, random);
    for square in half {
        let (column, row) = (square % columns, square / columns);
        let is_floor = shape.floor[square];
        for row in [Some(row), is_quarter.then(|| rows - 1 - row)].into_iter().flatten() {
            shape.floor[row * columns + column] = is_floor;
            shape.floor[row * columns + columns - 1 - column] = is_floor;
        }
    }
}
