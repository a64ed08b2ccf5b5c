//! The shape for every other board: a byte a cell, eight cells a word.

use super::board::{Board, WILD};
use super::goal::Goal;
use super::redundant::is_redundant;
use super::slide::{Moves, Slide};
use super::travel::Travel;
use crate::outcome::Cost;
use crate::space::{Backward, Children, Commuting, DEAD, Estimate, Quality, Space, StateList, Twin, Words};

/// A target that more boards are than this offers no moves backward.
const MOST_GOALS: u64 = 1 << 16;
/// The lowest bit of every byte.
const ONES: u64 = 0x0101_0101_0101_0101;

/// A puzzle as a space of words.
#[derive(Clone)]
pub struct Wide {
    start: Vec<u64>,
    target: Vec<u64>,
    /// The cells that the target names.
    named: Vec<u64>,
    /// All boards that are the target, unless they are too many.
    goals: Option<Words>,
    moves: Moves,
    turns: Vec<Turn>,
    rows: usize,
    columns: usize,
    estimate: Misplaced,
    rate: Remaining,
}

/// A shift as a rotation of cells at equal distances.
#[derive(Clone, Copy)]
struct Turn {
    slide: Slide,
    first: usize,
    distance: usize,
    length: usize,
}

impl Turn {
    fn new(board: &Board, slide: Slide) -> Self {
        let line = usize::from(slide.shift.line);
        let length = board.line_length(slide.shift.direction);
        let columns = board.columns();
        let (first, distance) = if slide.is_row() { (line * columns, 1) } else { (line, columns) };
        Self { slide, first, distance, length }
    }

    /// Turns the line as often as the move says: towards its first cell or away from it.
    fn rotate(&self, state: &mut [u64], towards_first: bool) {
        for _ in 0..self.slide.times {
            self.rotate_once(state, towards_first);
        }
    }

    fn rotate_once(&self, state: &mut [u64], towards_first: bool) {
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
    /// The space of the ways from `source` to `target` by single shifts. `blocked` says that there is
    /// provably none.
    ///
    /// # Panics
    /// If the boards differ in shape.
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
        let goals = (goal.size() <= MOST_GOALS).then(|| {
            let mut goals = Words::default();
            goal.each(|board| goals.push_state(&pack(board)));
            goals
        });
        let (wanted, named) = (pack(&goal.target), named(&goal.target));
        let misplaced = Misplaced {
            target: wanted.clone(),
            named: named.clone(),
            at_once: source.longest_line(),
            blocked,
            cells: source.cells().len(),
            travel: Travel::new(&goal, moves),
        };
        Self {
            start: pack(&goal.source),
            rate: Remaining(misplaced.clone()),
            target: wanted,
            named,
            goals,
            moves,
            turns: moves.on(source).into_iter().map(|slide| Turn::new(source, slide)).collect(),
            rows: source.rows(),
            columns: source.columns(),
            estimate: misplaced,
        }
    }

    /// Whether it can be searched from the target.
    pub(super) fn backward_is_known(&self) -> bool {
        self.goals.is_some()
    }

    /// Carries out the move of that place, or undoes it.
    pub(super) fn turn(&self, state: &mut [u64], index: usize, back: bool) {
        let turn = &self.turns[index];
        turn.rotate(state, turn.slide.shift.direction.is_first() != back);
    }

    /// Emits what every move (or its inverse) makes of `state`.
    fn emit(&self, state: &[u64], inverse: bool, children: &mut Children<Self>) {
        let mut turned = state.to_vec();
        for turn in &self.turns {
            let towards_first = turn.slide.shift.direction.is_first() != inverse;
            turn.rotate(&mut turned, towards_first);
            children.push(&turned, turn.slide, 1);
            turn.rotate(&mut turned, !towards_first);
        }
    }
}

/// Eight cells a word; 0 where any tile will do.
fn pack(board: &Board) -> Vec<u64> {
    bytes(board, |colour| if colour == WILD { 0 } else { colour })
}

/// The bytes of the cells that a target names.
fn named(target: &Board) -> Vec<u64> {
    bytes(target, |colour| if colour == WILD { 0 } else { u8::MAX })
}

fn bytes(board: &Board, byte: impl Fn(u8) -> u8) -> Vec<u64> {
    let word = |cells: &[u8]| cells.iter().rev().fold(0, |word, &colour| word << 8 | u64::from(byte(colour)));
    board.cells().chunks(8).map(word).collect()
}

impl Space for Wide {
    type State = [u64];
    type Action = Slide;

    fn start(&self) -> Vec<u64> {
        self.start.clone()
    }

    fn is_goal(&self, state: &[u64]) -> bool {
        let differs = |((&here, &there), &named): ((&u64, &u64), &u64)| (here ^ there) & named != 0;
        !state.iter().zip(&self.target).zip(&self.named).any(differs)
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
        self.goals.as_ref().map(|_| self as _)
    }

    fn commuting(&self) -> Option<&dyn Commuting<Self>> {
        Some(self)
    }
}

impl Backward<Self> for Wide {
    fn roots(&self, goals: &mut Words) {
        if let Some(all) = &self.goals {
            (0..all.count()).for_each(|index| goals.push_state(all.state(index)));
        }
    }

    fn predecessors(&self, state: &[u64], children: &mut Children<Self>) {
        self.emit(state, true, children);
    }
}

impl Commuting<Self> for Wide {
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

/// The larger of two lower bounds: how far the tiles have to travel, and misplaced cells among those
/// that the target names, divided by how many a move can put right, rounded up. Why that is consistent
/// is said beside its twin in `packed`; the larger of two consistent estimates is consistent.
#[derive(Clone)]
struct Misplaced {
    target: Vec<u64>,
    named: Vec<u64>,
    at_once: usize,
    blocked: bool,
    cells: usize,
    travel: Travel,
}

impl Misplaced {
    fn colours<'s>(&self, state: &'s [u64]) -> impl Iterator<Item = u8> + use<'s> {
        state.iter().flat_map(|word| word.to_le_bytes()).take(self.cells)
    }
}

impl Estimate<Wide> for Misplaced {
    fn quality(&self) -> Quality {
        Quality::Consistent
    }

    fn of(&self, state: &[u64]) -> Cost {
        if self.blocked {
            return DEAD;
        }
        let differing = |((&here, &there), &named): ((&u64, &u64), &u64)| {
            let bits = (here ^ there) & named;
            let nibbles = bits | bits >> 4;
            let pairs = nibbles | nibbles >> 2;
            ((pairs | pairs >> 1) & ONES).count_ones() as usize
        };
        let misplaced: usize = state.iter().zip(&self.target).zip(&self.named).map(differing).sum();
        let misplaced = Cost::try_from(misplaced.div_ceil(self.at_once)).unwrap_or(DEAD);
        misplaced.max(self.travel.bound(self.travel.sums(self.colours(state))))
    }
}

/// How far all tiles have to go: which of two boards looks better.
#[derive(Clone)]
struct Remaining(Misplaced);

impl Estimate<Wide> for Remaining {
    fn quality(&self) -> Quality {
        Quality::Guess
    }

    fn of(&self, state: &[u64]) -> Cost {
        if self.0.blocked { DEAD } else { Travel::rate(self.0.travel.sums(self.0.colours(state))) }
    }

    /// Only the cells of one line change.
    fn of_children(&self, parent: &[u64], children: &mut Children<Wide>) {
        let travel = &self.0.travel;
        let sums = travel.sums(self.0.colours(parent));
        for index in 0..children.len() {
            let child = children.state(index);
            let slide = children.action(index);
            let sums = travel.sums_after(sums, slide, |at| cell(parent, at), |at| cell(child, at));
            children.set_estimate(index, if self.0.blocked { DEAD } else { Travel::rate(sums) });
        }
    }
}
