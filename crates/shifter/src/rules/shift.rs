//! Shifts of one line by one cell, and how they are written.

use std::{fmt, str::FromStr};

/// The direction in which the contents of a line move.
pub use lurd_puzzle::puzzle::PadDirection as Direction;

/// All four directions, in the order in which searches try them.
pub(crate) const DIRECTIONS: [Direction; 4] = [Direction::Left, Direction::Right, Direction::Up, Direction::Down];

/// A cyclic shift of one line by one cell, written `left 0` or `up 3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shift {
    /// The direction in which the contents move.
    pub direction: Direction,
    /// The row (left, right) or column (up, down), counted from 0.
    pub line: u16,
}

impl Shift {
    /// Creates a shift; a line number that does not fit is beyond every board, and stays so.
    pub(crate) fn new(direction: Direction, line: usize) -> Self {
        Self { direction, line: u16::try_from(line).unwrap_or(u16::MAX) }
    }

    /// The shift that undoes this one.
    #[must_use]
    pub fn inverse(self) -> Self {
        Self { direction: self.direction.opposite(), ..self }
    }
}

impl fmt::Display for Shift {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.direction.word(), self.line)
    }
}

impl FromStr for Shift {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let text = text.trim();
        let (word, line) = text.split_at(text.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(text.len()));
        match (Direction::of_word(word), line.trim().parse()) {
            (Some(direction), Ok(line)) => Ok(Self::new(direction, line)),
            _ => Err(format!("'{text}' is not a shift; shifts are written like left 0 or up 3")),
        }
    }
}

/// Writes the steps of an answer, separated by commas.
pub(crate) fn join<T: fmt::Display>(steps: impl IntoIterator<Item = T>) -> String {
    steps.into_iter().map(|step| step.to_string()).collect::<Vec<_>>().join(", ")
}
