//! The editor on the whole screen.
//!
//! From top to bottom:
//! - `actions`: what keys, commands, the mouse and pasted text do
//! - `view`: the editor on the whole screen, and what it shows
//! - `state`: what the view holds; the keys; saving, leaving and questions; the search for a proof that there is no
//!   solution
//! - `opening`: from and to the rest of the crate; boards in pasted or typed text

mod actions;
pub(super) mod opening;
pub(super) mod state;
#[cfg(test)]
mod tests;
mod view;
