//! A level as a state space: by pushes (backward by pulls), by the player's moves, or by macro pushes.
//!
//! - [`PushSpace`] (`pushes`), [`MoveSpace`] (`moves`): single pushes and pulls, and moves; `push_model`: what they
//!   share, and their lower bounds
//! - [`BlindPushSpace`] (`blind_pushes`), [`BlindMoveSpace`] (`blind_moves`): the same for blind search from both
//!   ends; `blind_model`: what they share
//! - `goal_room`, `outside_room`: what happens in a room with all goals and outside, each apart from the other, for
//!   lower bounds
//! - [`MacroPushSpace`] (`macro_pushes`): macro pushes

mod blind_model;
mod blind_moves;
mod blind_pushes;
mod goal_room;
mod macro_pushes;
mod moves;
mod outside_room;
mod push_model;
mod pushes;

pub use blind_moves::BlindMoveSpace;
pub use blind_pushes::BlindPushSpace;
pub(crate) use goal_room::GoalRoomSpace;
pub use macro_pushes::{MacroPush, MacroPushSpace};
pub use moves::{MoveSpace, Price};
pub(crate) use outside_room::OutsideRoomSpace;
pub use push_model::{FromStart, PatternBound};
pub use pushes::PushSpace;
