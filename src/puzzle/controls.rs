//! How a position is played by keys and a pointer: an optional ability of positions. All of it ends in
//! steps that [`Position::apply`](super::Position::apply) carries out, so that nothing here has to be
//! believed.

use super::cells::{Cells, PadDirection, Place};

/// What a press or a click comes to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InputResult {
    /// The steps to carry out.
    pub steps: Vec<String>,
    /// The cell of the cursor afterwards, where there is one.
    pub cursor: Place,
}

/// How a position is played by keys and a pointer.
pub trait Controls: Cells {
    /// Where the cursor is at first: the lit row and column; `None` where directions move the board by
    /// themselves.
    fn cursor(&self) -> Option<Place> {
        None
    }

    /// What a press of the pad does, alone or `held` together with the button.
    fn press(&self, way: PadDirection, held: bool, cursor: Place) -> InputResult;

    /// Where the cursor is after a step.
    fn cursor_after(&self, step: &str, cursor: Place) -> Place {
        let _ = step;
        cursor
    }

    /// Whether there is something in that cell that can be brought elsewhere, so that a click on it
    /// takes it up.
    fn can_take(&self, place: Place) -> bool {
        let _ = place;
        false
    }

    /// The shortest way to a cell.
    ///
    /// # Errors
    /// In words, why there is none.
    fn go(&self, to: Place) -> Result<InputResult, String>;

    /// The fewest steps that bring what is in one cell to another.
    ///
    /// # Errors
    /// In words, why that cannot be.
    fn bring(&self, from: Place, to: Place) -> Result<InputResult, String>;

    /// Whether steps may lead where no solution is left.
    fn can_get_stuck(&self) -> bool {
        true
    }
}
