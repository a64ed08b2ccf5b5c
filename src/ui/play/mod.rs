//! The player: in line mode, or on the whole screen.
//!
//! From top to bottom:
//! - `games`: the levels that a command names; `line_mode`: the player by typed lines
//! - `view`: the player on the whole screen; `pointer`: what the mouse does; `actions`: what keys and
//!   commands do; `draw`: what is shown; `marking`: switches overlays; `state`: what the view holds; `keys`: the
//!   action of each key
//! - `browser`: the levels to choose from; `solutions`: the saved solutions; `overlays`: marks on the board
//! - `searches`: searches that run beside the game

mod actions;
mod browser;
mod draw;
pub(super) mod games;
mod keys;
pub(super) mod line_mode;
mod marking;
mod overlays;
mod pointer;
mod searches;
mod solutions;
pub(super) mod state;
#[cfg(test)]
mod tests;
mod view;
