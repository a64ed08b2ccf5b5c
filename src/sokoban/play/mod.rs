//! Levels played by keys and a pointer.

pub(super) mod click_path;
pub(super) mod controls;
