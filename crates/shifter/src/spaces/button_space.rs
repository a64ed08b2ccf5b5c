//! Spaces for the fewest button presses: boards together with the lit row and column.
//!
//! A state is the words of a board and one word with the lit lines. Every press is an action, so the
//! space has unit costs if every press costs 1. Presses that move the lit lines do not change the
//! board, hence the target is reached with any lines lit.

use std::sync::Arc;

use lurd_engine::program::outcome::Cost;
use lurd_engine::program::space::{Backward, DEAD_END, Guarantee, Heuristic, Space, Successors};

use super::{byte_space::ByteSpace, packed::Packed};
use crate::gamepad::{CursorStep, Lit, Pad};
use crate::rules::{Board, DIRECTIONS, Direction, Moves, Shift};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Press {
    /// Moves the lit row or column.
    Cursor(Direction),
    /// Shifts the lit row or column.
    Shift(Shift),
}

pub(crate) fn shifts_among(presses: &[Press]) -> impl Iterator<Item = Shift> {
    presses.iter().filter_map(|press| match press {
        Press::Shift(shift) => Some(*shift),
        Press::Cursor(_) => None,
    })
}

#[expect(clippy::large_enum_variant, reason = "a search has one")]
enum BoardSpace {
    Packed(Packed),
    Bytes(ByteSpace),
}

impl BoardSpace {
    /// Carries out the move with this index, or undoes it.
    fn apply(&self, board: &mut [u64], index: usize, back: bool) {
        match self {
            Self::Packed(space) => board[0] = space.moved(board[0], index, back),
            Self::Bytes(space) => space.apply(board, index, back),
        }
    }

    /// The estimate of the remaining shifts.
    fn estimate(&self, board: &[u64]) -> Cost {
        match self {
            Self::Packed(space) => space.heuristic().map_or(0, |estimate| estimate.of(&board[0])),
            Self::Bytes(space) => space.heuristic().map_or(0, |estimate| estimate.of(board)),
        }
    }

    fn is_goal(&self, board: &[u64]) -> bool {
        match self {
            Self::Packed(space) => space.is_goal(&board[0]),
            Self::Bytes(space) => space.is_goal(board),
        }
    }
}

/// The space of boards with lit lines; an action is a press.
pub(crate) struct ButtonSpace {
    boards: BoardSpace,
    pad: Arc<Pad>,
    start: Vec<u64>,
    rows: usize,
    columns: usize,
    /// The shifts, and the index of each by direction and line.
    shifts: Vec<Shift>,
    by_line: [Vec<Option<usize>>; 4],
    /// The cost of the cheapest shift.
    least: Cost,
}

impl ButtonSpace {
    /// Creates the space of the paths from `source`, with these lines lit, to `target`. `blocked`: it is
    /// known that there is none.
    pub(crate) fn new(source: &Board, target: &Board, pad: Arc<Pad>, lit: Lit, blocked: bool) -> Self {
        let boards = if Packed::fits_both(source, target) {
            BoardSpace::Packed(Packed::new(source, target, blocked))
        } else {
            BoardSpace::Bytes(ByteSpace::new(Moves::Single, source, target, blocked))
        };
        let mut start = match &boards {
            BoardSpace::Packed(space) => vec![space.start()],
            BoardSpace::Bytes(space) => space.start(),
        };
        start.push(word(lit));
        let shifts = source.shifts();
        let mut by_line = Direction::ALL.map(|direction| vec![None; source.lines(direction)]);
        for (index, shift) in shifts.iter().enumerate() {
            by_line[shift.direction as usize][usize::from(shift.line)] = Some(index);
        }
        let least = shifts.iter().map(|shift| pad.shift_cost(shift.direction)).min().unwrap_or(1).into();
        Self { boards, pad, start, rows: source.rows(), columns: source.columns(), shifts, by_line, least }
    }

    /// The colours of the board of a state.
    pub(crate) fn colours(&self, state: &[u64]) -> Vec<u8> {
        match &self.boards {
            BoardSpace::Packed(space) => space.colours(state[0]),
            BoardSpace::Bytes(space) => space.colours(state),
        }
    }

    fn lines(&self, direction: Direction) -> usize {
        if direction.is_row() { self.rows } else { self.columns }
    }

    /// Emits the states after (or before) each press.
    fn emit(&self, state: &[u64], back: bool, children: &mut Successors<Self>) {
        let mut next = state.to_vec();
        let last = next.len() - 1;
        let lit = lit(state);
        for direction in DIRECTIONS {
            // Left and right move the lit column.
            let (at, lines) = if direction.is_row() { (lit.column, self.columns) } else { (lit.row, self.rows) };
            if let Some(CursorStep { line, cost }) = self.step(direction, at, lines, back) {
                let is_row = direction.is_row();
                next[last] = word(if is_row { Lit { column: line, ..lit } } else { Lit { row: line, ..lit } });
                children.push(&next, Press::Cursor(direction), cost.into());
            }
        }
        next[last] = state[last];
        for direction in DIRECTIONS {
            let line = if direction.is_row() { lit.row } else { lit.column };
            let Some(index) = self.by_line[direction as usize][line] else { continue };
            self.boards.apply(&mut next[..last], index, back);
            children.push(&next, Press::Shift(self.shifts[index]), self.pad.shift_cost(direction).into());
            self.boards.apply(&mut next[..last], index, !back);
        }
    }

    /// The press that moves the lit line from here, or (`back`) to here.
    fn step(&self, direction: Direction, at: usize, lines: usize, back: bool) -> Option<CursorStep> {
        if !back {
            return self.pad.step(direction, at, lines);
        }
        let before = if direction.is_first() { (at + 1) % lines } else { (at + lines - 1) % lines };
        let CursorStep { line, cost } = self.pad.step(direction, before, lines)?;
        (line == at).then_some(CursorStep { line: before, cost })
    }
}

fn word(lit: Lit) -> u64 {
    (lit.row << 16 | lit.column) as u64
}

/// The lit lines of a state.
fn lit(state: &[u64]) -> Lit {
    let word = usize::try_from(state[state.len() - 1]).unwrap_or(0);
    Lit { row: word >> 16, column: word & 0xFFFF }
}

impl Space for ButtonSpace {
    type State = [u64];
    type Action = Press;

    fn start(&self) -> Vec<u64> {
        self.start.clone()
    }

    fn is_goal(&self, state: &[u64]) -> bool {
        self.boards.is_goal(&state[..state.len() - 1])
    }

    fn expand(&self, state: &[u64], children: &mut Successors<Self>) {
        self.emit(state, false, children);
    }

    fn unit_costs(&self) -> bool {
        self.pad.costs_one_each()
    }

    fn heuristic(&self) -> Option<&dyn Heuristic<Self>> {
        Some(self)
    }

    fn backward(&self) -> Option<&dyn Backward<Self>> {
        let possible = match &self.boards {
            BoardSpace::Packed(_) => true,
            BoardSpace::Bytes(space) => space.backward().is_some(),
        };
        possible.then_some(self)
    }
}

/// The estimate of the remaining shifts, times the cost of the cheapest one.
///
/// *Consistent*: a press that moves the lit lines leaves it unchanged, and the estimate of shifts falls
/// by at most one with a shift, which costs at least as much.
impl Heuristic<Self> for ButtonSpace {
    fn guarantee(&self) -> Guarantee {
        Guarantee::Consistent
    }

    fn of(&self, state: &[u64]) -> Cost {
        match self.boards.estimate(&state[..state.len() - 1]) {
            DEAD_END => DEAD_END,
            shifts => shifts * self.least,
        }
    }
}

impl Backward<Self> for ButtonSpace {
    fn goal_states(&self) -> Vec<Vec<u64>> {
        let boards = match &self.boards {
            BoardSpace::Packed(space) => space.goal_states().into_iter().map(|board| vec![board]).collect(),
            BoardSpace::Bytes(space) => space.goal_states(),
        };
        let mut goals = Vec::new();
        for mut state in boards {
            state.push(0);
            let last = state.len() - 1;
            for row in 0..self.rows {
                for column in 0..self.columns {
                    state[last] = word(Lit { row, column });
                    goals.push(state.clone());
                }
            }
        }
        goals
    }

    fn predecessors(&self, state: &[u64], children: &mut Successors<Self>) {
        self.emit(state, true, children);
    }
}

/// The same puzzle with one action per shift, which includes the presses that light its line. Each
/// sequence of shifts is then one path, whatever the order in which the lit lines move.
pub(crate) struct ButtonShiftSpace<'p>(pub(crate) &'p ButtonSpace);

impl ButtonShiftSpace<'_> {
    fn emit(&self, state: &[u64], back: bool, children: &mut Successors<Self>) {
        let buttons = self.0;
        let mut next = state.to_vec();
        let last = next.len() - 1;
        let lit = lit(state);
        for (index, &shift) in buttons.shifts.iter().enumerate() {
            let (is_row, line) = (shift.direction.is_row(), usize::from(shift.line));
            let at = if is_row { lit.row } else { lit.column };
            // Forward the lit line moves to that of the shift; backward it is there, and came from any.
            let before = if back { 0..buttons.lines(shift.direction) } else { at..at + 1 };
            if back && at != line {
                continue;
            }
            buttons.boards.apply(&mut next[..last], index, back);
            for from in before {
                let path = buttons.pad.path(is_row, from, line, buttons.lines(shift.direction));
                let now = if back { from } else { line };
                next[last] = word(if is_row { Lit { row: now, ..lit } } else { Lit { column: now, ..lit } });
                let cost = path.cost + buttons.pad.shift_cost(shift.direction);
                children.push(&next, shift, cost.into());
            }
            buttons.boards.apply(&mut next[..last], index, !back);
        }
    }
}

impl Space for ButtonShiftSpace<'_> {
    type State = [u64];
    type Action = Shift;

    fn start(&self) -> Vec<u64> {
        self.0.start()
    }

    fn is_goal(&self, state: &[u64]) -> bool {
        self.0.is_goal(state)
    }

    fn expand(&self, state: &[u64], children: &mut Successors<Self>) {
        self.emit(state, false, children);
    }

    fn unit_costs(&self) -> bool {
        false
    }

    fn backward(&self) -> Option<&dyn Backward<Self>> {
        self.0.backward().map(|_| self as _)
    }
}

impl Backward<Self> for ButtonShiftSpace<'_> {
    fn goal_states(&self) -> Vec<Vec<u64>> {
        self.0.goal_states()
    }

    fn predecessors(&self, state: &[u64], children: &mut Successors<Self>) {
        self.emit(state, true, children);
    }
}
