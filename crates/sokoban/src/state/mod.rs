//! States of a level and what follows from one without a search for a solution: where the player can walk,
//! how a push changes that, and where a single box can be brought.

mod articulation;
mod box_reach;
pub(crate) mod cell_set;
mod components;
mod divided_region;
mod encoding;
pub(crate) mod lurd_from_pushes;
mod player_region;
mod push;
mod region_update;
mod representatives;
mod ring;
pub(crate) mod symmetries;
mod unpacked;

pub(crate) use components::{Components, JoinedRegions};
pub use encoding::StateEncoding;
pub(crate) use player_region::PlayerRegion;
pub use push::Push;
pub(crate) use representatives::Representatives;
pub(crate) use ring::stays_connected;
pub(crate) use symmetries::Symmetry;
pub(crate) use unpacked::UnpackedState;
