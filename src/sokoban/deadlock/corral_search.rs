//! The search that proves a corral dead: all pushes of its boxes alone. The argument is in
//! [`corrals`](super::corrals).

use rustc_hash::FxHashSet;

use crate::sokoban::board::{Board, Cell, WALL};
use crate::sokoban::deadlock::freeze::Freeze;
use crate::sokoban::direction::Direction;
use crate::sokoban::state::PlayerRegion;
use crate::sokoban::state::region_update::{least_after, least_without};

/// Limit of the positions that one proof looks at.
pub(super) const MAX_POSITIONS: usize = 400;

/// A part of the floor and the boxes around it.
#[derive(Clone, Copy)]
pub(super) struct Corral<'c, L> {
    pub(super) board: &'c Board,
    /// Whether a box may be pushed to a cell.
    pub(super) is_live: L,
    /// In increasing order, none of them a wall.
    pub(super) boxes: &'c [Cell],
    pub(super) inside: &'c [Cell],
}

/// A corral with its cells numbered: the boxes first, then the cells inside. A set of boxes is a bit mask of
/// these numbers.
struct NumberedCorral<'c, L> {
    corral: &'c Corral<'c, L>,
    cells: Vec<Cell>,
    /// Whether the empty goals inside must be filled.
    fill: bool,
}

impl<L> NumberedCorral<'_, L> {
    fn members(&self, set: u128) -> impl Iterator<Item = usize> + Clone + use<L> {
        (0..self.cells.len()).filter(move |&number| set >> number & 1 == 1)
    }
}

/// The boxes as a set of numbers, and a cell of the player's region.
type CorralState = (u128, Cell);

pub(super) struct CorralSearch {
    region: PlayerRegion,
    /// The region after a push, where it takes a flood to find it.
    region_after: PlayerRegion,
    /// The cells with boxes, those of `walls` always among them.
    occupied: Vec<bool>,
    /// Boxes that never move again.
    walls: Vec<Cell>,
    freeze: Freeze,
    /// The number of each cell of the corral, or [`OUTSIDE`].
    numbers: Vec<u8>,
    seen: FxHashSet<CorralState>,
    queue: Vec<CorralState>,
    positions: u64,
}

const OUTSIDE: u8 = u8::MAX;

impl CorralSearch {
    pub(super) const POSITION_BYTES: usize = size_of::<CorralState>();

    pub(super) fn new(cells: usize) -> Self {
        Self {
            region: PlayerRegion::new(cells),
            region_after: PlayerRegion::new(cells),
            occupied: vec![false; cells],
            walls: Vec::new(),
            freeze: Freeze::default(),
            numbers: vec![OUTSIDE; cells],
            seen: FxHashSet::default(),
            queue: Vec::new(),
            positions: 0,
        }
    }

    /// The number of positions looked at in all proofs, the failed ones included.
    pub(super) fn positions(&self) -> u64 {
        self.positions
    }

    /// Sets the boxes (in increasing order) that never move again as long as all of them are there. They
    /// are walls, and part of everything that is proved.
    pub(super) fn set_walls(&mut self, frozen: &[Cell]) {
        if self.walls != frozen {
            for &cell in &self.walls {
                self.occupied[usize::from(cell)] = false;
            }
            self.walls.clear();
            self.walls.extend_from_slice(frozen);
            for &cell in frozen {
                self.occupied[usize::from(cell)] = true;
            }
        }
    }

    pub(super) fn walls(&self) -> &[Cell] {
        &self.walls
    }

    pub(super) fn is_wall(&self, cell: Cell) -> bool {
        self.walls.binary_search(&cell).is_ok()
    }

    /// Floods the player's region with only `boxes` on the board, and returns its least cell.
    pub(super) fn region_with(&mut self, board: &Board, boxes: &[Cell], player: Cell) -> Cell {
        for &cell in boxes {
            self.occupied[usize::from(cell)] = true;
        }
        let least = self.region.fill(board, &self.occupied, player);
        for &cell in boxes {
            self.occupied[usize::from(cell)] = false;
        }
        least
    }

    /// Whether `cell` is in the last region that was flooded.
    pub(super) fn is_in_region(&self, cell: Cell) -> bool {
        self.region.contains(cell)
    }

    /// Searches all pushes of the boxes. True if none of them leads to a way out. With `fill`, the boxes
    /// must also fill the empty goals inside.
    pub(super) fn proves_dead<L: Fn(Cell) -> bool + Copy>(
        &mut self,
        corral: &Corral<'_, L>,
        player: Cell,
        fill: bool,
    ) -> bool {
        let cells: Vec<Cell> = corral.boxes.iter().chain(corral.inside).copied().collect();
        for (number, &cell) in (0..).zip(&cells) {
            self.numbers[usize::from(cell)] = number;
        }
        let corral = NumberedCorral { corral, cells, fill };
        self.seen.clear();
        self.queue.clear();
        self.visit(((1_u128 << corral.corral.boxes.len()) - 1, player));
        let mut dead = true;
        while let Some(state) = self.queue.pop() {
            if self.seen.len() > MAX_POSITIONS || self.opens(&corral, state) {
                dead = false;
                break;
            }
        }
        for &cell in &corral.cells {
            self.numbers[usize::from(cell)] = OUTSIDE;
        }
        self.positions += self.seen.len() as u64;
        dead
    }

    fn visit(&mut self, state: CorralState) {
        if self.seen.insert(state) {
            self.queue.push(state);
        }
    }

    /// Whether there is a way out at this position. If not, its successors are queued.
    fn opens<L>(&mut self, corral: &NumberedCorral<'_, L>, (set, player): CorralState) -> bool
    where
        L: Fn(Cell) -> bool + Copy,
    {
        for number in corral.members(set) {
            self.occupied[usize::from(corral.cells[number])] = true;
        }
        let least = self.region.fill(corral.corral.board, &self.occupied, player);
        let opens = self.is_open(corral, set);
        if !opens {
            self.expand(corral, set, least);
        }
        for number in corral.members(set) {
            self.occupied[usize::from(corral.cells[number])] = false;
        }
        opens
    }

    fn is_open<L>(&self, corral: &NumberedCorral<'_, L>, set: u128) -> bool {
        let NumberedCorral { corral: Corral { board, boxes, .. }, cells, fill } = corral;
        let mut inside =
            (boxes.len()..cells.len()).filter(|&number| set >> number & 1 == 0).map(|number| cells[number]);
        if inside.clone().all(|cell| self.region.contains(cell)) {
            return true;
        }
        if *fill && inside.clone().any(|cell| board.is_goal(cell) && self.region.contains(cell)) {
            return true;
        }
        corral.members(set).all(|number| board.is_goal(cells[number]))
            && !(*fill && inside.any(|cell| board.is_goal(cell)))
    }

    /// Queues the positions after one push. `least` is the least cell of the player's region.
    fn expand<L>(&mut self, corral: &NumberedCorral<'_, L>, set: u128, least: Cell)
    where
        L: Fn(Cell) -> bool + Copy,
    {
        let &Corral { board, is_live, .. } = corral.corral;
        let mut pushes: Vec<(usize, Cell)> = Vec::new();
        for number in corral.members(set) {
            let from = corral.cells[number];
            for direction in Direction::ALL {
                let (stand, to) = (board.next(from, direction.opposite()), board.next(from, direction));
                let can_push = stand != WALL
                    && self.region.contains(stand)
                    && to != WALL
                    && !self.occupied[usize::from(to)]
                    && is_live(to);
                if can_push {
                    pushes.push((number, to));
                }
            }
        }
        for (number, to) in pushes {
            let from = corral.cells[number];
            let target = self.numbers[usize::from(to)];
            let mut set = set & !(1 << number);
            self.occupied[usize::from(from)] = false;
            if target == OUTSIDE {
                // The box has left the neighbourhood and is taken off the board.
                let least = least_without(board, &self.occupied, &self.region, least, from)
                    .unwrap_or_else(|| self.region_after.fill(board, &self.occupied, from));
                self.visit((set, least));
            } else {
                set |= 1 << target;
                self.occupied[usize::from(to)] = true;
                let boxes = corral.members(set).map(|number| corral.cells[number]);
                if !self.freeze.completes(board, is_live, boxes, &mut self.occupied, to) {
                    let least = least_after(board, &self.occupied, &self.region, least, from, to)
                        .unwrap_or_else(|| self.region_after.fill(board, &self.occupied, from));
                    self.visit((set, least));
                }
                self.occupied[usize::from(to)] = false;
            }
            self.occupied[usize::from(from)] = true;
        }
    }
}
