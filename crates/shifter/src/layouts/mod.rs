//! The gamepad layouts that come along.

pub(crate) mod built_in;
