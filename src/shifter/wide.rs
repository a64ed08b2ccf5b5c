//! The shape for every other board: a byte a cell, eight cells a word.

use super::board::{Board, Shift};
use super::redundant::is_redundant;
use crate::outcome::Cost;
use crate::space::{Backward, Children, Commuting, DEAD, Estimate, Quality, Space, StateList, Twin, Words};

/// The lowest bit of every byte.
const ONES: u64 = 0x0101_0101_0101_0101;

/// A puzzle as a space of words.
#[derive(Clone)]
pub struct Wide {
    start: Vec<u64>,
    target: Vec<u64>,
    turns: Vec<Turn>,
    rows: usize,
    columns: usize,
    estimate: Misplaced,
    rate: Misplaced,
}

/// A shift as a rotation of cells at equal distances.
#[derive(Clone, Copy)]
struct Turn {
    shift: Shift,
    first: usize,
    distance: usize,
    length: usize,
}

impl Turn {
    fn new(board: &Board, shift: Shift) -> Self {
        let line = usize::from(shift.line);
        let length = board.line_length(shift.direction);
        let columns = board.columns();
        let (first, distance) = if shift.direction.is_row() { (line * columns, 1) } else { (line, columns) };
        Self { shift, first, distance, length }
    }

    /// Rotates the line: towards its first cell or away from it.
    fn rotate(&self, state: &mut [u64], towards_first: bool) {
        let cells = (0..self.length).map(|index| self.first + index * self.distance);
        if towards_first {
            let mut carried = cell(state, self.first);
            for index in cells.rev() {
                carried = replace(state, index, carried);
            }
        } else {
            let mut carried = cell(state, self.first + (self.length - 1) * self.distance);
            for index in cells {
                carried = replace(state, index, carried);
            }
        }
    }
}

#[inline]
#[expect(clippy::cast_possible_truncation, reason = "a cell is a byte")]
fn cell(state: &[u64], index: usize) -> u8 {
    (state[index / 8] >> (8 * (index % 8))) as u8
}

/// Writes a cell and gives back what was there.
#[inline]
fn replace(state: &mut [u64], index: usize, colour: u8) -> u8 {
    let before = cell(state, index);
    state[index / 8] ^= u64::from(before ^ colour) << (8 * (index % 8));
    before
}

impl Wide {
    /// The space of the ways from `source` to `target`. `blocked` says that there is provably none.
    ///
    /// # Panics
    /// If the boards differ in shape.
    #[must_use]
    pub fn new(source: &Board, target: &Board, blocked: bool) -> Self {
        assert!(
            source.rows() == target.rows() && source.columns() == target.columns(),
            "boards of one shape"
        );
        let goal = pack(target);
        Self {
            start: pack(source),
            turns: source.shifts().into_iter().map(|shift| Turn::new(source, shift)).collect(),
            rows: source.rows(),
            columns: source.columns(),
            estimate: Misplaced {
                target: goal.clone(),
                at_once: source.longest_line(),
                quality: Quality::Consistent,
                blocked,
            },
            rate: Misplaced { target: goal.clone(), at_once: 1, quality: Quality::Guess, blocked },
            target: goal,
        }
    }

    /// Emits what every shift (or its inverse) makes of `state`.
    fn emit(&self, state: &[u64], inverse: bool, children: &mut Children<Self>) {
        let mut turned = state.to_vec();
        for turn in &self.turns {
            let towards_first = turn.shift.direction.is_first() != inverse;
            turn.rotate(&mut turned, towards_first);
            children.push(&turned, turn.shift, 1);
            turn.rotate(&mut turned, !towards_first);
        }
    }
}

fn pack(board: &Board) -> Vec<u64> {
    let word = |cells: &[u8]| cells.iter().rev().fold(0, |word, &colour| word << 8 | u64::from(colour));
    board.cells().chunks(8).map(word).collect()
}

impl Space for Wide {
    type State = [u64];
    type Action = Shift;

    fn start(&self) -> Vec<u64> {
        self.start.clone()
    }

    fn is_goal(&self, state: &[u64]) -> bool {
        *state == *self.target
    }

    fn expand(&self, state: &[u64], children: &mut Children<Self>) {
        self.emit(state, false, children);
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

    fn commuting(&self) -> Option<&dyn Commuting<Self>> {
        Some(self)
    }
}

impl Backward<Self> for Wide {
    fn roots(&self, goals: &mut Words) {
        goals.push_state(&self.target);
    }

    fn predecessors(&self, state: &[u64], children: &mut Children<Self>) {
        self.emit(state, true, children);
    }
}

impl Commuting<Self> for Wide {
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

/// Misplaced cells, divided by how many a shift can put right, rounded up. Why it is consistent is
/// said beside its twin in `packed`.
#[derive(Clone)]
struct Misplaced {
    target: Vec<u64>,
    at_once: usize,
    quality: Quality,
    blocked: bool,
}

impl Estimate<Wide> for Misplaced {
    fn quality(&self) -> Quality {
        self.quality
    }

    fn of(&self, state: &[u64]) -> Cost {
        if self.blocked {
            return DEAD;
        }
        let differing = |(&here, &there): (&u64, &u64)| {
            let nibbles = (here ^ there) | (here ^ there) >> 4;
            let pairs = nibbles | nibbles >> 2;
            ((pairs | pairs >> 1) & ONES).count_ones() as usize
        };
        let misplaced: usize = state.iter().zip(&self.target).map(differing).sum();
        Cost::try_from(misplaced.div_ceil(self.at_once)).unwrap_or(DEAD)
    }
}
