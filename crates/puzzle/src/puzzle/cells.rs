//! Boards as cells, and play by keys and a pointer: what a user interface needs to draw boards, to scroll them, and to
//! find the cell under a pointer.

use std::{borrow::Cow, fmt};

use super::errors::Unreachable;

/// The coordinates of a cell. Rows and columns count from 0; displayed, from 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Coordinates {
    /// The row, from the top.
    pub row: usize,
    /// The column, from the left.
    pub column: usize,
}

impl Coordinates {
    /// The cell in this row and column.
    #[must_use]
    pub fn new(row: usize, column: usize) -> Self {
        Self { row, column }
    }

    /// The row and the column in words, where those of the first cell have the number `first`.
    #[must_use]
    pub fn counted_from(self, first: usize) -> String {
        format!("row {} column {}", self.row + first, self.column + first)
    }
}

impl fmt::Display for Coordinates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.counted_from(1))
    }
}

/// A direction on a board, or of a gamepad.
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
    /// All directions, in the order of LURD.
    pub const ALL: [Self; 4] = [Self::Left, Self::Up, Self::Right, Self::Down];

    /// The opposite direction.
    #[must_use]
    #[inline]
    pub fn opposite(self) -> Self {
        Self::ALL[(self as usize + 2) % 4]
    }

    /// The direction's word: `left`.
    #[must_use]
    pub fn word(self) -> &'static str {
        ["left", "up", "right", "down"][self as usize]
    }

    /// The direction of a word, in any case.
    #[must_use]
    pub fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|direction| direction.word().eq_ignore_ascii_case(word))
    }

    /// The letter of a step in LURD, which is a capital if the step pushes a box.
    #[must_use]
    #[inline]
    pub fn letter(self, push: bool) -> char {
        let letters = if push { ['L', 'U', 'R', 'D'] } else { ['l', 'u', 'r', 'd'] };
        letters[self as usize]
    }

    /// The direction of a letter in either case.
    #[must_use]
    pub fn of_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|direction| direction.letter(false) == letter.to_ascii_lowercase())
    }

    /// Whether the direction is that of a row: left or right.
    #[must_use]
    #[inline]
    pub fn is_row(self) -> bool {
        matches!(self, Self::Left | Self::Right)
    }

    /// Whether the direction is towards the first cell of a row or column: left or up.
    #[must_use]
    #[inline]
    pub fn is_first(self) -> bool {
        matches!(self, Self::Left | Self::Up)
    }

    /// `row` or `column`.
    #[must_use]
    pub fn line_name(self) -> &'static str {
        if self.is_row() { "row" } else { "column" }
    }

    /// The neighbour of `from`, unless it is off a board of that size.
    #[must_use]
    pub fn from(self, from: Coordinates, rows: usize, columns: usize) -> Option<Coordinates> {
        let Coordinates { row, column } = from;
        match self {
            Self::Left => column.checked_sub(1).map(|column| Coordinates { row, column }),
            Self::Up => row.checked_sub(1).map(|row| Coordinates { row, column }),
            Self::Right => (column + 1 < columns).then(|| Coordinates { row, column: column + 1 }),
            Self::Down => (row + 1 < rows).then(|| Coordinates { row: row + 1, column }),
        }
    }
}

/// The contents of a cell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tile {
    /// The contents in ASCII, as in files.
    pub text: Cow<'static, str>,
    /// A clearer symbol for terminals that have more than ASCII.
    pub sign: Option<char>,
    /// The role, by which it is coloured.
    pub cell_role: CellRole,
}

/// One of several boards that are drawn side by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Panel {
    /// The name, shown if there are several.
    pub name: &'static str,
    /// The number of rows.
    pub rows: usize,
    /// The number of columns.
    pub columns: usize,
    /// The width of the widest tile in characters.
    pub width: usize,
    /// Whether rows and columns are labelled with their numbers, from 0, because steps name them.
    pub numbered: bool,
}

impl Panel {
    /// Whether the cell is on the board.
    #[must_use]
    pub fn holds(&self, place: Coordinates) -> bool {
        place.row < self.rows && place.column < self.columns
    }
}

/// A picture that is drawn cell by cell.
pub trait Cells {
    /// The boards; at least one.
    fn panels(&self) -> Vec<Panel>;

    /// The contents of a cell of a board; empty off the board. Called for visible cells only.
    fn tile(&self, panel: usize, place: Coordinates) -> Tile;

    /// The number of the first row and of the first column, as people read and type them.
    fn counts_from(&self) -> usize {
        1
    }

    /// The cell of the first board to keep in view.
    fn focus(&self) -> Option<Coordinates> {
        None
    }
}

/// The role of a cell, which determines its colour. The letter of the cell has the same information.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CellRole {
    /// Nothing special.
    #[default]
    Plain,
    /// A frame or the number of a row.
    Faint,
    /// An obstacle.
    Wall,
    /// The piece that the player moves.
    Player,
    /// A piece to be brought to a goal.
    Piece,
    /// A goal.
    Goal,
    /// A piece on a goal.
    Placed,
    /// An empty cell that an overlay marks.
    Marked,
    /// An empty cell that an overlay marks as bad.
    Danger,
    /// A tile, with the number of its colour, which [`tile_roles`](super::tile_roles) gives to its label.
    Tile(u8),
}

/// The result of a press or a click.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InputResult {
    /// The steps to carry out.
    pub steps: Vec<String>,
    /// The cell of the cursor afterwards, if there is a cursor.
    pub cursor: Coordinates,
}

/// Play by keys and a pointer.
pub trait Controls: Cells {
    /// The initial cell of the cursor (in a shifter, the lit row and column); `None` if directions act on the
    /// board directly.
    fn cursor(&self) -> Option<Coordinates> {
        None
    }

    /// The result of a press of the pad, with the button `held` or not.
    fn press(&self, direction: PadDirection, held: bool, cursor: Coordinates) -> InputResult;

    /// The cell of the cursor after a step.
    fn cursor_after(&self, _step: &str, cursor: Coordinates) -> Coordinates {
        cursor
    }

    /// Whether a click on that cell picks up a piece that can be brought elsewhere.
    fn can_take(&self, _place: Coordinates) -> bool {
        false
    }

    /// The shortest path to a cell.
    ///
    /// # Errors
    /// There is no such path.
    fn go(&self, to: Coordinates) -> Result<InputResult, Unreachable>;

    /// The fewest steps that bring the piece in one cell to another.
    ///
    /// # Errors
    /// There is no piece, or no path.
    fn bring(&self, from: Coordinates, to: Coordinates) -> Result<InputResult, Unreachable>;

    /// The sets of cells that can be marked.
    fn overlays(&self) -> &'static [Overlay] {
        &[]
    }

    /// The cells of an overlay on the first board, in reading order. `chosen` is the cell of the chosen piece,
    /// for overlays of a piece.
    ///
    /// # Errors
    /// The cells cannot be determined, or there is no piece in that cell.
    fn marked(&self, overlay: &Overlay, _chosen: Option<Coordinates>) -> Result<Vec<Coordinates>, Unreachable> {
        Err(format!("'{}' cannot be shown", overlay.name).into())
    }

    /// Whether steps can make the puzzle unsolvable.
    fn can_get_stuck(&self) -> bool {
        true
    }
}

/// A set of cells that can be marked on the first board. Of several that share a cell, the last one of
/// [`Controls::overlays`] is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overlay {
    /// The name in commands: `reachable`.
    pub name: &'static str,
    /// What the cells are: `squares that the player can reach`.
    pub summary: &'static str,
    /// Whether it depends on a chosen piece.
    pub is_of_piece: bool,
    /// The ASCII sign of a marked cell.
    pub sign: char,
    /// The sign of a marked cell that is a goal.
    pub sign_on_goal: char,
    /// The role of marked cells that are empty; others keep theirs.
    pub cell_role: CellRole,
}

impl Overlay {
    /// The sign on a cell of that role; `None` where nothing is marked.
    #[must_use]
    pub fn sign_on(&self, role: CellRole) -> Option<char> {
        match role {
            CellRole::Wall | CellRole::Player => None,
            CellRole::Goal | CellRole::Placed => Some(self.sign_on_goal),
            _ => Some(self.sign),
        }
    }
}
