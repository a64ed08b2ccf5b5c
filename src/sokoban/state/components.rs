//! All connected regions of the free floor.

use crate::sokoban::board::{Board, Cell, WALL};

/// Marks free cells during a flood. No board has so many cells.
const UNSEEN: Cell = WALL - 1;

/// For each free cell the least cell of its region; [`WALL`] for cells with a box.
#[derive(Clone, Debug, Default)]
pub(in crate::sokoban) struct Components {
    least: Vec<Cell>,
    /// For each free cell the cell from which the flood entered it; the first cell of a region has itself.
    entered_from: Vec<Cell>,
    count: u32,
    stack: Vec<Cell>,
}

/// The regions beside a box, which are one without it.
#[derive(Clone, Copy, Debug)]
pub(in crate::sokoban) struct JoinedRegions {
    cell: Cell,
    /// The least cells of the regions; [`WALL`] for sides without any.
    regions: [Cell; 4],
}

impl JoinedRegions {
    /// Whether one could walk between two free cells without the box. `regions` are those with the box.
    #[inline]
    pub(in crate::sokoban) fn connect(&self, regions: &Components, one: Cell, other: Cell) -> bool {
        let is_joined = |cell: Cell| cell == self.cell || self.regions.contains(&regions.of(cell));
        match (is_joined(one), is_joined(other)) {
            (false, false) => regions.of(one) == regions.of(other),
            (one, other) => one && other,
        }
    }
}

impl Components {
    /// Floods every region. O(cells).
    pub(in crate::sokoban) fn fill(&mut self, board: &Board, occupied: &[bool]) {
        self.least.clear();
        self.least.extend(occupied.iter().map(|&is_box| if is_box { WALL } else { UNSEEN }));
        self.entered_from.resize(board.cells(), WALL);
        self.count = 0;
        let Self { least, entered_from, stack, .. } = self;
        for root in board.all() {
            if least[usize::from(root)] != UNSEEN {
                continue;
            }
            self.count += 1;
            least[usize::from(root)] = root;
            entered_from[usize::from(root)] = root;
            stack.push(root);
            while let Some(cell) = stack.pop() {
                for &next in board.neighbours(cell) {
                    if next != WALL && least[usize::from(next)] == UNSEEN {
                        least[usize::from(next)] = root;
                        entered_from[usize::from(next)] = cell;
                        stack.push(next);
                    }
                }
            }
        }
    }

    /// Whether the path of the flood from the least cell of the region to `cell` is free of `other`. If so, `cell` stays
    /// connected with the least cell when a box is put on `other`; if not, it may stay connected all the same.
    #[inline]
    pub(in crate::sokoban) fn path_avoids(&self, mut cell: Cell, other: Cell) -> bool {
        while cell != other {
            let before = self.entered_from[usize::from(cell)];
            if before == cell {
                return true;
            }
            cell = before;
        }
        false
    }

    /// The least cell of the region of `cell`.
    #[inline]
    pub(in crate::sokoban) fn of(&self, cell: Cell) -> Cell {
        if cell == WALL { WALL } else { self.least[usize::from(cell)] }
    }

    pub(in crate::sokoban) fn count(&self) -> u32 {
        self.count
    }

    /// The regions that the box on `cell` separates.
    pub(in crate::sokoban) fn beside(&self, board: &Board, cell: Cell) -> JoinedRegions {
        JoinedRegions { cell, regions: board.neighbours(cell).map(|next| self.of(next)) }
    }

    /// The least cell of the region that `cell` would be in without its box, and the number of regions that
    /// it would join.
    pub(in crate::sokoban) fn around(&self, board: &Board, cell: Cell) -> (Cell, u32) {
        let mut least = cell;
        let mut joined = [WALL; 4];
        let mut count = 0;
        for (index, &next) in board.neighbours(cell).iter().enumerate() {
            joined[index] = self.of(next);
            if joined[index] != WALL {
                count += u32::from(!joined[..index].contains(&joined[index]));
                least = least.min(joined[index]);
            }
        }
        (least, count)
    }
}
