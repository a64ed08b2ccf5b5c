//! Play by keys and a pointer.
//!
//! `controls` turns input into steps; [`click_path`] finds the shortest ones, by `flood`.

pub(super) mod click_path;
pub(super) mod controls;
mod flood;
