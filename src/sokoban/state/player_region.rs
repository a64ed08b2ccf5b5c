//! Where the player can walk.

use crate::sokoban::board::{Board, Cell, WALL};

/// A flood fill whose marks need no clearing: a cell is in the region if it carries the number of
/// the last flood.
#[derive(Clone, Debug)]
pub(in crate::sokoban) struct PlayerRegion {
    mark: Vec<u32>,
    flood: u32,
    queue: Vec<Cell>,
    /// The steps from the player to each cell of the region; kept by [`PlayerRegion::walk`] only.
    steps: Vec<u32>,
}

impl PlayerRegion {
    pub(in crate::sokoban) fn new(cells: usize) -> Self {
        Self { mark: vec![0; cells], flood: 0, queue: Vec::with_capacity(cells), steps: vec![0; cells] }
    }

    /// Floods from `player`; gives the smallest cell of the region, which names it.
    pub(in crate::sokoban) fn fill(&mut self, board: &Board, occupied: &[bool], player: Cell) -> Cell {
        self.start(player);
        let mut least = player;
        while let Some(cell) = self.queue.pop() {
            least = least.min(cell);
            for &next in board.neighbours(cell) {
                if next != WALL && !occupied[usize::from(next)] && self.mark[usize::from(next)] != self.flood
                {
                    self.mark[usize::from(next)] = self.flood;
                    self.queue.push(next);
                }
            }
        }
        least
    }

    /// Floods breadth-first from `player` and keeps how many steps each cell is away.
    pub(in crate::sokoban) fn walk(&mut self, board: &Board, occupied: &[bool], player: Cell) {
        self.start(player);
        self.steps[usize::from(player)] = 0;
        let mut next_in_queue = 0;
        while let Some(&cell) = self.queue.get(next_in_queue) {
            next_in_queue += 1;
            for &next in board.neighbours(cell) {
                if next != WALL && !occupied[usize::from(next)] && self.mark[usize::from(next)] != self.flood
                {
                    self.mark[usize::from(next)] = self.flood;
                    self.steps[usize::from(next)] = self.steps[usize::from(cell)] + 1;
                    self.queue.push(next);
                }
            }
        }
    }

    fn start(&mut self, player: Cell) {
        if self.flood == u32::MAX {
            self.mark.fill(0);
            self.flood = 0;
        }
        self.flood += 1;
        self.queue.clear();
        self.queue.push(player);
        self.mark[usize::from(player)] = self.flood;
    }

    /// Whether the last flood reached `cell`.
    #[inline]
    pub(in crate::sokoban) fn contains(&self, cell: Cell) -> bool {
        self.mark[usize::from(cell)] == self.flood
    }

    /// The steps to `cell`, which the last walk reached.
    #[inline]
    pub(in crate::sokoban) fn steps(&self, cell: Cell) -> u32 {
        self.steps[usize::from(cell)]
    }
}
