//! Counting a whole state space, and listing all optimal answers, under limits.

use std::time::Duration;

use lurd_engine::budget::{Budget, Cancel, Observer, Statistics};
use lurd_engine::outcome::{Limit, Stop};
use lurd_puzzle::puzzle::{DistanceOrigin, Ending, Objective, Puzzle, StateSpaceStats, Unanswered};
use lurd_puzzle::verify;

use super::{
    exit::{Exit, Status},
    search_options::Search,
    solve::{Run, solve},
};

#[derive(Clone, Debug, PartialEq)]
pub struct StateSpaceRun {
    pub objective: Option<Objective>,
    pub from: DistanceOrigin,
    pub end: Ending<StateSpaceStats>,
    pub statistics: Option<Statistics>,
}

pub fn from_word(from: DistanceOrigin) -> &'static str {
    match from {
        DistanceOrigin::Target => "target",
        DistanceOrigin::Source => "source",
    }
}

impl StateSpaceRun {
    pub fn status(&self) -> Status {
        Status::of(&self.end, Status::Counted)
    }

    pub fn exit(&self) -> Exit {
        Exit::of(&self.end)
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
                end: Err(Unanswered::unsupported(reason)),
                statistics: None,
            };
        }
    };
    let mut budget = Budget::new(search.limits, cancel.clone(), observer);
    let end = puzzle.census(objective, from, search.settings.threads, &mut budget);
    StateSpaceRun { objective: Some(*objective), from, end, statistics: Some(budget.statistics()) }
}

// All optimal answers: one is found and proved, then the others of its cost are listed. Each is replayed.

#[derive(Clone, Debug, PartialEq)]
pub struct AllAnswers {
    pub solutions: Vec<String>,
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
    let listed = puzzle.all_optimal(&objective, cost, canonical, &mut budget, &mut solutions);
    let stopped = match listed {
        Ok(()) => None,
        Err(Unanswered::Stopped { stop, .. }) => Some(stop),
        Err(unanswered) => return (Run { end: Err(unanswered), ..run }, None),
    };
    if let (true, Some(verified), Some(_)) = (solutions.is_empty(), run.verified(), stopped) {
        // The list did not come to the answer that is known.
        solutions.push(verified.answer.solution.clone());
    }
    let wrong = solutions.iter().find(|solution| {
        verify::replay(puzzle, solution).ok().and_then(|replay| replay.metric(objective.metric)) != Some(cost)
    });
    if let Some(wrong) = wrong {
        let message = format!("'{wrong}' is not an answer of cost {cost}; this is a bug of lurd: nothing is claimed");
        return (Run { end: Err(Unanswered::Bug { message }), ..run }, None);
    }
    (run, Some(AllAnswers { solutions, stopped }))
}

impl AllAnswers {
    /// Whether these are all of them.
    pub fn is_complete(&self) -> bool {
        self.stopped.is_none()
    }

    /// The limit that ended the list early.
    pub fn limit(&self) -> Option<Limit> {
        match self.stopped {
            Some(Stop::Limit(limit)) => Some(limit),
            _ => None,
        }
    }
}
