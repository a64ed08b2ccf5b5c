//! All connected regions of the free floor.

use crate::board::{Board, Cell, WALL};
use crate::state::divided_region::DividedRegion;
use crate::state::ring::stays_connected;

/// Marks free cells without a region. No board has so many cells.
const UNSEEN: Cell = WALL - 1;

/// The rounds of a division that take about as long as a flood of all regions of a board.
pub(super) fn most_rounds(board: &Board) -> usize {
    board.cells() / CELLS_PER_ROUND
}

const CELLS_PER_ROUND: usize = 22;

/// For each free cell the least cell of its region; [`WALL`] for cells with a box.
#[derive(Clone, Debug, Default)]
pub(crate) struct Components {
    least: Vec<Cell>,
    count: u32,
    stack: Vec<Cell>,
}

/// The regions beside a box, which are one without it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct JoinedRegions {
    cell: Cell,
    /// The least cells of the regions; [`WALL`] for sides without any.
    regions: [Cell; 4],
}

impl JoinedRegions {
    /// Whether one could walk between two free cells without the box. `regions` are those with the box.
    #[inline]
    pub(crate) fn connect(&self, regions: &Components, one: Cell, other: Cell) -> bool {
        let is_joined = |cell: Cell| cell == self.cell || self.regions.contains(&regions.of(cell));
        match (is_joined(one), is_joined(other)) {
            (false, false) => regions.of(one) == regions.of(other),
            (one, other) => one && other,
        }
    }
}

impl Components {
    /// Floods every region. O(cells).
    pub(crate) fn fill(&mut self, board: &Board, occupied: &[bool]) {
        self.least.clear();
        self.least.extend(occupied.iter().map(|&is_box| if is_box { WALL } else { UNSEEN }));
        self.count = 0;
        let Self { least, stack, .. } = self;
        for root in board.all() {
            if least[usize::from(root)] != UNSEEN {
                continue;
            }
            self.count += 1;
            least[usize::from(root)] = root;
            stack.push(root);
            while let Some(cell) = stack.pop() {
                for &next in board.neighbours(cell) {
                    if next != WALL && least[usize::from(next)] == UNSEEN {
                        least[usize::from(next)] = root;
                        stack.push(next);
                    }
                }
            }
        }
    }

    /// Takes the box off `cell`. The regions beside it become one.
    pub(super) fn take_box_off(&mut self, board: &Board, cell: Cell) {
        let (least, joined) = self.around(board, cell);
        self.least[usize::from(cell)] = least;
        for &next in board.neighbours(cell) {
            let region = self.of(next);
            if region != WALL && region != least {
                self.rename(region, least);
            }
        }
        self.count = self.count + 1 - joined;
    }

    /// Puts a box on `cell`, which may divide its region. Returns false if it takes too long to find out how; then all
    /// regions must be flooded.
    pub(super) fn put_box_on(&mut self, board: &Board, cell: Cell, divided: &mut DividedRegion) -> bool {
        let region = self.of(cell);
        self.least[usize::from(cell)] = WALL;
        if board.neighbours(cell).iter().all(|&next| self.of(next) != region) {
            self.count -= 1;
            return true;
        }
        if stays_connected(board, cell, |next| self.of(next) == region) {
            if region == cell
                && let Some(least) = self.first_of(region)
            {
                self.rename(region, least);
            }
            return true;
        }
        if !divided.divide(board, cell, most_rounds(board), |next| self.least[usize::from(next)] == region) {
            return false;
        }
        for part in divided.closed_parts() {
            self.count += 1;
            divided.cells(part).for_each(|cell| self.least[usize::from(cell)] = UNSEEN);
        }
        if self.of(region) != region
            && let Some(least) = self.first_of(region)
        {
            self.rename(region, least);
        }
        for part in divided.closed_parts() {
            let least = divided.least(part);
            divided.cells(part).for_each(|cell| self.least[usize::from(cell)] = least);
        }
        true
    }

    /// The first cell whose region is named after `region`.
    fn first_of(&self, region: Cell) -> Option<Cell> {
        let first = self.least.iter().position(|&other| other == region)?;
        Cell::try_from(first).ok()
    }

    fn rename(&mut self, region: Cell, least: Cell) {
        for name in &mut self.least {
            *name = if *name == region { least } else { *name };
        }
    }

    /// The least cell of the region of `other` once a box is on `cell`, which divides their region as `divided`
    /// says.
    pub(super) fn least_without(&self, cell: Cell, divided: &DividedRegion, other: Cell) -> Cell {
        if let Some(part) = divided.closed_part_of(other) {
            return divided.least(part);
        }
        let region = self.of(cell);
        let is_in_rest = |other: Cell| other != cell && divided.closed_part_of(other).is_none();
        if is_in_rest(region) {
            return region;
        }
        let cells = (0..).zip(&self.least).filter(|&(_, &other)| other == region).map(|(cell, _)| cell);
        cells.filter(|&cell| is_in_rest(cell)).min().unwrap_or(WALL)
    }

    /// The least cell of the region of `cell`.
    #[inline]
    pub(crate) fn of(&self, cell: Cell) -> Cell {
        if cell == WALL { WALL } else { self.least[usize::from(cell)] }
    }

    pub(crate) fn count(&self) -> u32 {
        self.count
    }

    /// The regions that the box on `cell` separates.
    pub(crate) fn beside(&self, board: &Board, cell: Cell) -> JoinedRegions {
        JoinedRegions { cell, regions: board.neighbours(cell).map(|next| self.of(next)) }
    }

    /// The least cell of the region that `cell` would be in without its box, and the number of regions that
    /// it would join.
    pub(crate) fn around(&self, board: &Board, cell: Cell) -> (Cell, u32) {
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
