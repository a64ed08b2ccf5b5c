//! Drawn tiles on terminals with a graphics protocol: kitty, sixel or iTerm2.
//!
//! `query`: asks the terminal what it has; `answers`: its answers apart from what the player types; `tiles`: the
//! cells that are drawn; `encoded`: a picture for a terminal, by `kitty` and `sixel`; `protocol`: what a terminal
//! supports.

mod answers;
mod encoded;
mod kitty;
mod protocol;
mod query;
mod sixel;
mod tiles;

pub(in crate::ui) use protocol::Graphics;
#[cfg(test)]
pub(in crate::ui) use protocol::GraphicsProtocol;
pub(super) use query::ask;
pub(super) use tiles::{fit_in_time, tile};
