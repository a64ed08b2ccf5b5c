//! A level as a state space: by pushes (backward by pulls), by the player's moves, or by macro pushes.

mod blind_model;
mod blind_moves;
mod blind_pushes;
mod freeze_sets;
mod from_start;
mod macro_pushes;
mod moves;
mod pattern_bound;
mod pulls;
mod push_model;
mod pushes;
mod scratch;
mod successor_bounds;

pub use blind_moves::BlindMoveSpace;
pub use blind_pushes::BlindPushSpace;
pub use from_start::FromStart;
pub use macro_pushes::{MacroPush, MacroPushSpace};
pub use moves::{MoveSpace, Price};
pub use pattern_bound::PatternBound;
pub use pushes::PushSpace;
