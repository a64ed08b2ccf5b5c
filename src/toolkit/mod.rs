//! What lurd does for a person: values in, values out. Nothing here prints or formats.

pub mod batch;
pub mod commands;
pub mod compare;
pub mod config;
pub mod defaults;
pub mod exit;
pub mod files;
pub mod folders;
pub mod limits;
pub mod session;
pub mod settings;
pub mod solve;
pub mod topics;
#[cfg(test)]
pub(crate) mod toy;
pub mod verify;
pub mod walk;
