//! Typed lines: the line editor on a terminal, and scripts.
//!
//! From top to bottom:
//! - `input`: the next line, of a script or of the line editor, with the further rows of a board
//! - `line_editor`: the line editor, with the lines of earlier sessions; `helper`: answers it;
//!   `colour`: the colours of a line

mod colour;
mod helper;
mod input;
mod line_editor;

#[cfg(any(test, fuzzing))]
pub(super) use colour::line as coloured;
pub(super) use helper::Reading;
pub(super) use input::{LineSource, Lines};
