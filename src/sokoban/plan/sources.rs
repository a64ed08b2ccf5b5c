//! Where boxes come from: the cells they stand on at the start.

use crate::sokoban::Direction;
use crate::sokoban::board::{Board, Cell, WALL};

/// How far a box, alone on the board, is from each source.
#[derive(Clone, Debug)]
pub(super) struct Sources {
    cells: Vec<Cell>,
    /// A row of cells for each source.
    pushes: Vec<u16>,
    board_cells: usize,
    /// Whether a source is one of the largest set of sources between which boxes can be exchanged.
    in_group: Vec<bool>,
}

/// No way.
const FAR: u16 = u16::MAX;

impl Sources {
    /// How many bytes the table of a board takes.
    pub(super) fn bytes(board: &Board) -> u64 {
        (board.boxes().len() * board.cells() * 2) as u64
    }

    pub(super) fn new(board: &Board) -> Self {
        let cells = board.boxes().to_vec();
        let mut pushes = Vec::with_capacity(cells.len() * board.cells());
        for &cell in &cells {
            pushes.extend(push_distances(board, cell));
        }
        let mut sources = Self { in_group: Vec::new(), pushes, board_cells: board.cells(), cells };
        sources.in_group = sources.group();
        sources
    }

    fn group(&self) -> Vec<bool> {
        let both = |a: usize, b: usize| self.reaches(a, self.cells[b]) && self.reaches(b, self.cells[a]);
        let members = |leader: usize| (0..self.cells.len()).filter(move |&other| both(leader, other));
        let best = (0..self.cells.len()).rev().max_by_key(|&leader| members(leader).count());
        let mut in_group = vec![false; self.board_cells];
        for member in best.into_iter().flat_map(members) {
            in_group[usize::from(self.cells[member])] = true;
        }
        in_group
    }

    /// The cells, in order.
    pub(super) fn cells(&self) -> &[Cell] {
        &self.cells
    }

    pub(super) fn reaches(&self, source: usize, cell: Cell) -> bool {
        self.pushes[source * self.board_cells + usize::from(cell)] != FAR
    }

    pub(super) fn is_in_group(&self, cell: Cell) -> bool {
        self.in_group[usize::from(cell)]
    }

    /// Whether a box on `cell` can have come from any source.
    pub(super) fn any_reaches(&self, cell: Cell) -> bool {
        (0..self.cells.len()).any(|source| self.reaches(source, cell))
    }

    /// Whether `boxes` can be given different sources among those that are `left`.
    pub(super) fn can_serve(&self, boxes: &[Cell], left: impl Fn(Cell) -> bool) -> bool {
        let mut owner = vec![usize::MAX; self.cells.len()];
        (0..boxes.len()).all(|row| {
            let mut tried = vec![false; self.cells.len()];
            self.serve(boxes, row, &left, &mut owner, &mut tried)
        })
    }

    fn serve(
        &self,
        boxes: &[Cell],
        row: usize,
        left: &impl Fn(Cell) -> bool,
        owner: &mut [usize],
        tried: &mut [bool],
    ) -> bool {
        // A free one first: it saves most of the search.
        let is_free = |&source: &usize| {
            owner[source] == usize::MAX && left(self.cells[source]) && self.reaches(source, boxes[row])
        };
        if let Some(source) = (0..self.cells.len()).find(is_free) {
            owner[source] = row;
            return true;
        }
        for source in 0..self.cells.len() {
            if tried[source] || !left(self.cells[source]) || !self.reaches(source, boxes[row]) {
                continue;
            }
            tried[source] = true;
            if owner[source] == usize::MAX || self.serve(boxes, owner[source], left, owner, tried) {
                owner[source] = row;
                return true;
            }
        }
        false
    }
}

/// The pushes that bring a box from `start` to each cell, breadth-first over (cell, side).
fn push_distances(board: &Board, start: Cell) -> Vec<u16> {
    let mut best = vec![FAR; board.cells()];
    let mut seen = vec![[false; 4]; board.cells()];
    let mut layer: Vec<(Cell, u8)> = (0..4).map(|side| (start, side)).collect();
    let mut distance = 0;
    while !layer.is_empty() {
        let mut next_layer = Vec::new();
        for (cell, side) in layer {
            if std::mem::replace(&mut seen[usize::from(cell)][usize::from(side)], true) {
                continue;
            }
            best[usize::from(cell)] = best[usize::from(cell)].min(distance);
            for direction in Direction::ALL {
                let to = board.next(cell, direction);
                if to != WALL
                    && board.next(cell, direction.opposite()) != WALL
                    && board.side(cell, direction.opposite()) == side
                {
                    next_layer.push((to, board.side(to, direction.opposite())));
                }
            }
        }
        layer = next_layer;
        distance = distance.saturating_add(1);
    }
    best
}
