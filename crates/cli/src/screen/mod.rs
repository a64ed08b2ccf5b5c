//! The whole screen, as the player and the editor share it. Only `ui` uses ratatui.
//!
//! From top to bottom:
//! - `run`: shows a view until the player leaves it; what a view is
//! - `input`: takes the screen and restores it; waits for events and notices a closed terminal; standard input as the
//!   keyboard, after a pipe; the question at the foot of a page
//! - `layout`: where everything stands; a line being typed, lists to choose from, texts in pages, text in cells
//! - `board`: boards cell by cell, scrolled, and small pictures of them; `painter`: their cells; `canvas`: where each
//!   cell stands, and its size
//! - `theme`: colours and signs, and the colours of each theme
//! - `sprites`: pictures of cells, from pixels drawn with half blocks

pub(super) mod board;
mod canvas;
pub(super) mod input;
pub(super) mod layout;
mod painter;
pub(super) mod run;
mod sprites;
#[cfg(test)]
pub(super) mod tests;
pub(super) mod theme;
