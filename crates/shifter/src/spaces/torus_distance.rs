//! The distance of the tiles from their targets on the torus, for boards of any size.
//!
//! A tile has to go to some cell that accepts it, hence at least as many rows up or down as to the
//! nearest row with such a cell, and as many columns as to the nearest column with one. A shift of a
//! column moves each of its tiles by one row and leaves it in its column, so the sum of the row distances
//! falls by at most the number of tiles in a column, and the sum of the column distances stays the same;
//! a shift of a row the other way round. Both sums, divided by what one move can change and rounded up,
//! are lower bounds of the moves of columns and of rows, and so is their sum of all moves. Each part
//! falls by at most one with a move, and only one of them does, so it is *consistent*.

use crate::rules::{Board, Goal, MAX_COLOURS, Moves, Slide, WILD};
use lurd_engine::outcome::Cost;

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
            sums.wrapping_add(self.distance(cell, after(cell)))
                .wrapping_sub(self.distance(cell, before(cell)))
        })
    }

    /// The lower bound of the number of moves.
    #[inline]
    pub(crate) fn bound(&self, sums: u32) -> Cost {
        (sums >> 16).div_ceil(self.per_move[0]) + (sums & 0xFFFF).div_ceil(self.per_move[1])
    }

    /// The distance of all tiles together.
    #[inline]
    pub(crate) fn total(sums: u32) -> Cost {
        (sums >> 16) + (sums & 0xFFFF)
    }
}
