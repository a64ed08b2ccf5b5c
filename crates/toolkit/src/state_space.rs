//! Counting a whole state space, and listing all optimal answers, under limits.

use std::time::Duration;

use lurd_engine::budget::{Budget, Cancel, Observer, Statistics};
use lurd_engine::outcome::{Limit, Stop};
use lurd_puzzle::puzzle::{DistanceOrigin, Listing, NoStateSpaceStats, Objective, Puzzle, StateSpaceStats};
use lurd_puzzle::verify;

use super::exit::Exit;
use super::search_options::Search;
use super::solve::{End, Run, solve};

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

// All optimal answers: one is found and proved, then the others of its cost are listed. Each is replayed.

#[derive(Clone, Debug, PartialEq)]
pub struct AllAnswers {
    pub solutions: Vec<String>,
    pub complete: bool,
    pub stopped: Option<Stop>,
}

/// Solves `puzzle` and lists all optimal answers; with `canonical`, one of those that only reorder independent
/// actions. There is no list unless the optimum was proved.
pub fn solve_all(
    puzzle: &dyn Puzzle,
    canonical: bool,
    search: &Search,
    cancel: &Cancel,
    observer: &mut dyn Observer,
) -> (Run, Option<AllAnswers>) {
    let run = solve(puzzle, search, cancel, observer);
    let (Some(cost), Some(objective), Some(used)) = (run.proved_cost(), run.objective, run.statistics) else {
        return (run, None);
    };
    let mut limits = search.limits;
    limits.time = limits.time.map(|time| time.saturating_sub(Duration::from_secs_f64(used.seconds)));
    limits.nodes = limits.nodes.map(|nodes| nodes.saturating_sub(used.expanded));
    let mut budget = Budget::new(limits, cancel.clone(), observer);
    let mut solutions = Vec::new();
    let listing = puzzle.all_optimal(&objective, cost, canonical, &mut budget, &mut solutions);
    let (complete, stopped) = match listing {
        Listing::Complete => (true, None),
        Listing::Stopped(stop) => (false, Some(stop)),
        Listing::Unsupported(reason) => return (Run { end: End::Unsupported { reason }, ..run }, None),
    };
    let wrong = solutions.iter().find(|solution| {
        verify::replay(puzzle, solution).ok().and_then(|replay| replay.metric(objective.metric))
            != Some(cost.into())
    });
    if let Some(wrong) = wrong {
        let message =
            format!("'{wrong}' is not an answer of cost {cost}; this is a bug of lurd: nothing is claimed");
        return (Run { end: End::Error { message }, ..run }, None);
    }
    (run, Some(AllAnswers { solutions, complete, stopped }))
}

impl AllAnswers {
    /// The limit that ended the list early.
    pub fn limit(&self) -> Option<Limit> {
        match self.stopped {
            Some(Stop::Limit(limit)) => Some(limit),
            _ => None,
        }
    }
}
