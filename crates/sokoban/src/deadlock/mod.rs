//! Rules that prove a position dead or make pushes unnecessary, each with its soundness argument.
//!
//! - `freeze`, `frozen_walls`, `corrals`, `pi_corrals`, `tunnels`: one rule each
//! - `options`: the rules that bounds and spaces apply
//! - `rule`: the interface of a rule; `table`: all rules, and sets of them; `checker`: the rules of a search
//! - `patterns`: sets of boxes that are proved dead; `wall_tables`: the goals within reach when frozen boxes are
//!   walls
//! - `oracle`: a search without rules, by which the feature `check` verifies prunes on small boards
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

pub(super) mod checker;
mod corrals;
mod freeze;
mod frozen_walls;
mod options;
#[cfg(any(test, feature = "check"))]
pub(super) mod oracle;
mod patterns;
mod pi_corrals;
pub(super) mod rule;
mod table;
#[cfg(test)]
mod tests;
mod tunnels;
mod wall_tables;

pub use freeze::Freeze;
pub use table::{ROWS, RULES, Rule, RuleInfo, Rules};

pub(super) use pi_corrals::PiCorrals;
pub(super) use table::RuleCounts;
pub(super) use wall_tables::FrozenWalls;
