//! The editor: in line mode, or on the whole screen.
//!
//! From top to bottom:
//! - `line_mode`: the editor by typed lines
//! - `view`: the editor on the whole screen; `pointer`: what the mouse does; `paste`: what is pasted;
//!   `saving`: saving, leaving and questions; `actions`: what keys and commands do
//! - `draw`: what is shown; `proving`: looks for a proof that there is no solution; `state`: what the view holds; `keys`: the action of each key
//! - `board_text`: boards in pasted text; `opening`: from and to the rest of `ui`

mod actions;
mod board_text;
mod draw;
mod keys;
pub(super) mod line_mode;
pub(super) mod opening;
mod paste;
mod pointer;
mod proving;
mod saving;
pub(super) mod state;
#[cfg(test)]
mod tests;
mod view;
