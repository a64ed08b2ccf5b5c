//! The fast shape for small boards: at most 16 cells of at most 16 colours in one `u64`.

use super::board::{Board, Shift};
use super::cells::{Cells, MOST, Turn};
use super::rank::{Lazy, Permutation};
use super::redundant::is_redundant;
use crate::outcome::Cost;
use crate::space::{Backward, Children, Commuting, DEAD, Estimate, Quality, Ranked, Space, Twin};

/// A puzzle as a space of `u64`.
#[derive(Clone)]
pub struct Packed {
    pub(super) cells: Cells,
    pub(super) start: u64,
    target: u64,
    turns: Vec<Turn>,
    pub(super) rows: usize,
    pub(super) columns: usize,
    estimate: Misplaced,
    rate: Misplaced,
    pub(super) lazy: Lazy,
}

impl Packed {
    /// The space of the ways from `source` to `target`. `blocked` says that there is provably none.
    ///
    /// # Panics
    /// If the boards do not [fit](Self::fits) or differ in shape.
    #[must_use]
    pub fn new(source: &Board, target: &Board, blocked: bool) -> Self {
        assert!(Self::fits(source) && Self::fits(target), "16 cells of 16 colours at most");
        assert!(
            source.rows() == target.rows() && source.columns() == target.columns(),
            "boards of one shape"
        );
        let cells = Cells::of(&[source, target]);
        let goal = cells.pack(target);
        Self {
            cells,
            start: cells.pack(source),
            target: goal,
            turns: source.shifts().into_iter().map(|shift| Turn::new(source, cells, shift)).collect(),
            rows: source.rows(),
            columns: source.columns(),
            estimate: Misplaced::new(cells, goal, source.longest_line(), Quality::Consistent, blocked),
            rate: Misplaced::new(cells, goal, 1, Quality::Guess, blocked),
            lazy: Lazy::default(),
        }
    }

    /// The successors of a state, in the order in which searches see them.
    pub fn successors(&self, state: u64) -> impl Iterator<Item = u64> {
        self.turns.iter().map(move |turn| turn.turn(state))
    }

    /// Where each shift takes each cell.
    pub(super) fn permutations(&self) -> Vec<Permutation> {
        let permutation = |turn: &Turn| {
            let place = |cell| {
                (0..self.rows * self.columns)
                    .find(|&place| turn.turn(self.cells.field(cell)) == self.cells.field(place))
                    .map_or(cell, |place| place)
            };
            std::array::from_fn(|cell| u8::try_from(place(cell)).expect("at most 16"))
        };
        self.turns.iter().map(permutation).collect()
    }

    /// Whether a board fits into this shape.
    #[must_use]
    pub fn fits(board: &Board) -> bool {
        board.cells().len() <= MOST && board.cells().iter().all(|&colour| usize::from(colour) < MOST)
    }
}

impl Space for Packed {
    type State = u64;
    type Action = Shift;

    fn start(&self) -> u64 {
        self.start
    }

    fn is_goal(&self, state: &u64) -> bool {
        *state == self.target
    }

    fn expand(&self, state: &u64, children: &mut Children<Self>) {
        children.extend(self.turns.iter().map(|turn| (turn.turn(*state), turn.shift)), 1);
    }

    fn state_bits(&self) -> u32 {
        self.cells.width(self.rows * self.columns)
    }

    fn estimate(&self) -> Option<&dyn Estimate<Self>> {
        Some(&self.estimate)
    }

    fn rate(&self) -> Option<&dyn Estimate<Self>> {
        Some(&self.rate)
    }

    fn twin(&self) -> Option<Twin<'_, Self>> {
        Some(Box::new(|_| Ok(self.clone())))
    }

    fn backward(&self) -> Option<&dyn Backward<Self>> {
        Some(self)
    }

    fn ranked(&self) -> Option<&dyn Ranked<Self>> {
        Some(self)
    }

    fn commuting(&self) -> Option<&dyn Commuting<Self>> {
        Some(self)
    }
}

impl Backward<Self> for Packed {
    fn roots(&self, goals: &mut Vec<u64>) {
        goals.push(self.target);
    }

    fn predecessors(&self, state: &u64, children: &mut Children<Self>) {
        children.extend(self.turns.iter().map(|turn| (turn.turn_back(*state), turn.shift)), 1);
    }
}

impl Commuting<Self> for Packed {
    fn prune(&self, previous: Shift, children: &mut Children<Self>) {
        for index in 0..children.len() {
            let next = children.action(index);
            let length = if next.direction.is_row() { self.columns } else { self.rows };
            if is_redundant(previous, next, length) {
                children.kill(index);
            }
        }
    }
}

/// Misplaced cells, divided by how many cells a shift can put right, rounded up.
///
/// *Consistent*: a shift changes the cells of one line only, so the number of misplaced cells falls
/// by at most the length *l* of the longest line that can move, and ceil(m / l) by at most 1, which
/// is what a shift costs. It is 0 on the target, hence *admissible* too. With *l* = 1 it is the
/// number of misplaced cells: the rate.
#[derive(Clone)]
struct Misplaced {
    target: u64,
    ones: u64,
    half: u32,
    quality: Quality,
    /// The estimate for each number of misplaced cells.
    table: [Cost; MOST + 1],
}

impl Misplaced {
    fn new(cells: Cells, target: u64, at_once: usize, quality: Quality, blocked: bool) -> Self {
        let table = std::array::from_fn(|misplaced| {
            if blocked { DEAD } else { Cost::try_from(misplaced.div_ceil(at_once)).unwrap_or(DEAD) }
        });
        Self { target, ones: cells.ones(), half: cells.half(), quality, table }
    }

    #[inline]
    fn look_up(&self, state: u64) -> Cost {
        let differing = state ^ self.target;
        let pairs = differing | differing >> self.half;
        let cells = (pairs | pairs >> 1) & self.ones;
        self.table[cells.count_ones() as usize]
    }
}

impl Estimate<Packed> for Misplaced {
    fn quality(&self) -> Quality {
        self.quality
    }

    fn of(&self, state: &u64) -> Cost {
        self.look_up(*state)
    }

    fn of_children(&self, _: &u64, children: &mut Children<Packed>) {
        for index in 0..children.len() {
            let estimate = self.look_up(*children.state(index));
            children.set_estimate(index, estimate);
        }
    }
}
