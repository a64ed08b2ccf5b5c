//! What lurd does, as values: solving, comparing, playing, editing. Nothing here prints or formats.

pub mod all;
pub mod batch;
pub mod certificate;
pub mod commands;
pub mod compare;
pub mod config;
pub mod convert;
pub mod defaults;
pub mod edit;
pub mod exit;
pub mod help_topics;
pub(crate) mod parse_values;
pub mod play;
pub mod session;
pub mod settings;
pub mod solutions;
pub mod solve;
pub mod state_space;
#[cfg(test)]
pub(crate) mod test_puzzle;
pub mod verify;
pub mod walk;

pub use crate::disk::{files, folders, hash, line_file};
