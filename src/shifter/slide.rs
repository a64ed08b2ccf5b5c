//! A line shifted by one cell or by several at once: the moves of a search.

use std::fmt;

use super::board::{Board, Direction, Shift};

/// A shift, so many times.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Slide {
    /// The shift.
    pub shift: Shift,
    /// How many times.
    pub times: u16,
}

/// What counts as one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moves {
    /// A shift by one cell.
    Single,
    /// A shift of one line by any number of cells.
    Grouped,
}

impl Moves {
    /// Every different move on a board, in the order in which searches try them. A turn halfway round
    /// is spelled `left` or `up`.
    #[must_use]
    pub fn on(self, board: &Board) -> Vec<Slide> {
        if self == Self::Single {
            return board.shifts().into_iter().map(|shift| Slide { shift, times: 1 }).collect();
        }
        let mut slides = Vec::new();
        for shift in board.shifts().into_iter().filter(|shift| shift.direction.is_first()) {
            let length = u16::try_from(board.line_length(shift.direction)).unwrap_or(u16::MAX);
            for times in 1..length {
                let (shift, times) =
                    if 2 * times <= length { (shift, times) } else { (shift.inverse(), length - times) };
                slides.push(Slide { shift, times });
            }
        }
        slides
    }
}

/// As in an answer: each shift for itself.
impl fmt::Display for Slide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for nth in 0..self.times {
            write!(f, "{}{}", if nth > 0 { ", " } else { "" }, self.shift)?;
        }
        Ok(())
    }
}

impl Slide {
    /// Whether it moves a row.
    #[must_use]
    pub fn is_row(self) -> bool {
        self.shift.direction.is_row()
    }
}

/// How far a line has been shifted towards its first cell, as the shortest way to do it.
#[must_use]
pub(super) fn shortest(direction: Direction, line: usize, by: usize, length: usize) -> Slide {
    let narrow = |number: usize| u16::try_from(number).unwrap_or(u16::MAX);
    let line = narrow(line);
    if 2 * by <= length {
        Slide { shift: Shift { direction, line }, times: narrow(by) }
    } else {
        Slide { shift: Shift { direction: direction.opposite(), line }, times: narrow(length - by) }
    }
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
