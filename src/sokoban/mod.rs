//! The Sokoban plug-in.

pub mod direction;
pub mod level;

pub use direction::Direction;
pub use level::Level;
