//! Rules that prove a position dead or make pushes unnecessary, one per file, each with its soundness
//! argument.
//!
//! To add a rule, write its file, which implements `rule::DeadlockRule`, and add its line to the table in
//! `table.rs`. Any rule can be switched off (`--without`): the tests compare searches with and without each
//! rule, which must agree on verdict and optimum.
//!
//! The arguments rely on every box having to end on a goal of its own. That holds where there are as many
//! boxes as goals, and where there are fewer boxes. That every goal must be filled holds only where the
//! numbers are equal; the parts of `corrals` and `pi_corrals` that need it are left out otherwise. Where
//! there are more boxes than goals, a box may stay anywhere. Only `assignment` is then sound: it says
//! that each goal must get a box of its own ([`Rules::sound_for`]).

mod assignment;
pub(super) mod checker;
mod corral_graph;
mod corral_parts;
mod corral_search;
mod corrals;
mod dead_squares;
mod freeze;
mod frozen_walls;
mod known_boxes;
mod pairs;
mod pattern_databases;
mod patterns;
mod pi_corrals;
pub(super) mod rule;
mod symmetry;
mod table;
#[cfg(test)]
mod tests;
mod tunnels;
mod verdict_cache;
mod wall_tables;

pub use freeze::Freeze;
pub(super) use pi_corrals::PiCorrals;
pub use table::{ROWS, RULES, Rule, RuleInfo, Rules};
pub(super) use wall_tables::FrozenWalls;
