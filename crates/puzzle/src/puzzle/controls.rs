//! Play by keys and a pointer: an optional ability of positions. All input results in steps that
//! [`Position::apply`](super::Position::apply) carries out, so the rules are checked there only.

use super::cells::{Cells, PadDirection, Place};
use super::errors::Unreachable;
use super::overlay::Overlay;

/// The result of a press or a click.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InputResult {
    /// The steps to carry out.
    pub steps: Vec<String>,
    /// The cell of the cursor afterwards, if there is a cursor.
    pub cursor: Place,
}

/// Play by keys and a pointer.
pub trait Controls: Cells {
    /// The initial cell of the cursor (in a shifter, the lit row and column); `None` if directions act on the
    /// board directly.
    fn cursor(&self) -> Option<Place> {
        None
    }

    /// The result of a press of the pad, with the button `held` or not.
    fn press(&self, direction: PadDirection, held: bool, cursor: Place) -> InputResult;

    /// The cell of the cursor after a step.
    fn cursor_after(&self, step: &str, cursor: Place) -> Place {
        let _ = step;
        cursor
    }

    /// Whether a click on that cell picks up a piece that can be brought elsewhere.
    fn can_take(&self, place: Place) -> bool {
        let _ = place;
        false
    }

    /// The shortest path to a cell.
    ///
    /// # Errors
    /// There is no such path.
    fn go(&self, to: Place) -> Result<InputResult, Unreachable>;

    /// The fewest steps that bring the piece in one cell to another.
    ///
    /// # Errors
    /// There is no piece, or no path.
    fn bring(&self, from: Place, to: Place) -> Result<InputResult, Unreachable>;

    /// The sets of cells that can be marked.
    fn overlays(&self) -> &'static [Overlay] {
        &[]
    }

    /// The cells of an overlay on the first board, in reading order. `chosen` is the cell of the chosen piece,
    /// for overlays of a piece.
    ///
    /// # Errors
    /// The cells cannot be determined, or there is no piece in that cell.
    fn marked(&self, overlay: &Overlay, chosen: Option<Place>) -> Result<Vec<Place>, Unreachable> {
        let _ = chosen;
        Err(format!("'{}' cannot be shown", overlay.name).into())
    }

    /// Whether steps can make the puzzle unsolvable.
    fn can_get_stuck(&self) -> bool {
        true
    }
}
