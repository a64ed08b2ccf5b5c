//! lurd
#![warn(missing_docs)]
pub mod budget;
pub mod diagnostic;
pub mod outcome;
pub mod puzzle;
pub mod search;
pub mod shifter;
pub mod sokoban;
pub mod space;
pub mod verify;
