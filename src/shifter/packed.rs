//! The fast shape for small boards: at most 16 cells of at most 16 colours in one `u64`.
//!
//! Cell *i* (row by row) is nibble *i*. A line is a set of nibbles at equal distances, so to move it
//! is to rotate inside a mask: every cell goes one step along, the one that falls off the end goes
//! all the way back, and the mask wipes away what either shift pushed into other lines. Rows and
//! columns differ in the numbers only, and nothing is ever unpacked.

use super::board::{Board, WILD};
use super::goal::Goal;
use super::rank::{Lazy, Permutation};
use super::redundant::is_redundant;
use super::slide::{Moves, Slide};
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
    /// The cells that the target names.
    named: u64,
    /// All boards that are the target.
    goals: Vec<u64>,
    moves: Moves,
    turns: Vec<Turn>,
    pub(super) rows: usize,
    pub(super) columns: usize,
    estimate: Misplaced,
    rate: Misplaced,
    pub(super) lazy: Lazy,
}

/// A move as masked rotation.
#[derive(Clone)]
struct Turn {
    slide: Slide,
    mask: u64,
    up: u32,
    down: u32,
}

impl Turn {
    fn new(board: &Board, slide: Slide) -> Self {
        let (line, columns) = (usize::from(slide.shift.line), board.columns());
        let length = board.line_length(slide.shift.direction);
        let (first, distance) = if slide.is_row() { (line * columns, 1) } else { (line, columns) };
        let mask = (0..length).fold(0, |mask, index| mask | NIBBLE << (4 * (first + index * distance)));
        let bits = |cells: usize| u32::try_from(4 * cells).expect("a board of 16 cells has 64 bits");
        let times = usize::from(slide.times);
        let (step, wrap) = (bits(distance * times), bits(distance * (length - times)));
        let (up, down) = if slide.shift.direction.is_first() { (wrap, step) } else { (step, wrap) };
        Self { slide, mask, up, down }
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
    /// The space of the ways from `source` to `target` by single shifts. `blocked` says that there is
    /// provably none.
    ///
    /// # Panics
    /// If the boards do not [fit](Self::fits) or differ in shape.
    #[must_use]
    pub fn new(source: &Board, target: &Board, blocked: bool) -> Self {
        Self::by(Moves::Single, source, target, blocked)
    }

    /// The same by other moves.
    ///
    /// # Panics
    /// As [`new`](Self::new).
    #[must_use]
    pub fn by(moves: Moves, source: &Board, target: &Board, blocked: bool) -> Self {
        assert!(
            source.rows() == target.rows() && source.columns() == target.columns(),
            "boards of one shape"
        );
        let goal = Goal::new(source, target);
        assert!(Self::fits(&goal.source), "16 cells of 16 colours at most");
        let mut goals = Vec::new();
        goal.each(|board| goals.push(pack(board)));
        let (wanted, named) = (pack(&goal.target), named(&goal.target));
        Self {
            start: pack(&goal.source),
            target: wanted,
            named,
            goals,
            moves,
            turns: moves.on(source).into_iter().map(|slide| Turn::new(source, slide)).collect(),
            rows: source.rows(),
            columns: source.columns(),
            estimate: Misplaced::new(wanted, named, source.longest_line(), Quality::Consistent, blocked),
            rate: Misplaced::new(wanted, named, 1, Quality::Guess, blocked),
            lazy: Lazy::default(),
        }
    }

    /// The successors of a state, in the order in which searches see them.
    pub fn successors(&self, state: u64) -> impl Iterator<Item = u64> {
        self.turns.iter().map(move |turn| turn.turn(state))
    }

    /// What the move of that place makes of a state, or undone.
    pub(super) fn turned(&self, state: u64, index: usize, back: bool) -> u64 {
        if back { self.turns[index].turn_back(state) } else { self.turns[index].turn(state) }
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

    /// Whether a puzzle fits into this shape, once colours that the target does not name are one.
    #[must_use]
    pub fn fits_both(source: &Board, target: &Board) -> bool {
        source.cells().len() <= MOST && Self::fits(&Goal::new(source, target).source)
    }

    /// Whether a board fits into this shape.
    #[must_use]
    pub fn fits(board: &Board) -> bool {
        board.cells().len() <= MOST && board.cells().iter().all(|&colour| usize::from(colour) < MOST)
    }
}

/// Cell *i* as nibble *i*; 0 where any tile will do.
pub(super) fn pack(board: &Board) -> u64 {
    let nibble = |colour: u8| if colour == WILD { 0 } else { u64::from(colour) };
    board.cells().iter().rev().fold(0, |packed, &colour| packed << 4 | nibble(colour))
}

/// The nibbles of the cells that a target names.
pub(super) fn named(target: &Board) -> u64 {
    let nibble = |colour: u8| if colour == WILD { 0 } else { NIBBLE };
    target.cells().iter().rev().fold(0, |packed, &colour| packed << 4 | nibble(colour))
}

impl Space for Packed {
    type State = u64;
    type Action = Slide;

    fn start(&self) -> u64 {
        self.start
    }

    fn is_goal(&self, state: &u64) -> bool {
        (*state ^ self.target) & self.named == 0
    }

    fn expand(&self, state: &u64, children: &mut Children<Self>) {
        for turn in &self.turns {
            children.push(&turn.turn(*state), turn.slide, 1);
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
        goals.extend_from_slice(&self.goals);
    }

    fn predecessors(&self, state: &u64, children: &mut Children<Self>) {
        for turn in &self.turns {
            children.push(&turn.turn_back(*state), turn.slide, 1);
        }
    }
}

impl Commuting<Self> for Packed {
    fn prune(&self, previous: Slide, children: &mut Children<Self>) {
        for index in 0..children.len() {
            let next = children.action(index);
            let length = if next.is_row() { self.columns } else { self.rows };
            if is_redundant(previous, next, length, self.moves) {
                children.kill(index);
            }
        }
    }
}

/// Misplaced cells among those that the target names, divided by how many cells a shift can put right, rounded up.
///
/// *Consistent*: a shift changes the cells of one line only, so the number of misplaced cells falls
/// by at most the length *l* of the longest line that can move, and ceil(m / l) by at most 1, which
/// is what a shift costs. It is 0 on the target, hence *admissible* too. With *l* = 1 it is the
/// number of misplaced cells: the rate.
#[derive(Clone)]
struct Misplaced {
    target: u64,
    named: u64,
    quality: Quality,
    /// The estimate for each number of misplaced cells.
    table: [Cost; MOST + 1],
}

impl Misplaced {
    fn new(target: u64, named: u64, at_once: usize, quality: Quality, blocked: bool) -> Self {
        let table = std::array::from_fn(|misplaced| {
            if blocked { DEAD } else { Cost::try_from(misplaced.div_ceil(at_once)).unwrap_or(DEAD) }
        });
        Self { target, named, quality, table }
    }

    #[inline]
    fn look_up(&self, state: u64) -> Cost {
        let differing = (state ^ self.target) & self.named;
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
