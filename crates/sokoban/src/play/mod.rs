//! Play by keys and a pointer.
//!
//! `controls` turns input into steps; `overlays` finds squares to mark; [`click_path`] finds the shortest paths,
//! by `flood`.

pub(super) mod click_path;
pub(super) mod controls;
mod flood;
mod overlays;
