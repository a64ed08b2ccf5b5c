//! Move pruning for searches over paths (IDA*): pairs of moves that need not follow each other.
//!
//! Two rows have no cell in common, so shifts of rows commute, and so do shifts of columns. A stretch
//! of a path that moves rows only can therefore be sorted by row, and the shifts of one row in it
//! replaced by the shortest way to turn it as far: no two opposite ones; on a line of two or three
//! cells at most one shift (two of a line of three are one in the opposite direction); on a line of four,
//! where two to the left are two to the right, only the former. If a row turns by nothing it drops out,
//! the stretches of columns around it may join, and the path becomes shorter; so this ends. The
//! remaining path leads to the same state, is no longer than the first, and has no pair that
//! [`is_redundant`] names. Hence an optimal path without such pairs always exists.

use crate::rules::{Moves, Slide};
use lurd_engine::space::{Space, Successors};

/// Marks the moves among `children` that are redundant after `previous`; `rows` and `columns` are
/// those of the board.
pub(crate) fn prune<S: Space<Action = Slide>>(
    previous: Slide,
    children: &mut Successors<S>,
    rows: usize,
    columns: usize,
    moves: Moves,
) {
    children.prune_actions(|next| {
        is_redundant(previous, next, if next.is_row() { columns } else { rows }, moves)
    });
}

/// Whether `next` right after `previous` may be left out; `length` is the number of cells of the
/// line that `next` moves.
#[inline]
pub(crate) fn is_redundant(previous: Slide, next: Slide, length: usize, moves: Moves) -> bool {
    let (previous, next) = (previous.shift, next.shift);
    if previous.direction.is_row() != next.direction.is_row() || next.line > previous.line {
        return false;
    }
    // Two consecutive turns of one line are one turn.
    if next.line < previous.line || moves == Moves::Grouped {
        return true;
    }
    let same = previous.direction == next.direction;
    !same || length <= 3 || (length == 4 && !next.direction.is_first())
}

/// Whether `next` right after `previous` is in the order of canonical answers: of moves that commute,
/// the one of the lower line first. Exchanging neighbours that commute brings every answer into this
/// order, in one way only.
#[inline]
pub(crate) fn is_in_order(previous: Slide, next: Slide) -> bool {
    previous.is_row() != next.is_row() || next.shift.line >= previous.shift.line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs() {
        for (previous, next, length, redundant) in [
            ("left 0", "left 1", 4, false),
            ("left 1", "left 0", 4, true),
            ("left 1", "up 0", 4, false),
            ("left 1", "right 1", 5, true),
            ("left 1", "left 1", 4, false),
            ("right 1", "right 1", 4, true),
            ("right 1", "right 1", 5, false),
            ("up 1", "up 1", 3, true),
            ("up 1", "up 1", 2, true),
        ] {
            let slide = |text: &str| Slide::once(text.parse().expect("a shift"));
            let (one, two) = (slide(previous), slide(next));
            assert_eq!(is_redundant(one, two, length, Moves::Single), redundant, "{previous}, {next}");
        }
    }
}
