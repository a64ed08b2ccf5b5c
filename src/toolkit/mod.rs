//! What lurd does for a person: values in, values out. Nothing here prints or formats.

pub mod batch;
pub mod commands;
pub mod compare;
pub mod convert;
pub mod exit;
pub mod keep;
pub mod limits;
pub mod session;
pub mod settings;
pub mod solve;
#[cfg(test)]
pub(crate) mod toy;
pub mod verify;
