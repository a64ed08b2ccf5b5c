//! An answer that a person follows, one instruction at a time: as lines, or on the whole screen.
//!
//! From top to bottom:
//! - `line_mode`: the instructions as lines of text
//! - `view`: the whole screen; `draw`: what is shown; `pad`: the picture of the pad; `boards`: the boards
//!   before and after
//! - `state`: what the view holds; `keys`: the action of each key

mod boards;
mod draw;
mod keys;
pub(super) mod line_mode;
mod pad;
pub(super) mod state;
#[cfg(test)]
mod tests;
mod view;
