//! The moves of a search: shifts of a line by one cell, or by several cells at once.

use std::fmt;

use lurd_engine::program::outcome::{Cost, Plan};

use super::board::Board;
use super::shift::{Direction, Shift};

/// A shift, carried out `times` times.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Slide {
    /// The shift.
    pub shift: Shift,
    /// The number of cells.
    pub times: u16,
}

/// What counts as one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Moves {
    /// A shift by one cell.
    Single,
    /// A shift of one line by any number of cells.
    Grouped,
}

impl Moves {
    /// Every distinct move on a board, in the order in which searches try them. Half a turn of a line is
    /// `left` or `up`.
    pub(crate) fn on(self, board: &Board) -> Vec<Slide> {
        if self == Self::Single {
            return board.shifts().into_iter().map(Slide::once).collect();
        }
        let mut slides = Vec::new();
        for shift in board.shifts().into_iter().filter(|shift| shift.direction.is_first()) {
            let length = board.line_length(shift.direction);
            slides.extend((1..length).map(|by| shortest(shift, by, length)));
        }
        slides
    }

    /// The plan that carries out `shifts`; grouped moves join equal neighbours.
    pub(crate) fn plan(self, shifts: &[Shift]) -> Plan<Slide> {
        let slide =
            |shifts: &[Shift]| Slide { shift: shifts[0], times: u16::try_from(shifts.len()).unwrap_or(u16::MAX) };
        plan(match self {
            Self::Single => shifts.chunks(1).map(slide).collect(),
            Self::Grouped => shifts.chunk_by(|one, next| one == next).map(slide).collect(),
        })
    }
}

/// The plan of these moves, each of cost 1.
pub(crate) fn plan(actions: Vec<Slide>) -> Plan<Slide> {
    Plan { cost: Cost::try_from(actions.len()).unwrap_or(Cost::MAX), actions }
}

/// The single shifts of these moves.
pub(crate) fn shifts_of(slides: &[Slide]) -> Vec<Shift> {
    slides.iter().flat_map(|slide| slide.shifts()).collect()
}

/// Writes the shifts one by one, as in an answer.
impl fmt::Display for Slide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for nth in 0..self.times {
            write!(f, "{}{}", if nth > 0 { ", " } else { "" }, self.shift)?;
        }
        Ok(())
    }
}

impl Slide {
    pub(crate) fn once(shift: Shift) -> Self {
        Self { shift, times: 1 }
    }

    pub(crate) fn is_row(self) -> bool {
        self.shift.direction.is_row()
    }

    /// The single shifts.
    pub(crate) fn shifts(self) -> impl Iterator<Item = Shift> {
        std::iter::repeat_n(self.shift, usize::from(self.times))
    }

    /// The number of cells by which a line of this length moves towards its first cell.
    pub(crate) fn towards_first(self, length: usize) -> usize {
        let times = usize::from(self.times);
        if self.shift.direction.is_first() { times } else { length - times }
    }
}

/// The shortest way to move a line of `length` cells `by` cells towards its first one; `first` is the
/// shift of that line by one cell in this direction.
pub(crate) fn shortest(first: Shift, by: usize, length: usize) -> Slide {
    let times = |number: usize| u16::try_from(number).unwrap_or(u16::MAX);
    if 2 * by <= length {
        Slide { shift: first, times: times(by) }
    } else {
        Slide { shift: first.inverse(), times: times(length - by) }
    }
}

/// The shift of a line by one cell towards its first cell.
pub(crate) fn first_shift(is_row: bool, line: usize) -> Shift {
    Shift::new(if is_row { Direction::Left } else { Direction::Up }, line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_turn_of_a_line_is_one_move() {
        let board = Board::new(4, vec![0; 8]);
        let words: Vec<_> = Moves::Grouped.on(&board).iter().map(ToString::to_string).collect();
        assert_eq!(
            words,
            [
                "left 0",
                "left 0, left 0",
                "right 0",
                "left 1",
                "left 1, left 1",
                "right 1",
                "up 0",
                "up 1",
                "up 2",
                "up 3"
            ]
        );
        assert_eq!(Moves::Single.on(&board).len(), 8);
    }
}
