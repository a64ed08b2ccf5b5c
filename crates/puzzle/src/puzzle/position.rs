//! A position of a puzzle under its plain rules.

use super::cell_role::CellRole;
use super::controls::Controls;
use super::errors::IllegalStep;
use super::puzzle::Puzzle;

/// A position of a puzzle under its plain rules.
///
/// Its implementation uses no code of the searches, so a replay checks the result of a search independently.
pub trait Position: Send {
    /// The position as lines of text.
    fn picture(&self) -> String;

    /// The roles of the characters of a line of the picture, in order. Missing ones are [`CellRole::Plain`].
    fn cell_roles(&self, row: usize, line: &str) -> Vec<CellRole> {
        let _ = (row, line);
        Vec::new()
    }

    /// Carries out one step and returns its canonical spelling (in LURD, a capital letter if a box was
    /// pushed).
    ///
    /// # Errors
    /// The step is against the rules; the position is unchanged.
    fn apply(&mut self, step: &str) -> Result<String, IllegalStep>;

    /// Whether the puzzle is solved.
    fn is_solved(&self) -> bool;

    /// The puzzle that starts in this position.
    fn puzzle(&self) -> Box<dyn Puzzle>;

    /// A boxed clone.
    fn boxed(&self) -> Box<dyn Position>;

    /// Play by keys and a pointer, if supported; otherwise steps are typed.
    fn controls(&self) -> Option<&dyn Controls> {
        None
    }
}
