//! The parts into which a region falls when a box is put on one of its cells.
//!
//! Floods from all sides of the cell take turns, a cell each. When two of them meet, their sides are connected. When a
//! flood ends before it meets another, its cells are a part of their own. The search stops when all sides but the last
//! are decided, which takes a few steps where a part is small or the sides are connected near the cell. If it takes many,
//! it is given up, because one pass over the floor answers such questions for all cells.

use crate::board::{Board, Cell, WALL};

/// The parts of the last region, with their scratch.
#[derive(Clone, Debug, Default)]
pub(crate) struct DividedRegion {
    /// For each cell the flood that has reached it, as `4 * stamp + side`.
    reached_by: Vec<u32>,
    stamp: u32,
    /// The cells of the flood from each side.
    floods: [Vec<Cell>; 4],
    /// The part that each side belongs to, by the number of one of its sides.
    part_of: [usize; 4],
    /// Whether the part is known to be complete, by that number. The last part never is.
    is_closed: [bool; 4],
}

impl DividedRegion {
    /// Divides the region of `cell` by a box on it. `is_in_region` is called for neighbours of cells of the region. Returns
    /// whether the parts were found within `rounds` rounds.
    #[inline]
    pub(super) fn divide(
        &mut self,
        board: &Board,
        cell: Cell,
        rounds: usize,
        is_in_region: impl Fn(Cell) -> bool,
    ) -> bool {
        self.reached_by.resize(board.cells(), 0);
        self.stamp += 1;
        if self.stamp == u32::MAX / 4 {
            self.reached_by.fill(0);
            self.stamp = 1;
        }
        self.is_closed = [false; 4];
        self.part_of = [0, 1, 2, 3];
        let mut open = 0;
        for (side, &next) in board.neighbours(cell).iter().enumerate() {
            self.floods[side].clear();
            if next != WALL && is_in_region(next) {
                self.reach(next, side);
                open += 1;
            }
        }
        // Sides that are connected around a corner.
        let ring = board.ring(cell);
        for side in 0..4 {
            let (corner, other) = (ring[2 * side + 1], (side + 1) % 4);
            let is_joined = !self.floods[side].is_empty()
                && !self.floods[other].is_empty()
                && corner != WALL
                && is_in_region(corner);
            if is_joined && self.join(side, other) {
                open -= 1;
            }
        }
        let mut taken = [0; 4];
        if open <= 1 {
            return true;
        }
        for _ in 0..rounds {
            for side in 0..4 {
                let Some(&from) = self.floods[side].get(taken[side]) else { continue };
                taken[side] += 1;
                for &next in board.neighbours(from) {
                    if next == WALL || next == cell || !is_in_region(next) {
                        continue;
                    }
                    if let Some(other) = self.side_of(next) {
                        if self.join(side, other) {
                            open -= 1;
                        }
                    } else {
                        self.reach(next, side);
                    }
                }
                let part = self.part_of[side];
                let is_complete = |side: usize| taken[side] == self.floods[side].len();
                if open > 1 && (0..4).all(|side| self.part_of[side] != part || is_complete(side)) {
                    self.is_closed[part] = true;
                    open -= 1;
                }
                if open <= 1 {
                    return true;
                }
            }
        }
        false
    }

    fn reach(&mut self, cell: Cell, side: usize) {
        #[expect(clippy::cast_possible_truncation, reason = "one of four")]
        let mark = 4 * self.stamp + side as u32;
        self.reached_by[usize::from(cell)] = mark;
        self.floods[side].push(cell);
    }

    fn side_of(&self, cell: Cell) -> Option<usize> {
        let mark = self.reached_by[usize::from(cell)];
        (mark / 4 == self.stamp).then_some((mark % 4) as usize)
    }

    /// Makes one part of those of two sides. Returns whether they were different ones.
    fn join(&mut self, side: usize, other: usize) -> bool {
        let (kept, gone) = (self.part_of[side], self.part_of[other]);
        self.part_of.iter_mut().filter(|part| **part == gone).for_each(|part| *part = kept);
        kept != gone
    }

    /// The parts that are known to be complete, which are all but one.
    pub(super) fn closed_parts(&self) -> impl Iterator<Item = usize> {
        self.is_closed.into_iter().enumerate().filter(|(_, is_closed)| *is_closed).map(|(part, _)| part)
    }

    /// The closed part of a cell of the region; `None` if it is in the remaining part.
    pub(super) fn closed_part_of(&self, cell: Cell) -> Option<usize> {
        self.side_of(cell).map(|side| self.part_of[side]).filter(|&part| self.is_closed[part])
    }

    /// The cells of a closed part.
    pub(super) fn cells(&self, part: usize) -> impl Iterator<Item = Cell> {
        let sides = self.floods.iter().zip(self.part_of).filter(move |(_, other)| *other == part);
        sides.flat_map(|(flood, _)| flood.iter().copied())
    }

    /// The least cell of a closed part.
    pub(super) fn least(&self, part: usize) -> Cell {
        self.cells(part).min().unwrap_or(WALL)
    }
}
