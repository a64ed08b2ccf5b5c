//! Boards that are probably too large for an optimal answer: a first answer at once, then a bidirectional
//! search while it is promising, then better answers until a limit.
//!
//! - `improve`: the course of the search, and the best answer so far
//! - `shorten`: shorter paths between boards of an answer
//! - `three_cycles`: the first answer
//! - `simplify`: joins shifts that commute
//! - `slice`: one search with limited effort

mod improve;
mod shorten;
mod simplify;
mod slice;
#[cfg(test)]
mod tests;
mod three_cycles;

pub(super) use improve::{construct, solve};
pub(super) use shorten::shortened;
