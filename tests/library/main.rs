//! Everything that is tested by calling the library: one binary, so that the engine's generic code is
//! compiled once for all of it. `cargo test --test library NAME` runs one module.

mod common;

mod architecture;
mod bidirectional;
mod blind_spaces;
mod budget;
mod certificates;
mod collections;
mod differential;
mod drafts;
mod engine;
mod fess_features;
#[cfg(feature = "cli")]
mod fifteen;
#[cfg(feature = "cli")]
mod follow;
mod formats;
mod generate;
mod json;
mod known_solutions;
mod macro_pushes;
mod notation;
mod notes;
mod optimise;
mod oracle;
mod packing_plans;
#[cfg(feature = "cli")]
mod page_rules;
mod pointer;
#[cfg(feature = "cli")]
mod puzzles;
#[cfg(feature = "cli")]
mod reading;
mod rules;
mod shifter;
#[cfg(feature = "cli")]
mod snapshots;
mod soak;
mod sokoban;
mod symmetry;
mod tight_memory;
mod unequal;
