//! Puzzles for the tests of other modules.

use super::build::Pair;
use crate::instance::ShifterPuzzle;

/// The puzzle `SOURCE -> TARGET`, for tests that need more than the trait.
pub(crate) fn one(text: &str) -> ShifterPuzzle {
    Pair::arrow(text, 0).and_then(|pair| pair.build(text, None)).map_err(|fault| fault.diagnostic).expect("a puzzle")
}
