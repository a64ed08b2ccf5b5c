//! The player on the whole screen.
//!
//! From top to bottom:
//! - `actions`: what keys, commands and the mouse do; switches overlays
//! - `view`: the player on the whole screen, and what it shows; the levels that a command names
//! - `state`: what the view holds; the keys; overlays; searches beside the game; the list of saved solutions
//! - `browser`: the levels to choose from

mod actions;
mod browser;
pub(super) mod state;
#[cfg(test)]
mod tests;
pub(super) mod view;
