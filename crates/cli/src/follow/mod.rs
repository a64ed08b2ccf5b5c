//! An answer that a person follows, one instruction at a time: as lines, or on the whole screen.
//!
//! From top to bottom:
//! - `line_mode`: the instructions as lines of text
//! - `view`: the whole screen: what keys and time do, and what is shown
//! - `state`: what the view holds; the keys; the boards before and after an instruction; the picture of the pad

pub(super) mod line_mode;
pub(super) mod state;
#[cfg(test)]
mod tests;
mod view;
