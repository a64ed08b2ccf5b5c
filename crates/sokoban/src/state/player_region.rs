//! The region of the free floor that the player can reach.

use crate::board::{Board, Cell, WALL};

/// A flood fill whose marks need no clearing: a cell is in the region if its mark is the number of the last
/// flood.
#[derive(Clone, Debug)]
pub(crate) struct PlayerRegion {
    mark: Vec<u32>,
    flood: u32,
    queue: Vec<Cell>,
    /// The steps from the player to each cell; set by [`PlayerRegion::fill_by_distance`] only.
    distances: Vec<u32>,
}

impl PlayerRegion {
    pub(crate) fn new(cells: usize) -> Self {
        Self { mark: vec![0; cells], flood: 0, queue: Vec::with_capacity(cells), distances: vec![0; cells] }
    }

    /// Floods from `player`, and returns the least cell of the region, which represents it.
    pub(crate) fn fill(&mut self, board: &Board, occupied: &[bool], player: Cell) -> Cell {
        self.fill_and_find(board, occupied, player, |cell| cell)
    }

    /// Floods from `player`, and returns the least image of a cell of the region.
    #[inline]
    pub(crate) fn fill_and_find(
        &mut self,
        board: &Board,
        occupied: &[bool],
        player: Cell,
        image: impl Fn(Cell) -> Cell,
    ) -> Cell {
        self.start(player);
        let Self { mark, flood, queue, .. } = self;
        let mut least = image(player);
        board.flood(queue, player, |next| {
            let is_new = !occupied[usize::from(next)] && mark[usize::from(next)] != *flood;
            if is_new {
                mark[usize::from(next)] = *flood;
                least = least.min(image(next));
            }
            is_new
        });
        least
    }

    /// Floods from `player` breadth-first, and sets the distances.
    pub(crate) fn fill_by_distance(&mut self, board: &Board, occupied: &[bool], player: Cell) {
        self.start(player);
        self.queue.push(player);
        self.distances[usize::from(player)] = 0;
        let mut next_in_queue = 0;
        while let Some(&cell) = self.queue.get(next_in_queue) {
            next_in_queue += 1;
            for &next in board.neighbours(cell) {
                if next != WALL && !occupied[usize::from(next)] && self.mark[usize::from(next)] != self.flood
                {
                    self.mark[usize::from(next)] = self.flood;
                    self.distances[usize::from(next)] = self.distances[usize::from(cell)] + 1;
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
        self.mark[usize::from(player)] = self.flood;
    }

    /// Whether the last flood reached `cell`.
    #[inline]
    pub(crate) fn contains(&self, cell: Cell) -> bool {
        self.mark[usize::from(cell)] == self.flood
    }

    /// The steps to `cell`, which the last flood reached by distance.
    #[inline]
    pub(crate) fn distance(&self, cell: Cell) -> u32 {
        self.distances[usize::from(cell)]
    }
}
