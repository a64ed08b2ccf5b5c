//! The fewest presses: boards together with the lit row and column.
//!
//! A state is the words of a board and one word with the lit lines. Every press is an action, so the
//! space has unit costs where every press costs one. Presses that move the lit lines do not change
//! the board, hence the target is reached with any lines lit.

use std::sync::Arc;

use super::board::{Board, Direction, Shift};
use super::gamepad::{Lit, Pad};
use super::packed::Packed;
use super::wide::Wide;
use crate::outcome::Cost;
use crate::space::{Backward, Children, DEAD, Estimate, Quality, Space, StateList, Words};

/// A press of the gamepad.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Press {
    /// Moves the lit row or column.
    Cursor(Direction),
    /// Shifts it.
    Shift(Shift),
}

/// How the board is kept.
enum Shape {
    Packed(Packed),
    Wide(Wide),
}

impl Shape {
    fn turn(&self, board: &mut [u64], index: usize, back: bool) {
        match self {
            Self::Packed(space) => board[0] = space.turned(board[0], index, back),
            Self::Wide(space) => space.turn(board, index, back),
        }
    }

    /// The estimate of the shifts still to come.
    fn estimate(&self, board: &[u64]) -> Cost {
        match self {
            Self::Packed(space) => space.estimate().map_or(0, |estimate| estimate.of(&board[0])),
            Self::Wide(space) => space.estimate().map_or(0, |estimate| estimate.of(board)),
        }
    }

    fn is_goal(&self, board: &[u64]) -> bool {
        match self {
            Self::Packed(space) => space.is_goal(&board[0]),
            Self::Wide(space) => space.is_goal(board),
        }
    }
}

/// A puzzle as a space of boards with lit lines.
pub struct Pressed {
    shape: Shape,
    pad: Arc<Pad>,
    start: Vec<u64>,
    rows: usize,
    columns: usize,
    /// The shifts, and the place of each among those of a direction.
    shifts: Vec<Shift>,
    by_line: [Vec<Option<usize>>; 4],
    /// The cheapest shift.
    least: Cost,
}

fn index_of(direction: Direction) -> usize {
    Direction::ALL.iter().position(|&it| it == direction).unwrap_or(0)
}

impl Pressed {
    /// The space of the ways from `source`, with these lines lit, to `target`. `blocked` says that
    /// there is provably none.
    #[must_use]
    pub fn new(source: &Board, target: &Board, pad: Arc<Pad>, lit: Lit, blocked: bool) -> Self {
        let shape = if Packed::fits_both(source, target) {
            Shape::Packed(Packed::new(source, target, blocked))
        } else {
            Shape::Wide(Wide::new(source, target, blocked))
        };
        let mut start = match &shape {
            Shape::Packed(space) => vec![space.start()],
            Shape::Wide(space) => space.start(),
        };
        start.push(word(lit));
        let shifts = source.shifts();
        let mut by_line = Direction::ALL.map(|direction| vec![None; source.lines(direction)]);
        for (index, shift) in shifts.iter().enumerate() {
            by_line[index_of(shift.direction)][usize::from(shift.line)] = Some(index);
        }
        let least = shifts.iter().map(|shift| pad.shift_cost(shift.direction)).min().unwrap_or(1);
        Self { shape, pad, start, rows: source.rows(), columns: source.columns(), shifts, by_line, least }
    }

    /// The colours of the board of a state.
    pub(super) fn cells(&self, state: &[u64]) -> Vec<u8> {
        match &self.shape {
            Shape::Packed(space) => space.colours(state[0]),
            Shape::Wide(_) => {
                (0..self.rows * self.columns).map(|index| state[index / 8].to_le_bytes()[index % 8]).collect()
            }
        }
    }

    fn lines(&self, direction: Direction) -> usize {
        if direction.is_row() { self.rows } else { self.columns }
    }

    /// Emits what each press makes of a state, or from what each press leads to it.
    fn emit(&self, state: &[u64], back: bool, children: &mut Children<Self>) {
        let mut next = state.to_vec();
        let last = next.len() - 1;
        let lit = lit(state);
        for direction in Direction::ALL {
            // The pad's left and right move the lit column.
            let (at, lines) =
                if direction.is_row() { (lit.column, self.columns) } else { (lit.row, self.rows) };
            if let Some((to, cost)) = self.step(direction, at, lines, back) {
                next[last] =
                    word(if direction.is_row() { Lit { column: to, ..lit } } else { Lit { row: to, ..lit } });
                children.push(&next, Press::Cursor(direction), cost);
            }
        }
        next[last] = state[last];
        for direction in Direction::ALL {
            let line = if direction.is_row() { lit.row } else { lit.column };
            let Some(index) = self.by_line[index_of(direction)][line] else { continue };
            self.shape.turn(&mut next[..last], index, back);
            children.push(&next, Press::Shift(self.shifts[index]), self.pad.shift_cost(direction));
            self.shape.turn(&mut next[..last], index, !back);
        }
    }

    /// Where a press of the pad leads, or from where it leads here.
    fn step(&self, direction: Direction, at: usize, lines: usize, back: bool) -> Option<(usize, Cost)> {
        if !back {
            return self.pad.step(direction, at, lines);
        }
        let before = if direction.is_first() { (at + 1) % lines } else { (at + lines - 1) % lines };
        let (to, cost) = self.pad.step(direction, before, lines)?;
        (to == at).then_some((before, cost))
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

impl Space for Pressed {
    type State = [u64];
    type Action = Press;

    fn start(&self) -> Vec<u64> {
        self.start.clone()
    }

    fn is_goal(&self, state: &[u64]) -> bool {
        self.shape.is_goal(&state[..state.len() - 1])
    }

    fn expand(&self, state: &[u64], children: &mut Children<Self>) {
        self.emit(state, false, children);
    }

    fn unit_costs(&self) -> bool {
        self.pad.costs_one_each()
    }

    fn estimate(&self) -> Option<&dyn Estimate<Self>> {
        Some(self)
    }

    fn backward(&self) -> Option<&dyn Backward<Self>> {
        let possible = match &self.shape {
            Shape::Packed(_) => true,
            Shape::Wide(space) => space.backward().is_some(),
        };
        possible.then_some(self)
    }
}

/// The shifts still to come, each at the price of the cheapest.
///
/// *Consistent*: a press that moves the lit lines changes nothing, and the estimate of shifts falls
/// by at most one a shift, which costs at least as much.
impl Estimate<Self> for Pressed {
    fn quality(&self) -> Quality {
        Quality::Consistent
    }

    fn of(&self, state: &[u64]) -> Cost {
        match self.shape.estimate(&state[..state.len() - 1]) {
            DEAD => DEAD,
            shifts => shifts * self.least,
        }
    }
}

impl Backward<Self> for Pressed {
    fn roots(&self, goals: &mut Words) {
        let boards: Vec<Vec<u64>> = match &self.shape {
            Shape::Packed(space) => {
                let mut goals = Vec::new();
                Backward::roots(space, &mut goals);
                goals.into_iter().map(|board| vec![board]).collect()
            }
            Shape::Wide(space) => {
                let mut goals = Words::default();
                Backward::roots(space, &mut goals);
                (0..goals.count()).map(|index| goals.state(index).to_vec()).collect()
            }
        };
        for mut state in boards {
            state.push(0);
            let last = state.len() - 1;
            for row in 0..self.rows {
                for column in 0..self.columns {
                    state[last] = word(Lit { row, column });
                    goals.push_state(&state);
                }
            }
        }
    }

    fn predecessors(&self, state: &[u64], children: &mut Children<Self>) {
        self.emit(state, true, children);
    }
}

/// The same puzzle with one action for each shift: lighting its line is part of it. A sequence of
/// shifts is then one path, whatever the order in which the pad moves the lit lines.
pub struct Walked<'p>(pub &'p Pressed);

impl Walked<'_> {
    fn emit(&self, state: &[u64], back: bool, children: &mut Children<Self>) {
        let pressed = self.0;
        let mut next = state.to_vec();
        let last = next.len() - 1;
        let lit = lit(state);
        for (index, &shift) in pressed.shifts.iter().enumerate() {
            let (is_row, line) = (shift.direction.is_row(), usize::from(shift.line));
            let at = if is_row { lit.row } else { lit.column };
            // Forward the lit line goes to that of the shift; backward it is there, and came from any.
            let before = if back { 0..pressed.lines(shift.direction) } else { at..at + 1 };
            if back && at != line {
                continue;
            }
            pressed.shape.turn(&mut next[..last], index, back);
            for from in before {
                let walk = pressed.pad.walk(is_row, from, line, pressed.lines(shift.direction));
                let now = if back { from } else { line };
                next[last] = word(if is_row { Lit { row: now, ..lit } } else { Lit { column: now, ..lit } });
                children.push(&next, shift, walk.cost + pressed.pad.shift_cost(shift.direction));
            }
            pressed.shape.turn(&mut next[..last], index, !back);
        }
    }
}

impl Space for Walked<'_> {
    type State = [u64];
    type Action = Shift;

    fn start(&self) -> Vec<u64> {
        self.0.start()
    }

    fn is_goal(&self, state: &[u64]) -> bool {
        self.0.is_goal(state)
    }

    fn expand(&self, state: &[u64], children: &mut Children<Self>) {
        self.emit(state, false, children);
    }

    fn unit_costs(&self) -> bool {
        false
    }

    fn backward(&self) -> Option<&dyn Backward<Self>> {
        self.0.backward().map(|_| self as _)
    }
}

impl Backward<Self> for Walked<'_> {
    fn roots(&self, goals: &mut Words) {
        Backward::roots(self.0, goals);
    }

    fn predecessors(&self, state: &[u64], children: &mut Children<Self>) {
        self.emit(state, true, children);
    }
}
