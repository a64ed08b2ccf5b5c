//! How far the tiles have to travel on a board of any size.
//!
//! A tile of a colour has to go to some cell that takes it, hence at least as many rows up or down
//! as to the nearest row with such a cell, and as many columns aside as to the nearest column with
//! one. A shift of a column moves each of its tiles by one row and leaves it in its column, so the sum
//! of the rows to go falls by at most the number of tiles in a column, and the columns to go stay as
//! they are; a shift of a row the other way round. Both sums, divided by what one move can do and
//! rounded up, are lower bounds of the moves of columns and of rows, and so is their sum of all. Each
//! part falls by at most one with a move and only one of them does, so it is *consistent*.

use super::board::{MOST_COLOURS, WILD};
use super::goal::Goal;
use super::slide::{Moves, Slide};
use crate::outcome::Cost;

/// The way to go for each colour and cell.
#[derive(Clone)]
pub(super) struct Travel {
    cells: usize,
    columns: usize,
    /// Rows in the high half, columns in the low one; by colour, then by cell.
    ways: Vec<u32>,
    /// What one move can take off each sum.
    at_once: [u32; 2],
}

impl Travel {
    pub(super) fn new(goal: &Goal, moves: Moves) -> Self {
        let target = &goal.target;
        let (rows, columns, cells) = (target.rows(), target.columns(), target.cells().len());
        let mut surplus = [0_isize; MOST_COLOURS + 1];
        for (&here, &there) in goal.source.cells().iter().zip(target.cells()) {
            surplus[usize::from(here)] += 1;
            surplus[usize::from(there)] -= 1;
        }
        let colours = goal.source.cells().iter().copied().max().unwrap_or(0);
        let mut ways = Vec::with_capacity((usize::from(colours) + 1) * cells);
        for colour in 0..=colours {
            // What is left over of a colour may go to any cell that takes all.
            let takes = |&cell: &usize| {
                let wanted = target.cells()[cell];
                wanted == colour || (wanted == WILD && surplus[usize::from(colour)] > 0)
            };
            let homes: Vec<usize> = (0..cells).filter(takes).collect();
            for cell in 0..cells {
                let nearest = |line: &dyn Fn(usize) -> usize, lines: usize| {
                    let way = |&home: &usize| {
                        let apart = line(home).abs_diff(line(cell));
                        apart.min(lines - apart)
                    };
                    u32::try_from(homes.iter().map(way).min().unwrap_or(0)).unwrap_or(0)
                };
                let up = nearest(&|cell| cell / columns, rows);
                ways.push(up << 16 | nearest(&|cell| cell % columns, columns));
            }
        }
        let most = |length: usize| {
            let each = if moves == Moves::Single { 1 } else { length / 2 };
            u32::try_from(length * each.max(1)).unwrap_or(1)
        };
        Self { cells, columns, ways, at_once: [most(rows), most(columns)] }
    }

    /// Both sums in one number, for colours cell by cell.
    #[inline]
    pub(super) fn sums(&self, colours: impl Iterator<Item = u8>) -> u32 {
        colours.enumerate().map(|(cell, colour)| self.way(cell, colour)).sum()
    }

    #[inline]
    fn way(&self, cell: usize, colour: u8) -> u32 {
        self.ways[usize::from(colour) * self.cells + cell]
    }

    /// The sums after a move that changes the cells of one line only, from those before it.
    #[inline]
    pub(super) fn sums_after(
        &self,
        sums: u32,
        slide: Slide,
        before: impl Fn(usize) -> u8,
        after: impl Fn(usize) -> u8,
    ) -> u32 {
        let line = usize::from(slide.shift.line);
        let change = |sums: u32, cell: usize| {
            sums.wrapping_add(self.way(cell, after(cell))).wrapping_sub(self.way(cell, before(cell)))
        };
        if slide.is_row() {
            (line * self.columns..(line + 1) * self.columns).fold(sums, change)
        } else {
            (line..self.cells).step_by(self.columns).fold(sums, change)
        }
    }

    /// The lower bound.
    #[inline]
    pub(super) fn bound(&self, sums: u32) -> Cost {
        (sums >> 16).div_ceil(self.at_once[0]) + (sums & 0xFFFF).div_ceil(self.at_once[1])
    }

    /// How far all tiles have to go in all.
    #[inline]
    pub(super) fn rate(sums: u32) -> Cost {
        (sums >> 16) + (sums & 0xFFFF)
    }
}
