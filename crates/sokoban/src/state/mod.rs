//! States of a level and what follows from one without a search for a solution: where the player can walk,
//! how a push changes that, and where a single box can be brought.
//!
//! - `lurd_from_pushes`: from pushes to LURD, and back
//! - `symmetries`: reflections and rotations of a board
//! - `unpacked`: a decoded state; `encoding`: encoded states, representatives of equal positions, and pushes
//! - `box_reach`: where one box can be brought
//! - `player_region`: where the player can walk, all regions of the floor, and what a push changes
//! - `articulation`: the free floor and the cells that connect it; `cell_set`: sets of cells as bits

mod articulation;
mod box_reach;
pub(crate) mod cell_set;
mod encoding;
pub(crate) mod lurd_from_pushes;
mod player_region;
pub(crate) mod symmetries;
mod unpacked;

pub use encoding::{Push, StateEncoding};

pub(crate) use cell_set::stays_connected;
pub(crate) use encoding::Representatives;
pub(crate) use player_region::{Components, JoinedRegions, PlayerRegion};
pub(crate) use symmetries::Symmetry;
pub(crate) use unpacked::UnpackedState;
