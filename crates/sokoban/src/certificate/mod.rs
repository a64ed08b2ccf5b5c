//! Certificates that a level has no solution, and their checker, which shares no code with any search: it knows
//! squares, walls, and how a box is pushed. (The scheme is that of Mirek Olšák's `SokoDLex` and `sokoban.lean`.)
//!
//! A certificate is a list of *patterns*. A pattern is a set of boxes and a square of the player. It *covers*
//! every position that has these boxes (and perhaps others) and in which the player stands where it could
//! walk from that square if only these boxes were there. The certificate proves that there is no solution if
//!
//! 1. the start of the level is covered,
//! 2. no pattern covers a solved position: more of its boxes are off goal than there are surplus boxes,
//! 3. whichever box of a pattern is pushed, from wherever the player can stand in it, the resulting position
//!    is covered, too.
//!
//! For then every reachable position is covered. A push of a box that is not in the pattern leaves the boxes
//! of the pattern where they are, and the player within its region. A pattern that covers the position after
//! a push of one of its boxes also covers it with further boxes, which only restrict the player.
//!
//! A pattern with more boxes than the level covers no position and is not checked.
//!
//! `check` and `text` know nothing of `make`, which finds the patterns.

mod check;
pub(super) mod make;
mod text;

pub use check::{Ask, Certificate, Flaw, Pattern};
