//! The space of boards of any size: a byte per cell, eight cells per word.

use lurd_engine::program::outcome::Cost;
use lurd_engine::program::space::{Backward, DEAD_END, Guarantee, Heuristic, MovePruning, Space, Successors};

use super::move_pruning::{TorusDistance, prune};
use crate::rules::{Board, Goal, Line, Moves, Slide, WILD};

/// A target that accepts more boards than this cannot be searched backward.
const MAX_GOALS: u64 = 1 << 16;
/// The lowest bit of every byte.
const ONES: u64 = 0x0101_0101_0101_0101;

/// A puzzle as a space of word slices.
#[derive(Clone)]
pub(crate) struct ByteSpace {
    start: Vec<u64>,
    target: Vec<u64>,
    /// The cells that the target names.
    named: Vec<u64>,
    /// All boards that the target accepts, unless they are too many.
    goals: Option<Vec<Vec<u64>>>,
    moves: Moves,
    line_moves: Vec<LineMove>,
    rows: usize,
    columns: usize,
    estimate: ByteHeuristic,
    rate: TotalDistance,
}

/// A move, and the cells that it rotates.
#[derive(Clone, Copy)]
struct LineMove {
    slide: Slide,
    line: Line,
}

impl LineMove {
    /// Rotates the line by the number of cells of the move, towards its first cell or away from it.
    fn rotate(&self, state: &mut [u64], towards_first: bool) {
        for _ in 0..self.slide.times {
            self.rotate_once(state, towards_first);
        }
    }

    fn rotate_once(&self, state: &mut [u64], towards_first: bool) {
        if towards_first {
            let mut carried = cell(state, self.line.first);
            for index in self.line.cells().rev() {
                carried = replace(state, index, carried);
            }
        } else {
            let mut carried = cell(state, self.line.cell(self.line.length - 1));
            for index in self.line.cells() {
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

/// Writes a cell and returns its previous colour.
#[inline]
fn replace(state: &mut [u64], index: usize, colour: u8) -> u8 {
    let before = cell(state, index);
    state[index / 8] ^= u64::from(before ^ colour) << (8 * (index % 8));
    before
}

impl ByteSpace {
    /// Creates the space of the paths from `source` to `target`. `blocked`: it is known that there is none.
    ///
    /// # Panics
    /// If the boards differ in shape.
    pub(crate) fn new(moves: Moves, source: &Board, target: &Board, blocked: bool) -> Self {
        assert!(source.rows() == target.rows() && source.columns() == target.columns(), "boards of one shape");
        let goal = Goal::new(source, target);
        let goals = (goal.size() <= MAX_GOALS).then(|| {
            let mut goals = Vec::new();
            goal.each_board(|board| goals.push(pack(board)));
            goals
        });
        let (target, named) = (pack(&goal.target), named(&goal.target));
        let estimate = ByteHeuristic {
            target: target.clone(),
            named: named.clone(),
            per_move: source.longest_line(),
            blocked,
            cells: source.cells().len(),
            distance: TorusDistance::new(&goal, moves),
        };
        Self {
            start: pack(&goal.source),
            rate: TotalDistance(estimate.clone()),
            target,
            named,
            goals,
            moves,
            line_moves: moves
                .on(source)
                .into_iter()
                .map(|slide| LineMove { slide, line: source.line(slide.shift) })
                .collect(),
            rows: source.rows(),
            columns: source.columns(),
            estimate,
        }
    }

    /// Carries out the move with this index, or undoes it.
    pub(crate) fn apply(&self, state: &mut [u64], index: usize, back: bool) {
        let it = &self.line_moves[index];
        it.rotate(state, it.slide.shift.direction.is_first() != back);
    }

    pub(crate) fn colours(&self, state: &[u64]) -> Vec<u8> {
        self.estimate.colours(state).collect()
    }

    /// Emits the states after (or before) every move.
    fn emit(&self, state: &[u64], inverse: bool, children: &mut Successors<Self>) {
        let mut next = state.to_vec();
        for it in &self.line_moves {
            let towards_first = it.slide.shift.direction.is_first() != inverse;
            it.rotate(&mut next, towards_first);
            children.push(&next, it.slide, 1);
            it.rotate(&mut next, !towards_first);
        }
    }
}

/// Eight cells per word; wildcard cells are 0.
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

impl Space for ByteSpace {
    type State = [u64];
    type Action = Slide;

    fn start(&self) -> Vec<u64> {
        self.start.clone()
    }

    fn is_goal(&self, state: &[u64]) -> bool {
        let differs = |((&here, &there), &named): ((&u64, &u64), &u64)| (here ^ there) & named != 0;
        !state.iter().zip(&self.target).zip(&self.named).any(differs)
    }

    fn expand(&self, state: &[u64], children: &mut Successors<Self>) {
        self.emit(state, false, children);
    }

    fn unit_costs(&self) -> bool {
        true
    }

    fn heuristic(&self) -> Option<&dyn Heuristic<Self>> {
        Some(&self.estimate)
    }

    fn rate(&self) -> Option<&dyn Heuristic<Self>> {
        Some(&self.rate)
    }

    fn backward(&self) -> Option<&dyn Backward<Self>> {
        self.goals.as_ref().map(|_| self as _)
    }

    fn move_pruning(&self) -> Option<&dyn MovePruning<Self>> {
        Some(self)
    }
}

impl Backward<Self> for ByteSpace {
    fn goal_states(&self) -> Vec<Vec<u64>> {
        self.goals.clone().unwrap_or_default()
    }

    fn predecessors(&self, state: &[u64], children: &mut Successors<Self>) {
        self.emit(state, true, children);
    }
}

impl MovePruning<Self> for ByteSpace {
    fn prune(&self, previous: Slide, children: &mut Successors<Self>) {
        prune(previous, children, self.rows, self.columns, self.moves);
    }
}

/// The larger of two consistent lower bounds: the torus distance of the tiles, and the number of
/// misplaced cells divided by the number that one move can correct (see `MisplacedCells` in `packed`).
#[derive(Clone)]
struct ByteHeuristic {
    target: Vec<u64>,
    named: Vec<u64>,
    per_move: usize,
    blocked: bool,
    cells: usize,
    distance: TorusDistance,
}

impl ByteHeuristic {
    fn colours<'s>(&self, state: &'s [u64]) -> impl Iterator<Item = u8> + use<'s> {
        state.iter().flat_map(|word| word.to_le_bytes()).take(self.cells)
    }
}

impl Heuristic<ByteSpace> for ByteHeuristic {
    fn guarantee(&self) -> Guarantee {
        Guarantee::Consistent
    }

    fn of(&self, state: &[u64]) -> Cost {
        if self.blocked {
            return DEAD_END;
        }
        let differing = |((&here, &there), &named): ((&u64, &u64), &u64)| {
            let bits = (here ^ there) & named;
            let nibbles = bits | bits >> 4;
            let pairs = nibbles | nibbles >> 2;
            ((pairs | pairs >> 1) & ONES).count_ones() as usize
        };
        let misplaced: usize = state.iter().zip(&self.target).zip(&self.named).map(differing).sum();
        let misplaced = Cost::try_from(misplaced.div_ceil(self.per_move)).unwrap_or(DEAD_END);
        misplaced.max(self.distance.bound(self.distance.sums(self.colours(state))))
    }
}

/// The torus distance of all tiles together: an inadmissible estimate that ranks boards finely.
#[derive(Clone)]
struct TotalDistance(ByteHeuristic);

impl Heuristic<ByteSpace> for TotalDistance {
    fn guarantee(&self) -> Guarantee {
        Guarantee::Guess
    }

    fn of(&self, state: &[u64]) -> Cost {
        if self.0.blocked { DEAD_END } else { TorusDistance::total(self.0.distance.sums(self.0.colours(state))) }
    }

    fn is_batched(&self) -> bool {
        true
    }

    /// Only the cells of one line change.
    fn of_successors(&self, parent: &[u64], children: &mut Successors<ByteSpace>) {
        let distance = &self.0.distance;
        let sums = distance.sums(self.0.colours(parent));
        for index in 0..children.len() {
            let child = children.state(index);
            let slide = children.action(index);
            let sums = distance.sums_after(sums, slide, |at| cell(parent, at), |at| cell(child, at));
            children.set_estimate(index, if self.0.blocked { DEAD_END } else { TorusDistance::total(sums) });
        }
    }
}
