//! A puzzle that is being drawn: an optional ability of plug-ins. A draft may be anything that can be
//! written down; what is wrong with it is told, not forbidden.

use super::cells::{Cells, PadDirection, Place};
use super::{CellRole, Puzzle};

/// Something to paint with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Brush {
    /// Its word: `wall`.
    pub name: String,
    /// The key that takes it.
    pub key: char,
    /// The part it plays.
    pub cell_role: CellRole,
}

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Good to know.
    Note,
    /// It can be written down and read again, but nobody will want to play it.
    Bad,
    /// It is no puzzle.
    Broken,
}

/// Something that was found out about a draft.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Issue {
    /// How bad it is.
    pub severity: Severity,
    /// In words.
    pub message: String,
    /// Where, if at one place.
    pub place: Option<Place>,
}

impl Issue {
    /// Something about the whole.
    #[must_use]
    pub fn new(severity: Severity, message: impl Into<String>) -> Self {
        Self { severity, message: message.into(), place: None }
    }

    /// The same at a place.
    #[must_use]
    pub fn at(self, place: Place) -> Self {
        Self { place: Some(place), ..self }
    }
}

/// A puzzle that is being drawn. Places that are not on the board change nothing and are errors.
pub trait Draft: Cells + Send {
    /// The name of the plug-in.
    fn kind(&self) -> &'static str;

    /// What can be painted; other words may be brushes, too.
    fn brushes(&self) -> Vec<Brush>;

    /// Paints a cell. What can share a cell is combined.
    ///
    /// # Errors
    /// No such brush or place.
    fn put(&mut self, panel: usize, brush: &str, at: Place) -> Result<(), String>;

    /// Takes away what stands in a cell, the topmost first.
    ///
    /// # Errors
    /// No such place.
    fn erase(&mut self, panel: usize, at: Place) -> Result<(), String>;

    /// Paints all cells of a board.
    ///
    /// # Errors
    /// No such brush, or not for a whole board.
    fn fill(&mut self, panel: usize, brush: &str) -> Result<(), String>;

    /// Takes everything away from a board.
    fn clear(&mut self, panel: usize);

    /// Moves all of a board by one cell; what falls off comes back at the other end.
    fn shift(&mut self, panel: usize, way: PadDirection);

    /// Turns all boards by a quarter, clockwise.
    fn rotate(&mut self);

    /// Mirrors all boards, left and right.
    fn mirror(&mut self);

    /// Gives all boards this size; rows below and columns to the right are cut off or added.
    ///
    /// # Errors
    /// It is too large, or nothing.
    fn resize(&mut self, rows: usize, columns: usize) -> Result<(), String>;

    /// Draws what a board ends with around it.
    ///
    /// # Errors
    /// Such boards have no border.
    fn border(&mut self) -> Result<(), String>;

    /// The title.
    fn title(&self) -> Option<&str>;

    /// Gives it a title, or none.
    fn set_title(&mut self, title: Option<String>);

    /// What can be said of it, the worst first. Soon: it is asked after every change.
    fn check(&self) -> Vec<Issue>;

    /// The puzzle.
    ///
    /// # Errors
    /// It is none; [`Draft::check`] says why.
    fn puzzle(&self) -> Result<Box<dyn Puzzle>, String>;

    /// All of it as text, from which [`Plugin::draft`](super::Plugin::draft) makes the same again, be it
    /// a puzzle or not.
    fn text(&self) -> String;

    /// The boards as lines of text.
    fn picture(&self) -> String;

    /// A copy.
    fn boxed(&self) -> Box<dyn Draft>;
}
