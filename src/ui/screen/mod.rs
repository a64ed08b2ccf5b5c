//! The whole screen, as the player and the editor share it. Only `ui` uses ratatui.
//!
//! From top to bottom:
//! - `run`: shows a `view` until the player leaves it; `more`: the question at the foot of a page
//! - `terminal`: takes the screen and restores it; `input`: waits for events and notices a closed terminal
//! - `keyboard`: standard input as the keyboard, after a pipe
//! - `view`: what fills the screen
//! - `layout`: where everything stands; `pages`: help and long texts; `entry`: a line being typed
//! - `choice`: a list to choose from; `thumbnail`: small pictures of boards
//! - `board`: boards cell by cell, scrolled; `painter`: their cells; `canvas`: where each cell stands;
//!   `cell_size`: the sizes of cells; `graphics`: tiles drawn by the terminal
//! - `sprites`: pictures of cells; `theme`: colours and signs; `palette`: the colours of each theme;
//!   `raster`: pixels drawn with half blocks; `text`: text in cells

pub(super) mod board;
mod canvas;
mod cell_size;
pub(super) mod choice;
pub(super) mod entry;
pub(super) mod graphics;
mod input;
pub(super) mod keyboard;
pub(super) mod layout;
pub(super) mod more;
pub(super) mod pages;
mod painter;
mod palette;
mod raster;
pub(super) mod run;
mod sprites;
mod terminal;
#[cfg(test)]
pub(super) mod tests;
pub(super) mod text;
pub(super) mod theme;
pub(super) mod thumbnail;
pub(super) mod view;
