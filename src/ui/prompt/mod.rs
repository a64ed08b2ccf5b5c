//! The interactive prompt.
//!
//! From top to bottom:
//! - `run`: reads lines and carries them out; `rows`: asks for the missing rows of a board
//! - `line_editor`: the editor of lines; `history`: the lines of earlier sessions
//! - `helper`: answers the line editor, with `hint`, `colour` and `complete`

mod colour;
pub(super) mod complete;
mod helper;
mod hint;
mod history;
mod line_editor;
mod rows;
mod run;

#[cfg(any(test, fuzzing))]
pub(super) use colour::line as coloured;
pub(super) use run::run;
