//! Drawn tiles on terminals with a graphics protocol: kitty, sixel or iTerm2.
//!
//! `query`: asks the terminal what it has; `answers`: keeps its answers apart from what the player types; `tiles`: the
//! cells that are drawn; `encoded`: what a terminal supports, and a picture for it.

/// Only Unix has a way to read the answers of a terminal with a time limit.
#[cfg(any(unix, test))]
mod answers;
mod encoded;
mod query;
mod tiles;

pub(crate) use encoded::Graphics;
#[cfg(test)]
pub(crate) use encoded::GraphicsProtocol;
pub(super) use query::ask;
pub(super) use tiles::{fit_in_time, tile};
