//! Move pruning for searches over paths (IDA*), pairs of moves that need not follow each other; and the distance of
//! the tiles from their targets.
//!
//! Two rows have no cell in common, so shifts of rows commute, and so do shifts of columns. A stretch of a path that
//! moves rows only can therefore be sorted by row, and the shifts of one row in it replaced by the shortest way to
//! turn it as far: no two opposite ones; on a line of two or three cells at most one shift (two of a line of three
//! are one in the opposite direction); on a line of four, where two to the left are two to the right, only the
//! former. If a row turns by nothing it drops out, the stretches of columns around it may join, and the path becomes
//! shorter; so this ends. The remaining path leads to the same state, is no longer than the first, and has no pair
//! that [`is_redundant`] names. Hence an optimal path without such pairs always exists.

use lurd_engine::program::outcome::Cost;
use lurd_engine::program::space::{Space, Successors};

use crate::rules::{Board, Goal, MAX_COLOURS, Moves, Slide, WILD};

/// Marks the moves among `children` that are redundant after `previous`; `rows` and `columns` are those of the board.
pub(crate) fn prune<S: Space<Action = Slide>>(
    previous: Slide,
    children: &mut Successors<S>,
    rows: usize,
    columns: usize,
    moves: Moves,
) {
    children.prune_actions(|next| is_redundant(previous, next, if next.is_row() { columns } else { rows }, moves));
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

// The distance of the tiles from their targets on the torus, for boards of any size.
//
// A tile has to go to some cell that accepts it, hence at least as many rows up or down as to the
// nearest row with such a cell, and as many columns as to the nearest column with one. A shift of a
// column moves each of its tiles by one row and leaves it in its column, so the sum of the row distances
// falls by at most the number of tiles in a column, and the sum of the column distances stays the same;
// a shift of a row the other way round. Both sums, divided by what one move can change and rounded up,
// are lower bounds of the moves of columns and of rows, and so is their sum of all moves. Each part
// falls by at most one with a move, and only one of them does, so it is *consistent*.

/// The distances of each colour from each cell.
#[derive(Clone)]
pub(crate) struct TorusDistance {
    /// The shape of the board.
    board: Board,
    /// By colour, then by cell: rows in the high half, columns in the low one.
    distances: Vec<u32>,
    /// The most by which one move lowers each sum.
    per_move: [u32; 2],
}

impl TorusDistance {
    pub(crate) fn new(goal: &Goal, moves: Moves) -> Self {
        let target = &goal.target;
        let (rows, columns, cells) = (target.rows(), target.columns(), target.cells().len());
        let mut surplus = [0_isize; MAX_COLOURS + 1];
        for (&here, &there) in goal.source.cells().iter().zip(target.cells()) {
            surplus[usize::from(here)] += 1;
            surplus[usize::from(there)] -= 1;
        }
        let colours = goal.source.cells().iter().copied().max().unwrap_or(0);
        let mut distances = Vec::with_capacity((usize::from(colours) + 1) * cells);
        for colour in 0..=colours {
            // Tiles left over of a colour may go to any wildcard cell.
            let accepts = |&cell: &usize| {
                let required = target.cells()[cell];
                required == colour || (required == WILD && surplus[usize::from(colour)] > 0)
            };
            let homes: Vec<usize> = (0..cells).filter(accepts).collect();
            for cell in 0..cells {
                let nearest = |line: &dyn Fn(usize) -> usize, lines: usize| {
                    let distance = |&home: &usize| {
                        let apart = line(home).abs_diff(line(cell));
                        apart.min(lines - apart)
                    };
                    u32::try_from(homes.iter().map(distance).min().unwrap_or(0)).unwrap_or(0)
                };
                let up = nearest(&|cell| cell / columns, rows);
                distances.push(up << 16 | nearest(&|cell| cell % columns, columns));
            }
        }
        let per_move = |length: usize| {
            let each = if moves == Moves::Single { 1 } else { length / 2 };
            u32::try_from(length * each.max(1)).unwrap_or(1)
        };
        Self { board: goal.source.clone(), distances, per_move: [per_move(rows), per_move(columns)] }
    }

    /// Both sums in one number, for the colours cell by cell.
    #[inline]
    pub(crate) fn sums(&self, colours: impl Iterator<Item = u8>) -> u32 {
        colours.enumerate().map(|(cell, colour)| self.distance(cell, colour)).sum()
    }

    #[inline]
    fn distance(&self, cell: usize, colour: u8) -> u32 {
        self.distances[usize::from(colour) * self.board.cells().len() + cell]
    }

    /// The sums after a move that changes the cells of one line only, from those before it.
    #[inline]
    pub(crate) fn sums_after(
        &self,
        sums: u32,
        slide: Slide,
        before: impl Fn(usize) -> u8,
        after: impl Fn(usize) -> u8,
    ) -> u32 {
        self.board.line(slide.shift).cells().fold(sums, |sums, cell| {
            sums.wrapping_add(self.distance(cell, after(cell))).wrapping_sub(self.distance(cell, before(cell)))
        })
    }

    /// The lower bound of the number of moves.
    #[inline]
    pub(crate) fn bound(&self, sums: u32) -> Cost {
        Cost::from((sums >> 16).div_ceil(self.per_move[0]) + (sums & 0xFFFF).div_ceil(self.per_move[1]))
    }

    /// The distance of all tiles together.
    #[inline]
    pub(crate) fn total(sums: u32) -> Cost {
        Cost::from((sums >> 16) + (sums & 0xFFFF))
    }
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
