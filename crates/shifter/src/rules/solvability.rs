//! An exact test, without a search, of whether a target can be reached.
//!
//! Cells in no free line keep their tile. If only rows (or only columns) are free, each of them turns by itself. With
//! at least one free row and one free column the movable cells are connected, and the shifts generate every
//! permutation of them, or, if all free lines have odd length (each shift is then a cycle of odd length, an even
//! permutation), every even one: a free row and a free column share one cell, so their commutator is a cycle of
//! three. Parity is then the only obstacle, and only where all movable tiles differ: two tiles of one colour,
//! exchanged, turn an odd permutation into an even one that looks the same, and so do two cells that accept any tile.
//! (The tests enumerate small boards with every choice of locked lines.)

use super::board::{Board, Labels, Line, MAX_COLOURS, WILD};
use super::shift::{Direction, Shift};

/// The reason why no sequence of shifts leads from `source` to `target`; `None` if there is one. The
/// boards have the same lines, and the source has the tiles that the target names.
pub(crate) fn unsolvable_reason(source: &Board, target: &Board, labels: &Labels) -> Option<String> {
    if let Some(reason) = fixed_cell(source, target, labels) {
        return Some(reason);
    }
    match (source.any_free(Direction::Left), source.any_free(Direction::Up)) {
        (false, false) => None,
        (true, true) => missing_tile(source, target, labels).or_else(|| parity(source, target)),
        (rows, _) => no_rotation(source, target, if rows { Direction::Left } else { Direction::Up }),
    }
}

/// A cell that no shift changes and that differs from the target.
fn fixed_cell(source: &Board, target: &Board, labels: &Labels) -> Option<String> {
    let cell = (0..source.cells().len()).find(|&cell| {
        let (here, there) = (source.cells()[cell], target.cells()[cell]);
        !source.is_movable(cell) && there != WILD && here != there
    })?;
    let (row, column) = (cell / source.columns(), cell % source.columns());
    Some(format!(
        "no free line goes through row {row}, column {column}: the {} there stays, and the target has a {} there",
        labels.of(source.cells()[cell]),
        labels.of(target.cells()[cell])
    ))
}

/// A line that no rotation brings to its target, on a board where lines in one direction only are free.
fn no_rotation(source: &Board, target: &Board, direction: Direction) -> Option<String> {
    let name = direction.line_name();
    let line = source.free_lines(direction).find(|&line| {
        let cells = source.line(Shift::new(direction, line));
        !(0..cells.length).any(|by| matches_rotated(source, target, cells, by))
    })?;
    Some(if source.lines(direction) == 1 {
        format!("the only {name} can only be turned, and no turn of the source gives the target")
    } else {
        format!("only {name}s can be shifted, and no turn of {name} {line} gives that of the target")
    })
}

/// Whether a line, moved `by` cells towards its first one, matches the target.
pub(crate) fn matches_rotated(source: &Board, target: &Board, line: Line, by: usize) -> bool {
    (0..line.length).all(|index| {
        let required = target.cells()[line.cell(index)];
        required == WILD || required == source.cells()[line.cell((index + by) % line.length)]
    })
}

/// A tile that the movable cells of the target require and that cannot move to them.
fn missing_tile(source: &Board, target: &Board, labels: &Labels) -> Option<String> {
    let mut surplus = vec![0_isize; MAX_COLOURS + 1];
    for cell in source.movable_cells() {
        surplus[usize::from(source.cells()[cell])] += 1;
        surplus[usize::from(target.cells()[cell])] -= 1;
    }
    let colour = (0..WILD).find(|&colour| surplus[usize::from(colour)] < 0)?;
    Some(format!("the target needs a {} that stands in no free line of the source and cannot move", labels.of(colour)))
}

fn parity(source: &Board, target: &Board) -> Option<String> {
    let (rows, columns) = (source.rows(), source.columns());
    let all_odd = columns % 2 == 1 && rows % 2 == 1;
    (all_odd && is_odd_permutation(source, target)).then(|| {
        format!(
            "parity: on a board of {rows} rows and {columns} columns, both odd, every shift is an even \
             permutation, and from the source to the target is an odd one"
        )
    })
}

/// Whether all movable tiles differ and the permutation that takes one board to the other is odd.
fn is_odd_permutation(source: &Board, target: &Board) -> bool {
    let movable = source.movable_cells();
    let mut home = [None; MAX_COLOURS];
    let mut wild = None;
    let mut seen = [false; MAX_COLOURS];
    for &cell in &movable {
        // Two tiles of one colour, or two cells that accept any tile, can be exchanged.
        if std::mem::replace(&mut seen[usize::from(source.cells()[cell])], true) {
            return false;
        }
        match target.cells()[cell] {
            WILD if wild.replace(cell).is_some() => return false,
            WILD => {}
            colour => home[usize::from(colour)] = Some(cell),
        }
    }
    let mut image: Vec<usize> = (0..source.cells().len()).collect();
    for cell in movable {
        // The tile that the target does not name goes to the only wildcard cell.
        let Some(to) = home[usize::from(source.cells()[cell])].or(wild) else { return false };
        image[cell] = to;
    }
    is_odd(&image)
}

// Parity of permutations.

/// Whether a permutation is odd, that is, has an odd number of cycles of even length. `image[i]` is
/// where element `i` goes.
pub(crate) fn is_odd(image: &[usize]) -> bool {
    let mut seen = vec![false; image.len()];
    let mut odd = false;
    for start in 0..image.len() {
        let (mut at, mut length) = (start, 0_usize);
        while !std::mem::replace(&mut seen[at], true) {
            at = image[at];
            length += 1;
        }
        odd ^= length > 0 && length.is_multiple_of(2);
    }
    odd
}

#[cfg(test)]
mod tests {
    use crate::notation::tests::one;

    fn reason(text: &str) -> Option<String> {
        one(text).unsolvable_reason()
    }

    #[test]
    fn a_single_line_only_turns() {
        assert_eq!(reason("1234 -> 3412"), None);
        assert!(reason("1234 -> 2134").is_some_and(|reason| reason.starts_with("the only row")));
        assert_eq!(reason("1234 -> 34??"), None);
        assert!(reason("1/2/3 -> 2/1/?").is_some_and(|reason| reason.starts_with("the only column")));
    }

    #[test]
    fn parity_needs_odd_lines_and_tiles_that_all_differ() {
        assert!(reason("213/456/789 -> 123/456/789").is_some_and(|reason| reason.starts_with("parity")));
        assert!(reason("213/456/789 -> 123/456/78?").is_some_and(|reason| reason.starts_with("parity")));
        for text in [
            "213/456/788 -> 123/456/788",
            "213/456/789 -> 123/456/7??",
            "21/34/56 -> 12/34/56",
            "213/456/789 -> ???/???/???",
        ] {
            assert_eq!(reason(text), None, "{text}");
        }
    }

    #[test]
    fn locked_lines_leave_little() {
        let all = "locked: rows 0 1, columns 0 1";
        assert_eq!(
            reason(&format!("12/34 -> 21/34 {all}")).as_deref(),
            Some("no free line goes through row 0, column 0: the 1 there stays, and the target has a 2 there")
        );
        assert_eq!(reason(&format!("12/34 -> 12/3? {all}")), None);
        assert_eq!(
            reason("123/456 -> 132/456 locked: columns 0 1 2").as_deref(),
            Some("only rows can be shifted, and no turn of row 0 gives that of the target")
        );
        assert_eq!(
            reason("123/456/789 -> ???/5??/??? locked: row 1, columns 0 1").as_deref(),
            Some("no free line goes through row 1, column 0: the 4 there stays, and the target has a 5 there")
        );
        assert_eq!(
            reason("123/456/789 -> 5??/???/??? locked: row 1, columns 0 1").as_deref(),
            Some("the target needs a 5 that stands in no free line of the source and cannot move")
        );
    }
}

#[cfg(test)]
mod permutation_tests {
    use super::is_odd;

    #[test]
    fn cycles_of_even_length_are_odd() {
        for (image, odd) in
            [(&[][..], false), (&[0, 1], false), (&[1, 0], true), (&[1, 2, 0], false), (&[1, 2, 3, 0], true)]
        {
            assert_eq!(is_odd(image), odd, "{image:?}");
        }
        assert!(!is_odd(&[1, 0, 3, 2]));
    }
}
