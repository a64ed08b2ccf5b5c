//! Boards too large to be sure of an optimal answer: an answer at once, then a bidirectional search as far
//! as it is likely to lead, then better and better answers until a limit.
//!
//! - `improve`: the whole, and the best answer so far
//! - `shorten`: shorter paths between boards of an answer
//! - `three_cycles`: the answer at once
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
