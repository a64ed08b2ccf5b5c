//! lurd
#![warn(missing_docs)]
pub mod budget;
pub mod catalog;
pub mod diagnostic;
pub mod outcome;
pub mod puzzle;
pub mod report;
pub mod search;
pub mod shifter;
pub mod sokoban;
pub mod space;
pub mod toolkit;
pub mod ui;
pub mod verify;
