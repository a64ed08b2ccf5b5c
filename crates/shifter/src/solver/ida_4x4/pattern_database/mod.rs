//! The pattern database of eight of sixteen tiles.
//!
//! - `database`: its bounds, and where it comes from
//! - `build`: building it; `cache`: storing it
//! - `layout`: the index of an arrangement; `symmetry`: the symmetries that make it small

mod build;
mod cache;
mod database;
mod layout;
mod symmetry;

pub(super) use database::{Effort, PatternDatabase, load};
