//! All connected regions of the free floor.

use crate::sokoban::board::{Board, Cell, WALL};

/// For each free cell the least cell of its region; [`WALL`] for cells with a box.
#[derive(Clone, Debug, Default)]
pub(in crate::sokoban) struct Components {
    least: Vec<Cell>,
    count: u32,
    stack: Vec<Cell>,
}

impl Components {
    /// Floods every region. O(cells).
    pub(in crate::sokoban) fn fill(&mut self, board: &Board, occupied: &[bool]) {
        self.least.clear();
        self.least.resize(board.cells(), WALL);
        self.count = 0;
        for root in board.all() {
            if occupied[usize::from(root)] || self.least[usize::from(root)] != WALL {
                continue;
            }
            self.count += 1;
            self.least[usize::from(root)] = root;
            let least = &mut self.least;
            board.flood(&mut self.stack, root, |next| {
                let is_new = !occupied[usize::from(next)] && least[usize::from(next)] == WALL;
                if is_new {
                    least[usize::from(next)] = root;
                }
                is_new
            });
        }
    }

    /// The least cell of the region of `cell`.
    #[inline]
    pub(in crate::sokoban) fn of(&self, cell: Cell) -> Cell {
        if cell == WALL { WALL } else { self.least[usize::from(cell)] }
    }

    pub(in crate::sokoban) fn count(&self) -> u32 {
        self.count
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
