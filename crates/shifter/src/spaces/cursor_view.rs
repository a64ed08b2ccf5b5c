//! Boards as seen from the lit lines, for counting by presses.
//!
//! If all tiles of the target differ, only the place of the tiles relative to the lit lines matters: moving both, and
//! renaming the tiles by the same translation of the target, changes no distance to the target. So a state is a board
//! whose lit lines are those of the start, and a press that moves the lit lines right moves the board left and renames
//! its tiles. There are as many states as boards, each of which stands for as many boards with lit lines as there are
//! cells.

use lurd_atlas::{Ranked, Walker};
use lurd_engine::program::space::{Backward, Space, Successors};

use super::{
    fields::Fields,
    packed::Packed,
    rank::{LazyRanking, Permutation, Ranking, Turn, is_even, unchanged},
};
use crate::{
    gamepad::{Lit, Pad},
    rules::{Board, Direction},
};

/// The entries of the tables of a move beyond which they are not made.
const MAX_ARRANGEMENTS: u64 = 1 << 19;

/// The space of boards relative to the lit lines; an action is the index of a press.
pub(crate) struct CursorView {
    fields: Fields,
    cells: usize,
    start: u64,
    goal: u64,
    turns: Vec<Turn>,
    /// The permutations of the cells by all shifts.
    shifts: Vec<Permutation>,
    lazy: LazyRanking,
}

impl CursorView {
    /// Creates the view of the boards with the lines `lit`, unless the target has tiles of one colour or wildcards,
    /// lines are locked, a press has another cost than 1, the lit lines cannot go round every edge, or the tables would
    /// be too large.
    pub(crate) fn new(source: &Board, target: &Board, pad: &Pad, lit: Lit) -> Option<Self> {
        let (rows, columns) = (source.rows(), source.columns());
        let cells = rows * columns;
        let mut tiles = target.cells().to_vec();
        tiles.sort_unstable();
        tiles.dedup();
        if tiles.len() != cells
            || target.has_wildcards()
            || !source.locks().is_empty()
            || !pad.costs_one_each()
            || !Packed::fits_both(source, target)
        {
            return None;
        }
        let packed = Packed::new(source, target, false);
        let shifts = packed.permutations();
        let mut turns = Vec::new();
        for (shift, &places) in source.shifts().iter().zip(&shifts) {
            let line = if shift.direction.is_row() { lit.row } else { lit.column };
            if usize::from(shift.line) == line {
                turns.push(Turn::of_places(places));
            }
        }
        for direction in Direction::ALL {
            let (at, lines) = if direction.is_row() { (lit.column, columns) } else { (lit.row, rows) };
            if lines == 1 {
                continue;
            }
            // The press must move every line, the last one round the edge.
            let steps = (0..lines).map(|line| pad.step(direction, line, lines));
            let to = steps.collect::<Option<Vec<_>>>()?[at].line;
            let by = (at + lines - to) % lines;
            let mut places = unchanged();
            let mut colours = unchanged();
            for (cell, &colour) in target.cells().iter().enumerate() {
                let (row, column) = (cell / columns, cell % columns);
                let (row, column) =
                    if direction.is_row() { (row, (column + by) % columns) } else { ((row + by) % rows, column) };
                let image = row * columns + column;
                places[cell] = image.to_le_bytes()[0];
                colours[usize::from(colour)] = target.cells()[image];
            }
            turns.push(Turn { places, colours });
        }
        let (start, goal) = (packed.start(), packed.fields().pack(target));
        let view = Self { fields: packed.fields(), cells, start, goal, turns, shifts, lazy: LazyRanking::default() };
        let undone = |turn: &Turn| view.turns.iter().any(|other| other.undoes(turn));
        let is_small = || rows == 1 || columns == 1 || view.ranking().largest_group() <= MAX_ARRANGEMENTS;
        (view.turns.iter().all(undone) && is_small()).then_some(view)
    }

    /// The number of boards with lit lines that a state stands for.
    pub(crate) fn lit_lines(&self) -> u64 {
        self.cells as u64
    }

    pub(crate) fn fields(&self) -> Fields {
        self.fields
    }

    /// The presses.
    pub(crate) fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// The permutations of the cells by the shifts of the lit lines, which symmetries take to each other.
    pub(crate) fn lit_shifts(&self) -> Vec<Permutation> {
        let plain = self.turns.iter().filter(|turn| turn.colours == unchanged());
        plain.map(|turn| turn.places).collect()
    }

    fn ranking(&self) -> &Ranking {
        let renamings = || self.turns.iter().map(|turn| turn.colours).collect::<Vec<_>>();
        self.lazy.ranking_with(self.fields, self.start, self.cells, renamings)
    }
}

impl Space for CursorView {
    type State = u64;
    type Action = usize;

    fn start(&self) -> u64 {
        self.start
    }

    fn is_goal(&self, state: &u64) -> bool {
        *state == self.goal
    }

    fn expand(&self, state: &u64, children: &mut Successors<Self>) {
        let after = |(index, turn): (usize, &Turn)| (turn.apply(*state, self.fields, self.cells), index);
        children.extend(self.turns.iter().enumerate().map(after), 1);
    }

    fn unit_costs(&self) -> bool {
        true
    }

    fn backward(&self) -> Option<&dyn Backward<Self>> {
        Some(self)
    }
}

impl Backward<Self> for CursorView {
    fn goal_states(&self) -> Vec<u64> {
        vec![self.goal]
    }

    /// Every press is undone by a press.
    fn predecessors(&self, state: &u64, children: &mut Successors<Self>) {
        let undone = |(index, turn): (usize, &Turn)| {
            let undo = self.turns.iter().find(|other| other.undoes(turn)).expect("checked when created");
            (undo.apply(*state, self.fields, self.cells), index)
        };
        children.extend(self.turns.iter().enumerate().map(undone), 1);
    }
}

impl Ranked<Self> for CursorView {
    fn size(&self) -> u64 {
        self.ranking().size()
    }

    fn rank(&self, state: &u64) -> Option<u64> {
        self.ranking().rank(*state)
    }

    fn unrank(&self, rank: u64) -> u64 {
        self.ranking().unrank(rank)
    }

    /// A press that moves the lit lines leaves the parity alone: it is a conjugation.
    fn within_reach(&self) -> u64 {
        if self.shifts.iter().all(is_even) { self.size() / 2 } else { self.size() }
    }

    fn walker(&self) -> Option<Box<dyn Walker + Send + '_>> {
        Some(self.lazy.walker(self.ranking(), || self.turns.clone()))
    }
}
