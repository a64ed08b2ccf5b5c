//! Lines that cannot be shifted.

use std::collections::BTreeSet;
use std::fmt;

use super::board::Direction;

/// The locked rows and columns of a board, counted from 0.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Locks {
    rows: BTreeSet<u16>,
    columns: BTreeSet<u16>,
}

impl Locks {
    /// Locks the line that moves in `direction`.
    pub fn lock(&mut self, direction: Direction, line: u16) {
        let lines = if direction.is_row() { &mut self.rows } else { &mut self.columns };
        lines.insert(line);
    }

    /// Whether the line that would move in `direction` cannot.
    #[must_use]
    pub fn holds(&self, direction: Direction, line: u16) -> bool {
        (if direction.is_row() { &self.rows } else { &self.columns }).contains(&line)
    }

    /// Whether every line may be shifted.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty() && self.columns.is_empty()
    }
}

/// `row 0, column 2`: what stands after `locked:`.
impl fmt::Display for Locks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows = self.rows.iter().map(|line| ("row", line));
        let columns = self.columns.iter().map(|line| ("column", line));
        for (index, (word, line)) in rows.chain(columns).enumerate() {
            let comma = if index > 0 { ", " } else { "" };
            write!(f, "{comma}{word} {line}")?;
        }
        Ok(())
    }
}
