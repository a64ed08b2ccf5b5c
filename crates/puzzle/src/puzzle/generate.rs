//! Generating puzzles.

use std::fmt;

use super::puzzle::Puzzle;
use super::rating::{Difficulty, Rating};
use crate::reasons;
use lurd_engine::outcome::Stop;

reasons! {
    /// Why no puzzle can be generated with these options.
    CannotGenerate;
}

/// What to generate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GenerateOptions {
    /// The seed of all random choices.
    pub seed: u64,
    /// The number of puzzles.
    pub count: usize,
    /// The maximum number of columns and rows, including walls; `None` for the sizes of the class.
    pub size: Option<(usize, usize)>,
    /// The number of boxes; `None` for that of the class.
    pub boxes: Option<usize>,
    /// The class of every generated puzzle, as rated.
    pub difficulty: Difficulty,
    /// One of [`Plugin::styles`](super::Plugin::styles); `None` for all of them in turn.
    pub style: Option<String>,
}

/// A generated puzzle.
pub struct Generated {
    /// The puzzle, with a title.
    pub puzzle: Box<dyn Puzzle>,
    /// Its rating, with a solution.
    pub rating: Rating,
}

/// Callback that receives each puzzle as soon as it is done.
pub type OnGenerated<'f> = dyn FnMut(Generated) + 'f;

/// Why fewer puzzles were generated than requested.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotGenerated {
    /// The options contradict each other, or no puzzle was found that meets them.
    Refused(CannotGenerate),
    /// A limit or the user stopped it.
    Stopped(Stop),
}

impl fmt::Display for NotGenerated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(reason) => reason.fmt(f),
            Self::Stopped(stop) => stop.fmt(f),
        }
    }
}

impl std::error::Error for NotGenerated {}

impl From<Stop> for NotGenerated {
    fn from(stop: Stop) -> Self {
        Self::Stopped(stop)
    }
}

impl From<CannotGenerate> for NotGenerated {
    fn from(reason: CannotGenerate) -> Self {
        Self::Refused(reason)
    }
}
