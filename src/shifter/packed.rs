//! The fast shape for small boards: at most 16 cells of at most 16 colours in one `u64`.
//!
//! Cell *i* (row by row) is nibble *i*. A line is a set of nibbles at equal distances, so to move it
//! is to rotate inside a mask: every cell goes one step along, the one that falls off the end goes
//! all the way back, and the mask wipes away what either shift pushed into other lines. Rows and
//! columns differ in the numbers only, and nothing is ever unpacked.

use super::board::{Board, Shift};
use super::rank::{Lazy, Permutation};
use super::redundant::is_redundant;
use crate::outcome::Cost;
use crate::space::{Backward, Children, Commuting, DEAD, Estimate, Quality, Ranked, Space, Twin};

/// The most cells and the most colours that fit.
pub(super) const MOST: usize = 16;

pub(super) const NIBBLE: u64 = 0xF;
/// The lowest bit of every nibble.
const ONES: u64 = 0x1111_1111_1111_1111;

/// A puzzle as a space of `u64`.
#[derive(Clone)]
pub struct Packed {
    pub(super) start: u64,
    target: u64,
    turns: Vec<Turn>,
    pub(super) rows: usize,
    pub(super) columns: usize,
    estimate: Misplaced,
    rate: Misplaced,
    pub(super) lazy: Lazy,
}

/// A shift as masked rotation.
#[derive(Clone)]
struct Turn {
    shift: Shift,
    mask: u64,
    up: u32,
    down: u32,
}

impl Turn {
    fn new(board: &Board, shift: Shift) -> Self {
        let (line, columns) = (usize::from(shift.line), board.columns());
        let length = board.line_length(shift.direction);
        let (first, distance) = if shift.direction.is_row() { (line * columns, 1) } else { (line, columns) };
        let mask = (0..length).fold(0, |mask, index| mask | NIBBLE << (4 * (first + index * distance)));
        let bits = |cells: usize| u32::try_from(4 * cells).expect("a board of 16 cells has 64 bits");
        let (step, wrap) = (bits(distance), bits(distance * (length - 1)));
        let (up, down) = if shift.direction.is_first() { (wrap, step) } else { (step, wrap) };
        Self { shift, mask, up, down }
    }

    #[inline]
    fn turn(&self, state: u64) -> u64 {
        let line = state & self.mask;
        (state & !self.mask) | (((line << self.up) | (line >> self.down)) & self.mask)
    }

    #[inline]
    fn turn_back(&self, state: u64) -> u64 {
        let line = state & self.mask;
        (state & !self.mask) | (((line << self.down) | (line >> self.up)) & self.mask)
    }
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
        let goal = pack(target);
        Self {
            start: pack(source),
            target: goal,
            turns: source.shifts().into_iter().map(|shift| Turn::new(source, shift)).collect(),
            rows: source.rows(),
            columns: source.columns(),
            estimate: Misplaced::new(goal, source.longest_line(), Quality::Consistent, blocked),
            rate: Misplaced::new(goal, 1, Quality::Guess, blocked),
            lazy: Lazy::default(),
        }
    }

    /// The successors of a state, in the order in which searches see them.
    pub fn successors(&self, state: u64) -> impl Iterator<Item = u64> {
        self.turns.iter().map(move |turn| turn.turn(state))
    }

    /// Where each shift takes each cell.
    pub(super) fn permutations(&self) -> Vec<Permutation> {
        // Sixteen cells that bear their own numbers.
        const NUMBERS: u64 = 0xFEDC_BA98_7654_3210;
        let permutation = |turn: &Turn| {
            let moved = turn.turn(NUMBERS);
            let mut places = [0; MOST];
            for place in 0..16_u8 {
                let cell = moved >> (4 * place) & NIBBLE;
                places[usize::try_from(cell).expect("a nibble")] = place;
            }
            places
        };
        self.turns.iter().map(permutation).collect()
    }

    /// Whether a board fits into this shape.
    #[must_use]
    pub fn fits(board: &Board) -> bool {
        board.cells().len() <= MOST && board.cells().iter().all(|&colour| usize::from(colour) < MOST)
    }
}

fn pack(board: &Board) -> u64 {
    board.cells().iter().rev().fold(0, |packed, &colour| packed << 4 | u64::from(colour))
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
        for turn in &self.turns {
            children.push(&turn.turn(*state), turn.shift, 1);
        }
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
        for turn in &self.turns {
            children.push(&turn.turn_back(*state), turn.shift, 1);
        }
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
    quality: Quality,
    /// The estimate for each number of misplaced cells.
    table: [Cost; MOST + 1],
}

impl Misplaced {
    fn new(target: u64, at_once: usize, quality: Quality, blocked: bool) -> Self {
        let table = std::array::from_fn(|misplaced| {
            if blocked { DEAD } else { Cost::try_from(misplaced.div_ceil(at_once)).unwrap_or(DEAD) }
        });
        Self { target, quality, table }
    }

    #[inline]
    fn look_up(&self, state: u64) -> Cost {
        let differing = state ^ self.target;
        let pairs = differing | differing >> 2;
        let cells = (pairs | pairs >> 1) & ONES;
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
