//! Lines that cannot be shifted.

use std::collections::BTreeSet;
use std::fmt;

use super::shift::Direction;

/// The locked rows and columns of a board, counted from 0.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Locks {
    rows: BTreeSet<u16>,
    columns: BTreeSet<u16>,
}

impl Locks {
    /// Locks the line that moves in `direction`.
    pub(crate) fn lock(&mut self, direction: Direction, line: u16) {
        let lines = if direction.is_row() { &mut self.rows } else { &mut self.columns };
        lines.insert(line);
    }

    /// Whether the line that moves in `direction` is locked.
    pub(crate) fn contains(&self, direction: Direction, line: u16) -> bool {
        (if direction.is_row() { &self.rows } else { &self.columns }).contains(&line)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.rows.is_empty() && self.columns.is_empty()
    }
}

/// Writes what stands after `locked:`, such as `row 0, column 2`.
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
