//! The interactive prompt.
//!
//! From top to bottom:
//! - `line_editor`: reads lines and carries them out, with the lines of earlier sessions; asks for the missing rows
//!   of a board
//! - `helper`: answers the line editor, also with hints; `colour`: the colours of a line; `complete`: completion

mod colour;
pub(super) mod complete;
mod helper;
mod line_editor;

#[cfg(any(test, fuzzing))]
pub(super) use colour::line as coloured;
pub(super) use line_editor::run;
