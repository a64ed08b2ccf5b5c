//! Drawn tiles on terminals with a graphics protocol: kitty, sixel or iTerm2, encoded by ratatui-image.
//!
//! `query`: asks the terminal what it has; `answers`: its answers apart from what the player types; `tiles`: the
//! cells that are drawn; `protocol`: what a terminal supports.

mod answers;
mod protocol;
mod query;
mod tiles;

pub(in crate::ui) use protocol::Graphics;
#[cfg(test)]
pub(in crate::ui) use protocol::GraphicsProtocol;
pub(super) use query::ask;
pub(super) use tiles::{fit_in_time, tile};
