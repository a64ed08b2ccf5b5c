//! The board and its plain rules: one line moves by one cell, and what falls off comes back at the
//! other end.
//!
//! Nothing here is fast, and nothing here knows a search: [`Board::shift`] is what the bit tricks of
//! the spaces are checked against.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use super::locks::Locks;

/// The most cells a board may have.
pub const MOST_CELLS: usize = 1024;
/// The most colours a puzzle may have.
pub const MOST_COLOURS: usize = 255;
/// In a target: any tile will do here.
pub const WILD: u8 = u8::MAX;

/// Which way the contents of a line move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// A row, towards column 0.
    Left,
    /// A row, away from column 0.
    Right,
    /// A column, towards row 0.
    Up,
    /// A column, away from row 0.
    Down,
}

impl Direction {
    /// All four, in the order in which searches try them.
    pub const ALL: [Self; 4] = [Self::Left, Self::Right, Self::Up, Self::Down];

    /// The other way along the same line.
    #[must_use]
    pub fn opposite(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Right => Self::Left,
            Self::Up => Self::Down,
            Self::Down => Self::Up,
        }
    }

    /// Whether rows move this way, not columns.
    #[must_use]
    pub fn is_row(self) -> bool {
        matches!(self, Self::Left | Self::Right)
    }

    /// Whether the contents move towards line 0 of the other axis: `left` and `up`.
    #[must_use]
    pub fn is_first(self) -> bool {
        matches!(self, Self::Left | Self::Up)
    }

    /// The word in answers.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Left => "left",
            Self::Right => "right",
            Self::Up => "up",
            Self::Down => "down",
        }
    }

    /// The direction of a word, in any case.
    #[must_use]
    pub fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|direction| direction.word().eq_ignore_ascii_case(word))
    }
}

/// One action: a line moves by one cell, cyclically. Written `left 0`, `up 3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shift {
    /// Which way its contents move.
    pub direction: Direction,
    /// Which row (left, right) or column (up, down), from 0.
    pub line: u16,
}

impl Shift {
    /// What undoes it.
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
        let split = text.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(text.len());
        let (word, line) = (&text[..split], text[split..].trim_start());
        let direction = Direction::of_word(word)
            .ok_or_else(|| format!("'{text}' is no shift; shifts are written like left 0 or up 3"))?;
        if line.is_empty() || !line.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(format!("'{text}' names no line; shifts are written like left 0 or up 3"));
        }
        // A number too large for the type is also too large for every board.
        Ok(Self { direction, line: line.parse().unwrap_or(u16::MAX) })
    }
}

/// A board: colours (indices into the puzzle's labels, in a target also [`WILD`]) row by row, and the
/// lines that are locked.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    rows: usize,
    columns: usize,
    cells: Vec<u8>,
    locks: Arc<Locks>,
}

impl Board {
    /// A board of `cells`, row by row.
    ///
    /// # Panics
    /// If `cells` do not fill whole rows of `columns`, or are none or more than [`MOST_CELLS`].
    #[must_use]
    pub fn new(columns: usize, cells: Vec<u8>) -> Self {
        assert!(columns > 0 && !cells.is_empty() && cells.len() <= MOST_CELLS, "a board has cells");
        assert!(cells.len().is_multiple_of(columns), "rows are of one length");
        Self { rows: cells.len() / columns, columns, cells, locks: Arc::default() }
    }

    /// The same board with these lines locked.
    #[must_use]
    pub fn with_locks(self, locks: Arc<Locks>) -> Self {
        Self { locks, ..self }
    }

    /// The same lines with other tiles.
    ///
    /// # Panics
    /// If there are not as many.
    #[must_use]
    pub fn with_cells(&self, cells: Vec<u8>) -> Self {
        assert_eq!(cells.len(), self.cells.len(), "a tile a cell");
        Self { cells, ..self.clone() }
    }

    /// The lines that are locked.
    #[must_use]
    pub fn locks(&self) -> &Locks {
        &self.locks
    }

    /// Whether a line can be shifted: it is not locked, and longer than one cell.
    #[must_use]
    pub fn is_free(&self, direction: Direction, line: usize) -> bool {
        let line = u16::try_from(line).unwrap_or(u16::MAX);
        self.line_length(direction) >= 2 && !self.locks.holds(direction, line)
    }

    /// Whether some row (`Left`) or column (`Up`) can be shifted.
    #[must_use]
    pub fn any_free(&self, direction: Direction) -> bool {
        (0..self.lines(direction)).any(|line| self.is_free(direction, line))
    }

    /// Whether some shift moves the tile in this cell.
    #[must_use]
    pub fn is_movable(&self, cell: usize) -> bool {
        self.is_free(Direction::Left, cell / self.columns) || self.is_free(Direction::Up, cell % self.columns)
    }

    /// Whether `board` is what this one, as a target, asks for.
    #[must_use]
    pub fn accepts(&self, board: &Self) -> bool {
        self.cells.iter().zip(&board.cells).all(|(&wanted, &found)| wanted == WILD || wanted == found)
    }

    /// Whether some cell of this target takes any tile.
    #[must_use]
    pub fn has_wildcards(&self) -> bool {
        self.cells.contains(&WILD)
    }

    /// How many rows it has.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// How many columns it has.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The colours, row by row.
    #[must_use]
    pub fn cells(&self) -> &[u8] {
        &self.cells
    }

    /// How many lines can be moved in `direction`: the rows or the columns.
    #[must_use]
    pub fn lines(&self, direction: Direction) -> usize {
        if direction.is_row() { self.rows } else { self.columns }
    }

    /// How many cells a line has that moves in `direction`.
    #[must_use]
    pub fn line_length(&self, direction: Direction) -> usize {
        if direction.is_row() { self.columns } else { self.rows }
    }

    /// The length of the longest line that can be shifted; 1 if none can.
    #[must_use]
    pub fn longest_line(&self) -> usize {
        let length = |direction| if self.any_free(direction) { self.line_length(direction) } else { 1 };
        length(Direction::Left).max(length(Direction::Up))
    }

    /// Every different shift, in the order in which searches try them: for each row left, right;
    /// then for each column up, down. On a line of two cells both ways are one action, which counts
    /// as `left` or `up`; a line of one cell has none.
    #[must_use]
    pub fn shifts(&self) -> Vec<Shift> {
        let mut shifts = Vec::new();
        for first in [Direction::Left, Direction::Up] {
            for line in 0..self.lines(first) {
                if !self.is_free(first, line) {
                    continue;
                }
                let line = u16::try_from(line).unwrap_or(u16::MAX);
                let length = self.line_length(first);
                if length >= 2 {
                    shifts.push(Shift { direction: first, line });
                }
                if length >= 3 {
                    shifts.push(Shift { direction: first.opposite(), line });
                }
            }
        }
        shifts
    }

    /// Carries out `shift` by the plain rules and gives it back in its canonical spelling: on a line
    /// of two cells `right` is `left` and `down` is `up`.
    ///
    /// # Errors
    /// In words, if there is no such line or it cannot move; the board is then unchanged.
    pub fn shift(&mut self, shift: Shift) -> Result<Shift, String> {
        let Shift { direction, line } = shift;
        let line = usize::from(line);
        let lines = self.lines(direction);
        let what = if direction.is_row() { "row" } else { "column" };
        if line >= lines {
            return Err(match lines {
                1 => format!("there is no {what} {line}: the only {what} is {what} 0"),
                _ => format!("there is no {what} {line}: {what}s are counted from 0 to {}", lines - 1),
            });
        }
        let length = self.line_length(direction);
        if length == 1 {
            return Err(format!("a {what} of one cell cannot move"));
        }
        if self.locks.holds(direction, shift.line) {
            return Err(format!("{what} {line} is locked"));
        }
        let place = |index: usize| {
            if direction.is_row() { line * self.columns + index } else { index * self.columns + line }
        };
        let before: Vec<u8> = (0..length).map(|index| self.cells[place(index)]).collect();
        for index in 0..length {
            let from = if direction.is_first() { index + 1 } else { index + length - 1 };
            self.cells[place(index)] = before[from % length];
        }
        let canonical = if length == 2 && !direction.is_first() { shift.inverse() } else { shift };
        Ok(canonical)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        assert_eq!(board.shift(shift("up 1")), Err("a column of one cell cannot move".into()));
        assert_eq!(board.shift(shift("left 1")), Err("there is no row 1: the only row is row 0".into()));
        assert_eq!(
            board.shift(shift("up 99999999999")),
            Err("there is no column 65535: columns are counted from 0 to 1".into())
        );
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
        assert_eq!(board.shift(shift("left 1")), Err("row 1 is locked".into()));
        assert_eq!(board.shift(shift("down 0")), Err("column 0 is locked".into()));
        assert_eq!((0..4).map(|cell| board.is_movable(cell)).collect::<Vec<_>>(), [true, true, false, true]);
    }

    #[test]
    fn shifts_come_rows_first_then_columns() {
        let words: Vec<_> = Board::new(3, vec![0; 6]).shifts().iter().map(ToString::to_string).collect();
        assert_eq!(words, ["left 0", "right 0", "left 1", "right 1", "up 0", "up 1", "up 2"]);
    }
}
