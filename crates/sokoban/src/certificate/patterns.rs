//! A certificate as data.

use std::convert::Infallible;

use crate::level::Level;

/// Boxes that must be there, and a square of the player. Squares are those of the level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// In increasing order.
    pub boxes: Vec<usize>,
    /// One of the squares where the player may be.
    pub player: usize,
}

/// A level and the patterns that prove it unsolvable.
#[derive(Clone, Debug)]
pub struct Certificate {
    /// The level without solution.
    pub level: Level,
    /// The patterns, in the order of the text.
    pub patterns: Vec<Pattern>,
}

/// Called before every piece of work with the bytes that the work will keep. An error stops the work. This is
/// all that the checker knows of limits.
pub type Ask<'a, E> = dyn FnMut(u64) -> Result<(), E> + 'a;

/// The value of a result that has no error.
pub(super) fn infallible<T>(result: Result<T, Infallible>) -> T {
    match result {
        Ok(value) => value,
        Err(never) => match never {},
    }
}
