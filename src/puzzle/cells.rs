//! Boards as cells: what a front needs to draw them, to scroll them, and to know which cell a pointer
//! is on.

use std::borrow::Cow;
use std::fmt;

use super::CellRole;

/// A cell. Rows and columns count from 0 here and from 1 in words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// Its row, from the top.
    pub row: usize,
    /// Its column, from the left.
    pub column: usize,
}

impl Place {
    /// The cell in this row and column.
    #[must_use]
    pub fn new(row: usize, column: usize) -> Self {
        Self { row, column }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "row {} column {}", self.row + 1, self.column + 1)
    }
}

/// The directions of a pad.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PadDirection {
    /// Towards column 0.
    Left,
    /// Towards row 0.
    Up,
    /// Away from column 0.
    Right,
    /// Away from row 0.
    Down,
}

impl PadDirection {
    /// All four.
    pub const ALL: [Self; 4] = [Self::Left, Self::Up, Self::Right, Self::Down];

    /// Its word.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Left => "left",
            Self::Up => "up",
            Self::Right => "right",
            Self::Down => "down",
        }
    }

    /// The way of a word, in any case.
    #[must_use]
    pub fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|way| way.word().eq_ignore_ascii_case(word))
    }

    /// The place next to `from`, if a board of that size goes on there.
    #[must_use]
    pub fn from(self, from: Place, rows: usize, columns: usize) -> Option<Place> {
        let Place { row, column } = from;
        match self {
            Self::Left => column.checked_sub(1).map(|column| Place { row, column }),
            Self::Up => row.checked_sub(1).map(|row| Place { row, column }),
            Self::Right => (column + 1 < columns).then(|| Place { row, column: column + 1 }),
            Self::Down => (row + 1 < rows).then(|| Place { row: row + 1, column }),
        }
    }
}

/// What stands in a cell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tile {
    /// In letters that every terminal has, as files write it.
    pub text: Cow<'static, str>,
    /// A sign that says it better, for terminals that have more than ASCII.
    pub sign: Option<char>,
    /// The part it plays. A colour never says more than the text.
    pub cell_role: CellRole,
}

/// One of the boards that are drawn side by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Panel {
    /// What it is called, where there are several.
    pub name: &'static str,
    /// Its rows.
    pub rows: usize,
    /// Its columns.
    pub columns: usize,
    /// Characters of the widest tile.
    pub width: usize,
    /// Whether rows and columns bear their numbers, from 0, because steps name them.
    pub numbered: bool,
}

impl Panel {
    /// Whether there is such a cell.
    #[must_use]
    pub fn holds(&self, place: Place) -> bool {
        place.row < self.rows && place.column < self.columns
    }
}

/// Something that is drawn cell by cell.
pub trait Cells {
    /// Its boards; at least one.
    fn panels(&self) -> Vec<Panel>;

    /// What stands in a cell of a board; nothing outside. It is asked for the cells that are seen.
    fn tile(&self, panel: usize, place: Place) -> Tile;

    /// The cell of the first board that should stay in view.
    fn focus(&self) -> Option<Place> {
        None
    }
}
