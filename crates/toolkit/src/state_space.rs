//! Counting a whole state space, and listing all optimal answers, under limits.

use std::time::Duration;

use lurd_engine::program::budget::{Budget, Cancel, Observer, Statistics};
use lurd_engine::program::outcome::{Limit, Stop};
use lurd_puzzle::puzzle::{CensusOptions, DistanceOrigin, Ending, Objective, Puzzle, StateSpaceStats, Unanswered};
use lurd_puzzle::verify;

use super::{
    exit::{Exit, Status},
    search_options::SearchOptions,
    solve::{Run, bug, solve},
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

/// Counts the states of `puzzle` by distance: from its target, or from its source. Without `from`, from the target if its
/// states can be listed.
pub fn census(
    puzzle: &dyn Puzzle,
    from: Option<DistanceOrigin>,
    search: &SearchOptions,
    cancel: &Cancel,
    observer: &mut dyn Observer,
) -> StateSpaceRun {
    let first = from.unwrap_or(DistanceOrigin::Target);
    let objective = match search.objective_of(puzzle) {
        Ok(objective) => objective,
        Err(reason) => {
            let end = Err(Unanswered::unsupported(reason));
            return StateSpaceRun { objective: None, from: first, end, statistics: None };
        }
    };
    let mut budget = Budget::new(search.limits, cancel.clone(), observer);
    let threads = search.settings.threads;
    let options =
        |from| CensusOptions { from, threads, antipodes: false, symmetry: false, targets: false, saved: None };
    let mut counted = (first, puzzle.census(objective, options(first), &mut budget));
    if from.is_none() && matches!(counted.1, Err(Unanswered::Unsupported { .. })) {
        let from_source = puzzle.census(objective, options(DistanceOrigin::Source), &mut budget);
        // If neither is supported, the reason is that of the first.
        if !matches!(from_source, Err(Unanswered::Unsupported { .. })) {
            counted = (DistanceOrigin::Source, from_source);
        }
    }
    let (from, end) = counted;
    StateSpaceRun { objective: Some(*objective), from, end, statistics: Some(budget.statistics()) }
}

// All optimal answers: one is found and proved, then the others of its cost are listed. Each is replayed.

#[derive(Clone, Debug, PartialEq)]
pub struct AllAnswers {
    pub solutions: Vec<String>,
    pub stopped: Option<Stop>,
}

/// Solves `puzzle` and lists all optimal answers. There is no list unless the optimum was proved.
pub fn solve_all(
    puzzle: &dyn Puzzle,
    search: &SearchOptions,
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
    let listed = puzzle.all_optimal(&objective, cost, &mut budget, &mut solutions);
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
        let bug = bug(format_args!("'{wrong}' is not an answer of cost {cost}"));
        return (Run { end: Err(bug), ..run }, None);
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

#[cfg(test)]
mod tests {
    use lurd_engine::program::budget::Limits;

    use super::*;
    use crate::{generate::rate, test_puzzle::test_puzzle};

    fn count(from: Option<DistanceOrigin>) -> StateSpaceRun {
        census(&test_puzzle("1 -> 10"), from, &SearchOptions::default(), &Cancel::default(), &mut ())
    }

    /// At each distance: 1; 2 and 4; 5, 7 and 8; 10.
    #[test]
    fn a_space_without_moves_backward_is_counted_from_its_source() {
        let run = count(None);
        let stats = run.end.expect("counted");
        assert_eq!((run.from, stats.of, stats.other_end), (DistanceOrigin::Source, "states", Some(3)));
        assert_eq!((stats.layers, stats.examples), (vec![1, 2, 3, 1], Vec::new()));
        let Err(Unanswered::Unsupported { reason }) = count(Some(DistanceOrigin::Target)).end else {
            panic!("counted")
        };
        assert!(reason.contains("use --from source"), "{reason}");
    }

    #[test]
    fn all_answers_are_listed_without_moves_backward() {
        let puzzle = test_puzzle("1 -> 10");
        let (run, all) = solve_all(&puzzle, &SearchOptions::default(), &Cancel::default(), &mut ());
        assert_eq!((run.proved_cost(), all.expect("a list").solutions), (Some(3), vec!["*+*".into(), "+++".into()]));
    }

    #[test]
    fn a_puzzle_of_unknown_kind_is_rated_by_its_search() {
        let limits = Limits { nodes: Some(1000), ..Limits::NONE };
        let rate = |text| rate(&test_puzzle(text), limits, &Cancel::default(), &mut ());
        let rating = rate("1 -> 10").expect("solved");
        assert_eq!((rating.cost, rating.class, rating.part("answers")), (Some(3), None, Some(2.0)));
        assert_eq!(rating.part("counter_intuitive"), None, "there is no estimate");
        assert!(matches!(rate("5 -> 4"), Err(Unanswered::Unsolvable { .. })));
        assert_eq!(rate("0 -> 0").map(|rating| (rating.tenths, rating.cost)), Ok((0, Some(0))));
    }
}
