//! The plain rules: boards, shifts and locked lines, what a target accepts, and which targets can be
//! reached. No file here depends on a search.

pub(crate) mod board;
pub(crate) mod goal;
pub(crate) mod labels;
pub(crate) mod locks;
pub(crate) mod moves;
pub(crate) mod permutation;
pub(crate) mod shift;
pub(crate) mod solvability;
