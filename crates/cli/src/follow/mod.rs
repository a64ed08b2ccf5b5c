//! An answer that a person follows on the whole screen, one instruction at a time.
//!
//! From top to bottom:
//! - `view`: the whole screen: what keys and time do, and what is shown
//! - `state`: what the view holds; the keys; the boards before and after an instruction; the picture of the pad

pub(super) mod state;
#[cfg(test)]
mod tests;
mod view;
