//! Rating a puzzle under limits. Its answer is replayed before it is returned.

use super::exit::Exit;
use lurd_engine::budget::{Budget, Cancel, Limits, Observer};
use lurd_engine::outcome::{Limit, Stop};
use lurd_puzzle::puzzle::{NotRated, Puzzle, Rating};
use lurd_puzzle::verify;

/// How rating a puzzle ended.
#[derive(Clone, Debug, PartialEq)]
pub enum RatingEnd {
    Rated(Rating),
    /// There is no solution, for this reason.
    Unsolvable(String),
    Limit(Limit),
    Cancelled,
    Unsupported(String),
    /// The answer does not replay.
    Error(String),
}

impl RatingEnd {
    /// The status in JSON.
    pub fn status(&self) -> &'static str {
        match self {
            Self::Rated(_) => "rated",
            Self::Unsolvable(_) => "unsolvable",
            Self::Limit(_) => "limit",
            Self::Cancelled => "cancelled",
            Self::Unsupported(_) => "unsupported",
            Self::Error(_) => "error",
        }
    }

    pub fn exit(&self) -> Exit {
        match self {
            Self::Rated(_) => Exit::Good,
            Self::Unsolvable(_) => Exit::No,
            Self::Limit(_) => Exit::GaveUp,
            Self::Cancelled => Exit::Interrupted,
            Self::Unsupported(_) => Exit::Usage,
            Self::Error(_) => Exit::Internal,
        }
    }
}

/// Rates `puzzle`.
pub fn rate(puzzle: &dyn Puzzle, limits: Limits, cancel: &Cancel, observer: &mut dyn Observer) -> RatingEnd {
    let mut budget = Budget::new(limits, cancel.clone(), observer);
    match puzzle.rate(&mut budget) {
        Ok(rating) => match rating.solution.as_deref().map(|solution| verify::replay(puzzle, solution)) {
            Some(Err(refusal)) => {
                RatingEnd::Error(format!("the answer does not replay: {refusal}; this is a bug of lurd"))
            }
            Some(Ok(_)) | None => RatingEnd::Rated(rating),
        },
        Err(NotRated::Unsolvable(reason)) => {
            RatingEnd::Unsolvable(reason.lines().next().unwrap_or_default().to_owned())
        }
        Err(NotRated::Unsupported(reason)) => RatingEnd::Unsupported(reason),
        Err(NotRated::Stopped(Stop::Limit(limit))) => RatingEnd::Limit(limit),
        Err(NotRated::Stopped(_)) => RatingEnd::Cancelled,
    }
}
