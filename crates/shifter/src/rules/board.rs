//! Boards, their labels, and lines that are locked.

use std::{collections::BTreeSet, fmt, sync::Arc};

use super::shift::{Direction, Shift};

// The board, and shifts by the plain rules: one line moves by one cell, cyclically.
//
// `Board::shift` is written for clarity: the tests check the bit operations of the spaces against it.

/// The most cells of a board.
pub(crate) const MAX_CELLS: usize = 1024;
/// The most colours of a puzzle.
pub(crate) const MAX_COLOURS: usize = 255;
/// The colour of a target cell that accepts any tile.
pub(crate) const WILD: u8 = u8::MAX;

/// The cells of one row or column: `first`, `first + step`, and so on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line {
    pub(crate) first: usize,
    pub(crate) step: usize,
    pub(crate) length: usize,
}

impl Line {
    /// The indices of the cells, in order.
    #[inline]
    pub(crate) fn cells(self) -> impl DoubleEndedIterator<Item = usize> + ExactSizeIterator {
        (0..self.length).map(move |index| self.cell(index))
    }

    /// The cell at this place of the line.
    #[inline]
    pub(crate) fn cell(self, index: usize) -> usize {
        self.first + index * self.step
    }
}

/// Why a shift cannot be carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ShiftError {
    /// The board has only this many such lines.
    NoSuchLine {
        shift: Shift,
        lines: usize,
    },
    /// The line has only one cell.
    SingleCell(Shift),
    Locked(Shift),
}

impl fmt::Display for ShiftError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Self::NoSuchLine { shift, .. } | Self::SingleCell(shift) | Self::Locked(shift)) = self;
        let (name, line) = (shift.direction.line_name(), shift.line);
        // Stands for all numbers that are too large for the type.
        let wanted = if line == u16::MAX { format!("such {name}") } else { format!("{name} {line}") };
        match self {
            Self::NoSuchLine { lines: 1, .. } => {
                write!(f, "there is no {wanted}: the only {name} is {name} 0")
            }
            Self::NoSuchLine { lines, .. } => {
                write!(f, "there is no {wanted}: {name}s are counted from 0 to {}", lines - 1)
            }
            Self::SingleCell(_) => write!(f, "a {name} of one cell cannot move"),
            Self::Locked(_) => write!(f, "{name} {line} is locked"),
        }
    }
}

/// A board: colours row by row, and its locked lines. In a target, the colour 255 accepts any tile.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    rows: usize,
    columns: usize,
    cells: Vec<u8>,
    locks: Arc<Locks>,
}

impl Board {
    /// Creates a board from the colours of its `cells`, row by row. The colour 255 is reserved: in a
    /// target it accepts any tile.
    ///
    /// # Panics
    /// If `cells` do not fill whole rows of `columns`, or are not between 1 and 1024.
    #[must_use]
    pub fn new(columns: usize, cells: Vec<u8>) -> Self {
        assert!(columns > 0 && !cells.is_empty() && cells.len() <= MAX_CELLS, "1 to 1024 cells");
        assert!(cells.len().is_multiple_of(columns), "rows of one length");
        Self { rows: cells.len() / columns, columns, cells, locks: Arc::default() }
    }

    /// The same board with these lines locked.
    pub(crate) fn with_locks(self, locks: Arc<Locks>) -> Self {
        Self { locks, ..self }
    }

    /// The same lines with other tiles.
    ///
    /// # Panics
    /// If the number of cells differs.
    pub(crate) fn with_cells(&self, cells: Vec<u8>) -> Self {
        assert_eq!(cells.len(), self.cells.len(), "one tile per cell");
        Self { cells, ..self.clone() }
    }

    pub(crate) fn locks(&self) -> &Locks {
        &self.locks
    }

    /// Whether a line can be shifted: it is not locked, and has more than one cell.
    pub(crate) fn is_free(&self, direction: Direction, line: usize) -> bool {
        let line = u16::try_from(line).unwrap_or(u16::MAX);
        self.line_length(direction) >= 2 && !self.locks.contains(direction, line)
    }

    /// The lines that can be shifted: rows for `Left`, columns for `Up`.
    pub(crate) fn free_lines(&self, direction: Direction) -> impl Iterator<Item = usize> {
        (0..self.lines(direction)).filter(move |&line| self.is_free(direction, line))
    }

    /// Whether some row (`Left`) or column (`Up`) can be shifted.
    pub(crate) fn any_free(&self, direction: Direction) -> bool {
        self.free_lines(direction).next().is_some()
    }

    /// The cells whose tiles can be moved by some shift.
    pub(crate) fn movable_cells(&self) -> Vec<usize> {
        (0..self.cells.len()).filter(|&cell| self.is_movable(cell)).collect()
    }

    /// Whether some shift moves the tile in this cell.
    pub(crate) fn is_movable(&self, cell: usize) -> bool {
        self.is_free(Direction::Left, cell / self.columns) || self.is_free(Direction::Up, cell % self.columns)
    }

    /// Whether `board` matches this target.
    pub(crate) fn accepts(&self, board: &Self) -> bool {
        self.cells.iter().zip(&board.cells).all(|(&target, &found)| target == WILD || target == found)
    }

    /// Whether some cell of this target accepts any tile.
    pub(crate) fn has_wildcards(&self) -> bool {
        self.cells.contains(&WILD)
    }

    /// The number of rows.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The number of columns.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The colours, row by row.
    #[must_use]
    pub fn cells(&self) -> &[u8] {
        &self.cells
    }

    /// The number of lines that move in `direction`: the rows or the columns.
    pub(crate) fn lines(&self, direction: Direction) -> usize {
        if direction.is_row() { self.rows } else { self.columns }
    }

    /// The number of cells of a line that moves in `direction`.
    pub(crate) fn line_length(&self, direction: Direction) -> usize {
        if direction.is_row() { self.columns } else { self.rows }
    }

    /// The cells of the line that `shift` moves.
    pub(crate) fn line(&self, shift: Shift) -> Line {
        let (line, length) = (usize::from(shift.line), self.line_length(shift.direction));
        if shift.direction.is_row() {
            Line { first: line * self.columns, step: 1, length }
        } else {
            Line { first: line, step: self.columns, length }
        }
    }

    /// The length of the longest line that can be shifted; 1 if there is none.
    pub(crate) fn longest_line(&self) -> usize {
        let length = |direction| if self.any_free(direction) { self.line_length(direction) } else { 1 };
        length(Direction::Left).max(length(Direction::Up))
    }

    /// Every distinct shift, in the order in which searches try them: left and right of each row, then
    /// up and down of each column. On a line of two cells both directions are one shift, `left` or `up`;
    /// a line of one cell has none.
    #[must_use]
    pub fn shifts(&self) -> Vec<Shift> {
        let mut shifts = Vec::new();
        for first in [Direction::Left, Direction::Up] {
            for line in self.free_lines(first) {
                let shift = Shift::new(first, line);
                shifts.push(shift);
                if self.line_length(first) >= 3 {
                    shifts.push(shift.inverse());
                }
            }
        }
        shifts
    }

    /// Carries out `shift` and returns it in its canonical form: on a line of two cells `right` is
    /// `left` and `down` is `up`.
    ///
    /// # Errors
    /// If there is no such line or it cannot move; the board is then unchanged.
    pub(crate) fn shift(&mut self, shift: Shift) -> Result<Shift, ShiftError> {
        let Shift { direction, line } = shift;
        let lines = self.lines(direction);
        if usize::from(line) >= lines {
            return Err(ShiftError::NoSuchLine { shift, lines });
        }
        let cells = self.line(shift);
        let length = cells.length;
        if length == 1 {
            return Err(ShiftError::SingleCell(shift));
        }
        if self.locks.contains(direction, line) {
            return Err(ShiftError::Locked(shift));
        }
        let before: Vec<u8> = cells.cells().map(|cell| self.cells[cell]).collect();
        for index in 0..length {
            let from = if direction.is_first() { index + 1 } else { index + length - 1 };
            self.cells[cells.cell(index)] = before[from % length];
        }
        Ok(if length == 2 && !direction.is_first() { shift.inverse() } else { shift })
    }

    /// The board after shifts that are known to be possible.
    pub(crate) fn after(&self, shifts: &[Shift]) -> Self {
        let mut board = self.clone();
        for &shift in shifts {
            let done = board.shift(shift);
            debug_assert!(done.is_ok(), "the shifts have been carried out before");
        }
        board
    }
}

// The labels of the colours, as they were written.

/// One label for each colour: a letter, a digit or a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Labels(Vec<String>);

impl Labels {
    pub(crate) fn new(labels: Vec<String>) -> Self {
        Self(labels)
    }

    /// The label of a colour, `?` for [`WILD`].
    ///
    /// # Panics
    /// If there is no such colour.
    pub(crate) fn of(&self, colour: u8) -> &str {
        if colour == WILD { "?" } else { &self.0[usize::from(colour)] }
    }

    /// All labels, by their colours.
    pub(crate) fn all(&self) -> &[String] {
        &self.0
    }

    /// The width of the widest label, in characters.
    pub(crate) fn width(&self) -> usize {
        self.0.iter().map(|label| label.chars().count()).max().unwrap_or(1)
    }

    /// The rows of a board in the notation of files: `1221` where each label is one character, else
    /// `10,11,12`. A row of one tile ends with a comma, because `12` would be read as two tiles.
    pub(crate) fn rows(&self, board: &Board) -> Vec<String> {
        let narrow = self.width() == 1;
        let row = |cells: &[u8]| {
            let labels: Vec<_> = cells.iter().map(|&colour| self.of(colour)).collect();
            match labels.as_slice() {
                labels if narrow => labels.concat(),
                [only] => format!("{only},"),
                labels => labels.join(","),
            }
        };
        board.cells().chunks(board.columns()).map(row).collect()
    }
}

// Lines that cannot be shifted.

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::shift::Direction;

    fn shift(text: &str) -> Shift {
        text.parse().expect("a shift")
    }

    #[test]
    fn contents_move_the_way_the_word_says() {
        let board = Board::new(3, vec![1, 2, 3, 4, 5, 6, 7, 8, 9]);
        for (word, after) in [
            ("left 0", [2, 3, 1, 4, 5, 6, 7, 8, 9]),
            ("right 1", [1, 2, 3, 6, 4, 5, 7, 8, 9]),
            ("up 2", [1, 2, 6, 4, 5, 9, 7, 8, 3]),
            ("DOWN0", [7, 2, 3, 1, 5, 6, 4, 8, 9]),
        ] {
            let mut moved = board.clone();
            let done = moved.shift(shift(word)).expect("the line is there");
            assert_eq!(moved.cells(), after, "{word}");
            moved.shift(done.inverse()).expect("the line is there");
            assert_eq!(moved, board, "{word} and back");
        }
    }

    #[test]
    fn short_lines() {
        let mut board = Board::new(2, vec![0, 1]);
        assert_eq!(board.shifts(), [shift("left 0")]);
        assert_eq!(board.shift(shift("right 0")), Ok(shift("left 0")));
        assert_eq!(board.cells(), [1, 0]);
        let mut refused = |text| board.shift(shift(text)).expect_err("no such shift").to_string();
        assert_eq!(refused("up 1"), "a column of one cell cannot move");
        assert_eq!(refused("left 1"), "there is no row 1: the only row is row 0");
        assert_eq!(refused("up 99999999999"), "there is no such column: columns are counted from 0 to 1");
        assert!(Board::new(1, vec![0]).shifts().is_empty());
    }

    #[test]
    fn locked_lines_stay() {
        let mut locks = Locks::default();
        locks.lock(Direction::Right, 1);
        locks.lock(Direction::Up, 0);
        assert_eq!(locks.to_string(), "row 1, column 0");
        let mut board = Board::new(2, vec![0, 1, 2, 3]).with_locks(Arc::new(locks));
        assert_eq!(board.shifts(), [shift("left 0"), shift("up 1")]);
        let mut refused = |text| board.shift(shift(text)).expect_err("locked").to_string();
        assert_eq!(refused("left 1"), "row 1 is locked");
        assert_eq!(refused("down 0"), "column 0 is locked");
        assert_eq!((0..4).map(|cell| board.is_movable(cell)).collect::<Vec<_>>(), [true, true, false, true]);
    }

    #[test]
    fn shifts_come_rows_first_then_columns() {
        let words: Vec<_> = Board::new(3, vec![0; 6]).shifts().iter().map(ToString::to_string).collect();
        assert_eq!(words, ["left 0", "right 0", "left 1", "right 1", "up 0", "up 1", "up 2"]);
    }
}
