//! The gamepad layouts that come along, one TOML file each.

pub(crate) mod built_in;
