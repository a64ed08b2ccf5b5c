//! Drawing a puzzle: an optional ability of plug-ins. A draft need not be legal; [`Draft::check`] lists its problems.

use super::{
    cells::{CellRole, Cells, Coordinates, PadDirection},
    errors::DraftError,
    puzzle::Puzzle,
};

/// A kind of contents that cells are painted with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Brush {
    /// The name: `wall`.
    pub name: String,
    /// The key that selects it.
    pub key: char,
    /// The role of the painted cells.
    pub cell_role: CellRole,
}

/// The severity of an issue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Worth knowing.
    Note,
    /// The draft is a legal puzzle, but not worth playing.
    Bad,
    /// The draft is not a legal puzzle.
    Broken,
}

/// A problem of a draft, or a remark about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Issue {
    /// The severity.
    pub severity: Severity,
    /// A sentence without a full stop.
    pub message: String,
    /// The cell, if it concerns one.
    pub place: Option<Coordinates>,
    /// Whether it is that the numbers of boxes and goals differ, which
    /// [`ReadOptions::allow_unequal`](super::ReadOptions::allow_unequal) permits.
    pub is_unequal: bool,
}

impl Issue {
    /// An issue of the whole draft.
    #[must_use]
    pub fn new(severity: Severity, message: impl Into<String>) -> Self {
        Self { severity, message: message.into(), place: None, is_unequal: false }
    }

    /// The same issue at a cell.
    #[must_use]
    pub fn at(self, place: Coordinates) -> Self {
        Self { place: Some(place), ..self }
    }

    /// The same issue as one of unequal numbers of boxes and goals.
    #[must_use]
    pub fn unequal(self) -> Self {
        Self { is_unequal: true, ..self }
    }
}

/// A puzzle that is being drawn. A cell off the board is an error and changes nothing.
pub trait Draft: Cells + Send {
    /// The name of the plug-in.
    fn kind(&self) -> &'static str;

    /// The brushes that an editor offers; [`Draft::put`] may accept other words, too.
    fn brushes(&self) -> Vec<Brush>;

    /// Paints a cell. Contents that can share a cell are combined.
    ///
    /// # Errors
    /// There is no such brush or cell.
    fn put(&mut self, panel: usize, brush: &str, at: Coordinates) -> Result<(), DraftError>;

    /// Erases the topmost content of a cell.
    ///
    /// # Errors
    /// There is no such cell.
    fn erase(&mut self, panel: usize, at: Coordinates) -> Result<(), DraftError>;

    /// Paints all cells of a board.
    ///
    /// # Errors
    /// There is no such brush, or it cannot fill a board.
    fn fill(&mut self, panel: usize, brush: &str) -> Result<(), DraftError>;

    /// Erases a board.
    fn clear(&mut self, panel: usize);

    /// Shifts a board cyclically by one cell.
    fn shift(&mut self, panel: usize, direction: PadDirection);

    /// Rotates all boards by a quarter turn, clockwise.
    fn rotate(&mut self);

    /// Mirrors all boards, exchanging left and right.
    fn mirror(&mut self);

    /// Resizes all boards by cutting or adding rows at the bottom and columns at the right.
    ///
    /// # Errors
    /// The size is 0 or too large.
    fn resize(&mut self, rows: usize, columns: usize) -> Result<(), DraftError>;

    /// Draws a border around the board.
    ///
    /// # Errors
    /// These boards have no border.
    fn border(&mut self) -> Result<(), DraftError>;

    /// The title.
    fn title(&self) -> Option<&str>;

    /// Sets or removes the title.
    ///
    /// # Errors
    /// The format of these puzzles cannot hold that title.
    fn set_title(&mut self, title: Option<String>) -> Result<(), DraftError>;

    /// The issues, the worst first. Called after every change, so it has to be fast.
    fn check(&self) -> Vec<Issue>;

    /// The finished puzzle.
    ///
    /// # Errors
    /// The draft is not a legal puzzle.
    fn puzzle(&self) -> Result<Box<dyn Puzzle>, DraftError>;

    /// The draft as text, which [`Plugin::draft`](super::Plugin::draft) reads back as the same draft.
    fn text(&self) -> String;

    /// The boards as lines of text.
    fn picture(&self) -> String;

    /// The boards in words, a line for each fact, for people who do not see the picture, whether they are a legal
    /// puzzle or not. Rows and columns are counted from [`Cells::counts_from`].
    fn in_words(&self) -> String {
        self.picture()
    }

    /// A boxed clone.
    fn boxed(&self) -> Box<dyn Draft>;
}
