//! The symmetries of the 4x4 torus that the pattern database uses, as maps of cells.
//!
//! A symmetry *s* of the board takes shifts to shifts. So if a sequence of shifts makes the
//! permutation *p* of the solved board, a sequence of the same length makes *s p s*⁻¹; and the reversed
//! sequence makes *p*⁻¹. One table for the tiles of the two upper rows therefore serves for every two
//! adjacent rows and every two adjacent columns, of a board and of its inverse; and a table of half the
//! tiles needs only one entry for each class of arrangements under the symmetries that keep the two rows.

const CELLS: usize = 16;
/// The image of each cell.
pub(super) type Map = [u8; CELLS];

fn map(place: impl Fn(usize, usize) -> (usize, usize)) -> Map {
    std::array::from_fn(|cell| {
        let (row, column) = place(cell / 4, cell % 4);
        u8::try_from(row % 4 * 4 + column % 4).expect("16 cells")
    })
}

pub(super) fn inverse(map: &Map) -> Map {
    let mut inverse = [0; CELLS];
    for (cell, &to) in (0..).zip(map) {
        inverse[usize::from(to)] = cell;
    }
    inverse
}

/// The sixteen symmetries that take the two upper rows to themselves: columns rotated and mirrored, the
/// two rows exchanged.
pub(super) fn keeping_two_rows() -> [Map; 16] {
    std::array::from_fn(|index| {
        let (by, mirrored, exchanged) = (index % 4, index / 4 % 2 == 1, index / 8 == 1);
        map(|row, column| {
            let column = if mirrored { 3 - column } else { column };
            (if exchanged { 5 - row } else { row }, column + by)
        })
    })
}

/// The symmetries that take the two upper rows to each pair of adjacent rows or columns.
pub(super) fn to_each_pair() -> [Map; 8] {
    std::array::from_fn(|index| {
        let by = index % 4;
        map(|row, column| if index < 4 { (row + by, column) } else { (column, row + by) })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn they_are_symmetries() {
        let all: BTreeSet<Map> = keeping_two_rows().into_iter().collect();
        assert_eq!(all.len(), 16);
        for map in all {
            assert!((0..8).all(|cell| map[cell] < 8));
            assert_eq!(inverse(&inverse(&map)), map);
        }
        let pairs: BTreeSet<BTreeSet<u8>> =
            to_each_pair().iter().map(|map| map[..8].iter().copied().collect()).collect();
        assert_eq!(pairs.len(), 8);
        // Neighbours on the torus stay neighbours, in rows or in columns.
        for map in keeping_two_rows().iter().chain(&to_each_pair()) {
            for cell in 0..CELLS {
                let right = cell / 4 * 4 + (cell + 1) % 4;
                let (one, two) = (usize::from(map[cell]), usize::from(map[right]));
                assert!(one / 4 == two / 4 || one % 4 == two % 4);
            }
        }
    }
}
