//! What lurd does, as values: solving, comparing, playing, editing. Nothing here prints or formats.

pub(crate) mod all;
pub(crate) mod batch;
pub(crate) mod certificate;
pub mod commands;
pub mod compare;
pub(crate) mod config;
pub(crate) mod convert;
pub(crate) mod edit;
pub mod exit;
pub(crate) mod generate;
pub mod help_topics;
pub mod optimise;
pub(crate) mod parse_values;
pub(crate) mod pictures;
pub(crate) mod play;
pub(crate) mod rate;
pub(crate) mod results;
pub mod search_options;
pub(crate) mod session;
pub(crate) mod settings;
pub(crate) mod solutions;
pub mod solve;
pub(crate) mod state_space;
#[cfg(test)]
pub(crate) mod test_puzzle;
pub mod themes;
pub mod verify;

pub(crate) use crate::disk::{files, folders, line_file};
