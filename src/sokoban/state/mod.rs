//! States of a level and what follows from one without a search for a solution: where the player can walk,
//! how a push changes that, and where a single box can be brought.

mod articulation;
mod box_reach;
pub(in crate::sokoban) mod cell_set;
mod components;
mod divided_region;
mod encoding;
pub(in crate::sokoban) mod lurd_from_pushes;
mod player_region;
mod push;
mod region_update;
mod representatives;
mod ring;
pub(in crate::sokoban) mod symmetries;
mod unpacked;

pub(in crate::sokoban) use components::{Components, JoinedRegions};
pub use encoding::StateEncoding;
pub(in crate::sokoban) use player_region::PlayerRegion;
pub use push::Push;
pub(in crate::sokoban) use representatives::Representatives;
pub(in crate::sokoban) use ring::stays_connected;
pub(in crate::sokoban) use symmetries::Symmetry;
pub(in crate::sokoban) use unpacked::UnpackedState;
