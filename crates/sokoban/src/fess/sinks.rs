//! Sinks: the initial cells of boxes, where a backward search removes boxes from the board.

use crate::board::{Board, Cell};
use crate::bounds::{Distances, UNREACHABLE};
use crate::search_direction::SearchDirection;
use lurd_engine::budget::Budget;
use lurd_engine::outcome::Stop;

/// The cells that a box, alone on the board, can be pushed to from each sink.
#[derive(Clone, Debug)]
pub(super) struct Sinks {
    cells: Vec<Cell>,
    distances: Distances,
    /// Whether each cell is in the largest group of sinks that can exchange their boxes.
    in_group: Vec<bool>,
}

impl Sinks {
    /// Computes the distances. O(boxes * cells).
    ///
    /// # Errors
    /// When the budget stops it or has too little memory.
    pub(super) fn new(board: &Board, budget: &mut Budget<'_>) -> Result<Self, Stop> {
        let cells = board.boxes().to_vec();
        let distances = Distances::by(SearchDirection::Pull, &board.aiming_at(&cells), budget)?;
        let mut sinks = Self { in_group: Vec::new(), distances, cells };
        sinks.in_group = sinks.group(board.cells());
        Ok(sinks)
    }

    /// The pulls from each cell to each sink.
    pub(super) fn distances(&self) -> &Distances {
        &self.distances
    }

    fn group(&self, cells: usize) -> Vec<bool> {
        let both = |a: usize, b: usize| self.reaches(a, self.cells[b]) && self.reaches(b, self.cells[a]);
        let members = |leader: usize| (0..self.cells.len()).filter(move |&other| both(leader, other));
        let best = (0..self.cells.len()).rev().max_by_key(|&leader| members(leader).count());
        let mut in_group = vec![false; cells];
        for member in best.into_iter().flat_map(members) {
            in_group[usize::from(self.cells[member])] = true;
        }
        in_group
    }

    /// The cells of the sinks, in order.
    pub(super) fn cells(&self) -> &[Cell] {
        &self.cells
    }

    pub(super) fn reaches(&self, sink: usize, cell: Cell) -> bool {
        self.distances.to_goals(cell)[sink] != UNREACHABLE
    }

    pub(super) fn is_in_group(&self, cell: Cell) -> bool {
        self.in_group[usize::from(cell)]
    }

    /// Whether a box on `cell` can have come from some sink.
    pub(super) fn is_reachable_from_any(&self, cell: Cell) -> bool {
        self.distances.is_live(cell)
    }

    /// Whether a box on `to` can have come from every sink from which a box on `from` can have come.
    pub(super) fn keeps_sinks(&self, from: Cell, to: Cell) -> bool {
        (0..self.cells.len()).all(|sink| self.reaches(sink, to) || !self.reaches(sink, from))
    }

    /// Whether there is a matching of `boxes` to different sinks among those that are `left`.
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
        // Trying free sinks first saves most of the search.
        let is_free = |&sink: &usize| {
            owner[sink] == usize::MAX && left(self.cells[sink]) && self.reaches(sink, boxes[row])
        };
        if let Some(sink) = (0..self.cells.len()).find(is_free) {
            owner[sink] = row;
            return true;
        }
        for sink in 0..self.cells.len() {
            if tried[sink] || !left(self.cells[sink]) || !self.reaches(sink, boxes[row]) {
                continue;
            }
            tried[sink] = true;
            if owner[sink] == usize::MAX || self.serve(boxes, owner[sink], left, owner, tried) {
                owner[sink] = row;
                return true;
            }
        }
        false
    }
}
