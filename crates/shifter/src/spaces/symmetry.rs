//! Symmetries of the space of a small board, and one board of each class.
//!
//! The rows and columns of a board are cycles, so a translation, a reflection or, on a square board, the transposition
//! takes lines to lines. Such a map of the cells is a symmetry of the distances from a board if it takes moves to moves
//! and the board to itself, up to the names of the colours: with all tiles different, every board is.

use lurd_engine::program::{budget::Budget, outcome::Stop};

use super::{
    fields::{Fields, MAX_FIELDS},
    rank::{Permutation, Turn, unchanged},
};
use crate::rules::{Board, WILD};

/// The maps of the cells of a board that take lines to lines: translations, reflections and, on a square board, the
/// transposition, in any combination, without repetitions.
pub(crate) fn maps(rows: usize, columns: usize) -> Vec<Permutation> {
    let mut maps: Vec<Permutation> = Vec::new();
    for bits in 0..if rows == columns { 8 } else { 4 } {
        for (down, right) in (0..rows).flat_map(|down| (0..columns).map(move |right| (down, right))) {
            let mut map = unchanged();
            for (cell, image) in map.iter_mut().enumerate().take(rows * columns) {
                let (row, column) = (cell / columns, cell % columns);
                let (row, column) = if bits & 4 == 0 { (row, column) } else { (column, row) };
                let row = if bits & 1 == 0 { row } else { rows - 1 - row };
                let column = if bits & 2 == 0 { column } else { columns - 1 - column };
                let (row, column) = ((row + down) % rows, (column + right) % columns);
                *image = (row * columns + column).to_le_bytes()[0];
            }
            if !maps.contains(&map) {
                maps.push(map);
            }
        }
    }
    maps
}

/// The symmetries of a space with these moves: the maps that take moves to moves and the board `origin` to itself, with
/// other names of the colours. `tiles`: the number of tiles of each colour.
pub(crate) fn symmetries(origin: &Board, moves: &[Permutation], tiles: &[usize; MAX_FIELDS]) -> Vec<Turn> {
    let (rows, columns, cells) = (origin.rows(), origin.columns(), origin.cells());
    let is_symmetry = |map: &Permutation| {
        moves.iter().all(|turn| {
            let mut image = unchanged();
            for cell in 0..rows * columns {
                image[usize::from(map[cell])] = map[usize::from(turn[cell])];
            }
            moves.contains(&image)
        })
    };
    let renamed = |map: Permutation| {
        let mut colours: [Option<u8>; MAX_FIELDS] = [None; MAX_FIELDS];
        for (cell, &colour) in cells.iter().enumerate() {
            let there = cells[usize::from(map[cell])];
            if colour == WILD || there == WILD {
                if colour != there {
                    return None;
                }
                continue;
            }
            let (here, image) = (usize::from(colour), usize::from(there));
            if *colours[here].get_or_insert(there) != there || tiles[here] != tiles[image] {
                return None;
            }
        }
        let colours = std::array::from_fn(|colour| colours[colour].unwrap_or(colour.to_le_bytes()[0]));
        let is_bijection = (0..MAX_FIELDS).all(|colour| colours.contains(&colour.to_le_bytes()[0]));
        is_bijection.then_some(Turn { places: map, colours })
    };
    maps(rows, columns).into_iter().filter(is_symmetry).filter_map(renamed).collect()
}

/// One board of each class of `boards` under `symmetries`, which are a group: the least of the class. Sorted.
///
/// # Errors
/// When the budget stops it.
pub(crate) fn representatives(
    boards: Vec<u64>,
    symmetries: &[Turn],
    fields: Fields,
    cells: usize,
    budget: &mut Budget<'_>,
) -> Result<Vec<u64>, Stop> {
    let mut least = boards;
    for board in &mut least {
        budget.check()?;
        let images = symmetries.iter().map(|symmetry| symmetry.apply(*board, fields, cells));
        *board = images.min().unwrap_or(*board);
    }
    least.sort_unstable();
    least.dedup();
    Ok(least)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_maps_of_a_torus_are_counted_once() {
        for ((rows, columns), count) in
            [((1, 1), 1), ((1, 5), 10), ((2, 2), 8), ((2, 3), 12), ((3, 4), 48), ((3, 3), 72), ((4, 4), 128)]
        {
            assert_eq!(maps(rows, columns).len(), count, "{rows} x {columns}");
        }
    }
}
