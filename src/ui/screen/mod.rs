//! The whole screen, as the player and the editor share it. Only `ui` uses ratatui.
//!
//! From top to bottom:
//! - `run`: shows a `view` until the player leaves it; `more`: the question at the foot of a page
//! - `terminal`: takes the screen and restores it; `input`: waits for events and notices a closed terminal
//! - `view`: what fills the screen
//! - `layout`: where everything stands; `pages`: help and long texts; `entry`: a line being typed
//! - `board`: boards cell by cell, scrolled; `theme`: colours and signs; `text`: text in cells

pub(super) mod board;
pub(super) mod entry;
mod input;
pub(super) mod layout;
pub(super) mod more;
pub(super) mod pages;
pub(super) mod run;
mod terminal;
#[cfg(test)]
pub(super) mod tests;
pub(super) mod text;
pub(super) mod theme;
pub(super) mod view;
