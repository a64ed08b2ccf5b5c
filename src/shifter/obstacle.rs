//! Why a target cannot be reached, where that can be told without a search; and it always can.
//!
//! Cells in no free line keep their tile. If rows alone (or columns alone) are free, each turns by
//! itself. With at least one free row and one free column the movable cells are connected, and the
//! shifts generate every permutation of them, or, if all free lines have odd length (each shift is
//! then a cycle of odd length, an even permutation), every even one: a free row and a free column
//! share one cell, so their commutator is a cycle of three. Parity is then the only obstacle, and
//! only where all movable tiles differ: two tiles of one colour, exchanged, turn an odd permutation
//! into an even one that looks the same, and so do two cells that take any tile.
//! (The tests look at the whole space of small boards with every choice of locked lines.)

use super::board::{Board, Direction, MOST_COLOURS, WILD};
use super::labels::Labels;

/// Why no sequence of shifts leads from `source` to `target`, if that is so; `None` proves that
/// there is one. The boards have the same lines, and the source has the tiles that the target names.
pub(super) fn obstacle(source: &Board, target: &Board, labels: &Labels) -> Option<String> {
    if let Some(reason) = fixed_cell(source, target, labels) {
        return Some(reason);
    }
    match (source.any_free(Direction::Left), source.any_free(Direction::Up)) {
        (false, false) => None,
        (true, true) => missing_tile(source, target, labels).or_else(|| parity(source, target)),
        (rows, _) => no_turn(source, target, if rows { Direction::Left } else { Direction::Up }),
    }
}

/// A cell that never changes and is wrong.
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

/// A line that would have to be turned and cannot be turned so: for boards of which the lines in
/// one direction alone are free.
fn no_turn(source: &Board, target: &Board, direction: Direction) -> Option<String> {
    let what = if direction.is_row() { "row" } else { "column" };
    let turns = |line: usize| {
        let cells = line_cells(source, direction, line);
        (0..cells.len()).any(|by| fits_turned(source, target, &cells, by))
    };
    let lines = source.lines(direction);
    let line = (0..lines).find(|&line| source.is_free(direction, line) && !turns(line))?;
    Some(if lines == 1 {
        format!("the only {what} can only be turned, and no turn of the source gives the target")
    } else {
        format!("only {what}s can be shifted, and no turn of {what} {line} gives that of the target")
    })
}

/// The cells of a line, in its order.
pub(super) fn line_cells(board: &Board, direction: Direction, line: usize) -> Vec<usize> {
    let columns = board.columns();
    let cell =
        |index: usize| if direction.is_row() { line * columns + index } else { index * columns + line };
    (0..board.line_length(direction)).map(cell).collect()
}

/// Whether the line of these cells is what the target asks for once it is shifted `by` cells towards
/// its first one.
pub(super) fn fits_turned(source: &Board, target: &Board, cells: &[usize], by: usize) -> bool {
    (0..cells.len()).all(|index| {
        let wanted = target.cells()[cells[index]];
        wanted == WILD || wanted == source.cells()[cells[(index + by) % cells.len()]]
    })
}

/// A tile that the movable cells of the target ask for, and that stands where it cannot move.
fn missing_tile(source: &Board, target: &Board, labels: &Labels) -> Option<String> {
    let mut surplus = vec![0_isize; MOST_COLOURS + 1];
    for cell in (0..source.cells().len()).filter(|&cell| source.is_movable(cell)) {
        surplus[usize::from(source.cells()[cell])] += 1;
        surplus[usize::from(target.cells()[cell])] -= 1;
    }
    let colour = (0..WILD).find(|&colour| surplus[usize::from(colour)] < 0)?;
    Some(format!(
        "the target needs a {} that stands in no free line of the source and cannot move",
        labels.of(colour)
    ))
}

fn parity(source: &Board, target: &Board) -> Option<String> {
    let free_rows = source.any_free(Direction::Left);
    debug_assert!(free_rows && source.any_free(Direction::Up), "the other cases are told apart before");
    let all_odd = source.columns() % 2 == 1 && source.rows() % 2 == 1;
    (all_odd && is_odd_permutation(source, target)).then(|| {
        format!(
            "parity: on a board of {} rows and {} columns, both odd, every shift is an even permutation, and \
             from the source to the target is an odd one",
            source.rows(),
            source.columns()
        )
    })
}

/// Whether all movable tiles differ and the permutation that takes one board to the other is odd.
fn is_odd_permutation(source: &Board, target: &Board) -> bool {
    let movable: Vec<usize> = (0..source.cells().len()).filter(|&cell| source.is_movable(cell)).collect();
    let mut home = [None; MOST_COLOURS];
    let mut wild = None;
    let mut seen = [false; MOST_COLOURS];
    for &cell in &movable {
        // A colour that occurs twice, or two cells that take any tile: either can be exchanged.
        if std::mem::replace(&mut seen[usize::from(source.cells()[cell])], true) {
            return false;
        }
        match target.cells()[cell] {
            WILD if wild.replace(cell).is_some() => return false,
            WILD => {}
            colour => home[usize::from(colour)] = Some(cell),
        }
    }
    // A permutation is odd if it has an odd number of cycles of even length.
    let mut done = vec![false; source.cells().len()];
    let mut odd = false;
    for &start in &movable {
        let (mut at, mut length) = (start, 0_usize);
        while !std::mem::replace(&mut done[at], true) {
            // The tile that the target does not name goes to the one cell that takes any.
            let Some(next) = home[usize::from(source.cells()[at])].or(wild) else { return false };
            at = next;
            length += 1;
        }
        odd ^= length > 0 && length.is_multiple_of(2);
    }
    odd
}

#[cfg(test)]
mod tests {
    use crate::shifter::notation::one;

    fn reason(text: &str) -> Option<String> {
        one(text).obstacle()
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
            Some(
                "no free line goes through row 0, column 0: the 1 there stays, and the target has a 2 there"
            )
        );
        assert_eq!(reason(&format!("12/34 -> 12/3? {all}")), None);
        assert_eq!(
            reason("123/456 -> 132/456 locked: columns 0 1 2").as_deref(),
            Some("only rows can be shifted, and no turn of row 0 gives that of the target")
        );
        assert_eq!(
            reason("123/456/789 -> ???/5??/??? locked: row 1, columns 0 1").as_deref(),
            Some(
                "no free line goes through row 1, column 0: the 4 there stays, and the target has a 5 there"
            )
        );
        assert_eq!(
            reason("123/456/789 -> 5??/???/??? locked: row 1, columns 0 1").as_deref(),
            Some("the target needs a 5 that stands in no free line of the source and cannot move")
        );
    }
}
