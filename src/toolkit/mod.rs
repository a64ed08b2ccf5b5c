//! What lurd does for a person: values in, values out. Nothing here prints or formats.

pub mod all;
pub mod batch;
pub mod census;
pub mod certificate;
pub mod commands;
pub mod compare;
pub mod config;
pub mod convert;
pub mod defaults;
pub mod edit;
pub mod exit;
pub mod keep;
pub mod limits;
pub mod play;
pub mod session;
pub mod settings;
pub mod solve;
pub mod topics;
#[cfg(test)]
pub(crate) mod toy;
pub mod verify;
pub mod walk;

pub use crate::disk::{files, folders, hash, line_file};
