//! All optimal answers: one is found and proved, then the others of its cost are listed. Each is replayed.

use std::time::Duration;

use super::search_options::Search;
use super::solve::{End, Run, solve};
use lurd_engine::budget::{Budget, Cancel, Observer};
use lurd_engine::outcome::{Limit, Stop};
use lurd_puzzle::puzzle::{Listing, Puzzle};
use lurd_puzzle::verify;

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
