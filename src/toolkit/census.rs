//! Counts a whole state space under limits.

use super::exit::Exit;
use super::settings::Search;
use crate::budget::{Budget, Cancel, Observer, Statistics};
use crate::outcome::{Limit, Stop};
use crate::puzzle::{Census, CensusFrom, NoCensus, Puzzle, Wish};

/// How counting ended.
#[derive(Clone, Debug, PartialEq)]
pub enum CensusEnd {
    /// All states were seen.
    Counted(Box<Census>),
    /// At a limit.
    Limit(Limit),
    /// By the user.
    Cancelled,
    /// Not for this puzzle or wish.
    Unsupported {
        /// Why not.
        reason: String,
    },
}

/// One attempt to count a space.
#[derive(Clone, Debug, PartialEq)]
pub struct CensusRun {
    /// The wish: what is one step.
    pub wish: Option<Wish>,
    /// Where distances are counted from.
    pub from: CensusFrom,
    /// How it ended.
    pub end: CensusEnd,
    /// What it took; `None` if nothing ran.
    pub statistics: Option<Statistics>,
}

/// Reads `target` or `source`.
///
/// # Errors
/// It is neither.
pub fn parse_from(text: &str) -> Result<CensusFrom, String> {
    match text {
        "target" => Ok(CensusFrom::Target),
        "source" | "start" => Ok(CensusFrom::Source),
        _ => Err(format!("--from: '{text}' is neither target nor source")),
    }
}

/// The word for it.
#[must_use]
pub fn from_word(from: CensusFrom) -> &'static str {
    match from {
        CensusFrom::Target => "target",
        CensusFrom::Source => "source",
    }
}

impl CensusRun {
    /// The word for it in JSON.
    #[must_use]
    pub fn status(&self) -> &'static str {
        match self.end {
            CensusEnd::Counted(_) => "counted",
            CensusEnd::Limit(_) => "limit",
            CensusEnd::Cancelled => "cancelled",
            CensusEnd::Unsupported { .. } => "unsupported",
        }
    }

    /// The exit code it asks for.
    #[must_use]
    pub fn exit(&self) -> Exit {
        match self.end {
            CensusEnd::Counted(_) => Exit::Good,
            CensusEnd::Limit(_) => Exit::GaveUp,
            CensusEnd::Cancelled => Exit::Interrupted,
            CensusEnd::Unsupported { .. } => Exit::Usage,
        }
    }
}

/// Counts the space of `puzzle`.
pub fn census(
    puzzle: &dyn Puzzle,
    from: CensusFrom,
    search: &Search,
    cancel: &Cancel,
    observer: &mut dyn Observer,
) -> CensusRun {
    let wish = match search.wish_of(puzzle) {
        Ok(wish) => wish,
        Err(reason) => {
            return CensusRun { wish: None, from, end: CensusEnd::Unsupported { reason }, statistics: None };
        }
    };
    let mut budget = Budget::new(search.limits, cancel.clone(), observer);
    let end = match puzzle.census(wish, from, search.settings.threads, &mut budget) {
        Ok(census) => CensusEnd::Counted(Box::new(census)),
        Err(NoCensus::Unsupported(reason)) => CensusEnd::Unsupported { reason },
        Err(NoCensus::Stopped(Stop::Limit(limit))) => CensusEnd::Limit(limit),
        Err(NoCensus::Stopped(Stop::Cancelled | Stop::Paused)) => CensusEnd::Cancelled,
    };
    CensusRun { wish: Some(*wish), from, end, statistics: Some(budget.statistics()) }
}
