//! The Sokoban plug-in.

pub mod board;
pub mod bounds;
pub mod deadlock;
pub mod direction;
pub mod level;
pub mod solver;
pub mod spaces;
mod topology;
mod walk;

pub use direction::Direction;
pub use level::Level;
