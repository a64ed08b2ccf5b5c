//! Counting a whole state space under limits.

use super::exit::Exit;
use super::search_options::Search;
use lurd_engine::budget::{Budget, Cancel, Observer, Statistics};
use lurd_engine::outcome::{Limit, Stop};
use lurd_puzzle::puzzle::{DistanceOrigin, NoStateSpaceStats, Objective, Puzzle, StateSpaceStats};

#[derive(Clone, Debug, PartialEq)]
pub enum StateSpaceEnd {
    Counted(Box<StateSpaceStats>),
    Limit(Limit),
    Cancelled,
    Unsupported { reason: String },
}

#[derive(Clone, Debug, PartialEq)]
pub struct StateSpaceRun {
    pub objective: Option<Objective>,
    pub from: DistanceOrigin,
    pub end: StateSpaceEnd,
    pub statistics: Option<Statistics>,
}

pub fn parse_from(text: &str) -> Result<DistanceOrigin, String> {
    match text {
        "target" => Ok(DistanceOrigin::Target),
        "source" | "start" => Ok(DistanceOrigin::Source),
        _ => Err(format!("--from: invalid value '{text}': expected target or source")),
    }
}

pub fn from_word(from: DistanceOrigin) -> &'static str {
    match from {
        DistanceOrigin::Target => "target",
        DistanceOrigin::Source => "source",
    }
}

impl StateSpaceRun {
    pub fn status(&self) -> &'static str {
        match self.end {
            StateSpaceEnd::Counted(_) => "counted",
            StateSpaceEnd::Limit(_) => "limit",
            StateSpaceEnd::Cancelled => "cancelled",
            StateSpaceEnd::Unsupported { .. } => "unsupported",
        }
    }

    pub fn exit(&self) -> Exit {
        match self.end {
            StateSpaceEnd::Counted(_) => Exit::Good,
            StateSpaceEnd::Limit(_) => Exit::GaveUp,
            StateSpaceEnd::Cancelled => Exit::Interrupted,
            StateSpaceEnd::Unsupported { .. } => Exit::Usage,
        }
    }
}

/// Counts the states of `puzzle` by distance.
pub fn census(
    puzzle: &dyn Puzzle,
    from: DistanceOrigin,
    search: &Search,
    cancel: &Cancel,
    observer: &mut dyn Observer,
) -> StateSpaceRun {
    let objective = match search.objective_of(puzzle) {
        Ok(objective) => objective,
        Err(reason) => {
            return StateSpaceRun {
                objective: None,
                from,
                end: StateSpaceEnd::Unsupported { reason: reason.into() },
                statistics: None,
            };
        }
    };
    let mut budget = Budget::new(search.limits, cancel.clone(), observer);
    let end = match puzzle.census(objective, from, search.settings.threads, &mut budget) {
        Ok(census) => StateSpaceEnd::Counted(Box::new(census)),
        Err(NoStateSpaceStats::Unsupported(reason)) => StateSpaceEnd::Unsupported { reason },
        Err(NoStateSpaceStats::Stopped(Stop::Limit(limit))) => StateSpaceEnd::Limit(limit),
        Err(NoStateSpaceStats::Stopped(Stop::Cancelled | Stop::Paused)) => StateSpaceEnd::Cancelled,
    };
    StateSpaceRun { objective: Some(*objective), from, end, statistics: Some(budget.statistics()) }
}
