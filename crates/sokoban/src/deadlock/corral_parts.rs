//! The parts of the floor that the player cannot enter, each with the boxes around it.

use crate::board::{Board, Cell, WALL};
use crate::state::UnpackedState;

/// A part of the floor, or a union of parts, with the movable boxes around it. Both lists are sorted.
#[derive(Clone, Debug, Default)]
pub(super) struct CorralPart {
    pub(super) inside: Vec<Cell>,
    pub(super) fence: Vec<Cell>,
}

/// The parts of one position. Their lists are reused for the next one.
#[derive(Clone, Debug, Default)]
pub(super) struct CorralParts {
    parts: Vec<CorralPart>,
    /// The number of parts in use.
    count: usize,
    /// For the least cell of each region the number of its part.
    number: Vec<usize>,
}

impl CorralParts {
    /// Finds all parts of the free floor except the player's. Boxes that `is_wall` are left out of the fences.
    pub(super) fn find(
        &mut self,
        board: &Board,
        state: &UnpackedState,
        player: Cell,
        is_wall: impl Fn(Cell) -> bool,
    ) -> &[CorralPart] {
        self.count = 0;
        let home = state.regions.of(player);
        if state.regions.count() > 1 {
            self.number.resize(board.cells(), 0);
            for cell in board.all() {
                let root = state.regions.of(cell);
                if root != WALL && root != home {
                    self.add(board, state, cell, root, &is_wall);
                }
            }
            self.parts[..self.count].iter_mut().for_each(|part| part.fence.sort_unstable());
        }
        &self.parts[..self.count]
    }

    /// Adds a cell to the part with the least cell `root`, and the boxes around the cell.
    fn add(
        &mut self,
        board: &Board,
        state: &UnpackedState,
        cell: Cell,
        root: Cell,
        is_wall: &impl Fn(Cell) -> bool,
    ) {
        if cell == root {
            self.number[usize::from(root)] = self.count;
            if self.count == self.parts.len() {
                self.parts.push(CorralPart::default());
            }
            let part = &mut self.parts[self.count];
            part.inside.clear();
            part.fence.clear();
            self.count += 1;
        }
        let CorralPart { inside, fence } = &mut self.parts[self.number[usize::from(root)]];
        inside.push(cell);
        // The cells at the corners are around it, too, if they are two steps away.
        let ring = board.ring(cell);
        for (at, &next) in ring.iter().enumerate() {
            let is_near = at % 2 == 0 || ring[at - 1] != WALL || ring[(at + 1) % 8] != WALL;
            if next != WALL
                && is_near
                && state.occupied[usize::from(next)]
                && !fence.contains(&next)
                && !is_wall(next)
            {
                fence.push(next);
            }
        }
    }
}

impl CorralPart {
    pub(super) fn shares_a_box_with(&self, other: &Self) -> bool {
        other.fence.iter().any(|cell| self.fence.contains(cell))
    }

    pub(super) fn join(&mut self, other: &Self) {
        self.inside.extend_from_slice(&other.inside);
        self.inside.sort_unstable();
        self.fence.extend_from_slice(&other.fence);
        self.fence.sort_unstable();
        self.fence.dedup();
    }
}
