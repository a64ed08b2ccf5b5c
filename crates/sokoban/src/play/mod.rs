//! Play by keys and a pointer.
//!
//! `controls` turns input into steps and finds squares to mark; `click_path` finds the shortest paths.

pub(super) mod click_path;
pub(super) mod controls;
