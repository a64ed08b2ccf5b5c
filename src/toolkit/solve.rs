//! Solves one puzzle under limits, and believes nothing: what is given back as solved has been
//! replayed by the plain rules from the text that will be printed.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::exit::Exit;
use super::settings::Search;
use crate::budget::{Budget, Cancel, Observer, Statistics, Trace};
use crate::outcome::{Cost, Limit, Proof, Stop};
use crate::puzzle::{Answer, Buttons, Ending, Metric, Objective, Puzzle, Report, Second};
use crate::search::Strategy;
use crate::verify;

/// An answer that was replayed.
#[derive(Clone, Debug, PartialEq)]
pub struct Verified {
    /// What the strategy gave.
    pub answer: Answer,
    /// Its steps, one by one.
    pub steps: Vec<String>,
    /// Its metrics.
    pub metrics: Vec<Metric>,
    /// The buttons to press.
    pub buttons: Option<Buttons>,
}

/// How solving a puzzle ended.
#[derive(Clone, Debug, PartialEq)]
pub enum End {
    /// With an answer, replayed.
    Solved(Box<Verified>),
    /// With a proof that there is none.
    Unsolvable {
        /// Why.
        reason: String,
        /// A picture of it.
        picture: Option<String>,
    },
    /// At a limit.
    Limit {
        /// Which.
        limit: Limit,
        /// A cost below which no solution exists.
        lower_bound: Option<Cost>,
    },
    /// By the user.
    Cancelled {
        /// A cost below which no solution exists.
        lower_bound: Option<Cost>,
    },
    /// The objective or the strategy does not fit the puzzle.
    Unsupported {
        /// Why not, and what does.
        reason: String,
    },
    /// Something that must not happen.
    Error {
        /// What.
        message: String,
    },
}

/// One attempt to solve a puzzle.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    /// The objective; `None` if the puzzle does not know it.
    pub objective: Option<Objective>,
    /// The strategy that ran (of `auto`, the one it chose; of a portfolio, the winner), or that was
    /// asked for.
    pub strategy: Strategy,
    /// How it ended.
    pub end: End,
    /// What it took; `None` if nothing ran.
    pub statistics: Option<Statistics>,
    /// Of an answer: what was made small next.
    pub second: Option<Second>,
    /// Its course.
    pub trace: Trace,
}

impl Run {
    /// The word for it in JSON and tables.
    #[must_use]
    pub fn status(&self) -> &'static str {
        match self.end {
            End::Solved(_) => "solved",
            End::Unsolvable { .. } => "unsolvable",
            End::Limit { .. } => "limit",
            End::Cancelled { .. } => "cancelled",
            End::Unsupported { .. } => "unsupported",
            End::Error { .. } => "error",
        }
    }

    /// The exit code it asks for.
    #[must_use]
    pub fn exit(&self) -> Exit {
        match &self.end {
            End::Solved(verified) if verified.answer.stopped == Some(Stop::Cancelled) => Exit::Interrupted,
            End::Solved(_) => Exit::Good,
            End::Unsolvable { .. } => Exit::No,
            End::Limit { .. } => Exit::GaveUp,
            End::Cancelled { .. } => Exit::Interrupted,
            End::Unsupported { .. } => Exit::Usage,
            End::Error { .. } => Exit::Internal,
        }
    }

    /// What ended the search, or the proof of an answer.
    #[must_use]
    pub fn limit(&self) -> Option<Limit> {
        match &self.end {
            End::Limit { limit, .. } => Some(*limit),
            End::Solved(verified) => match verified.answer.stopped {
                Some(Stop::Limit(limit)) => Some(limit),
                _ => None,
            },
            _ => None,
        }
    }

    /// A cost below which no solution exists.
    #[must_use]
    pub fn lower_bound(&self) -> Option<Cost> {
        match &self.end {
            End::Solved(verified) => verified.answer.lower_bound,
            End::Limit { lower_bound, .. } | End::Cancelled { lower_bound } => *lower_bound,
            _ => None,
        }
    }

    /// The answer, if there is one.
    #[must_use]
    pub fn verified(&self) -> Option<&Verified> {
        match &self.end {
            End::Solved(verified) => Some(verified),
            _ => None,
        }
    }

    /// The cost, if it is proved to be the least.
    #[must_use]
    pub fn proved_cost(&self) -> Option<Cost> {
        self.verified().filter(|verified| verified.answer.proof == Proof::Optimal).map(|it| it.answer.cost)
    }
}

/// Solves `puzzle` as `search` says.
pub fn solve(puzzle: &dyn Puzzle, search: &Search, cancel: &Cancel, observer: &mut dyn Observer) -> Run {
    let asked = search.strategy.unwrap_or(Strategy::Auto);
    let objective = match search.objective_of(puzzle) {
        Ok(objective) => objective,
        Err(reason) => {
            let end = End::Unsupported { reason };
            return Run {
                objective: None,
                strategy: asked,
                end,
                statistics: None,
                second: None,
                trace: Trace::default(),
            };
        }
    };
    let settings = match search.settings_for(puzzle) {
        Ok(settings) => settings,
        Err(reason) => {
            let end = End::Unsupported { reason };
            return Run {
                objective: Some(*objective),
                strategy: asked,
                end,
                statistics: None,
                second: None,
                trace: Trace::default(),
            };
        }
    };
    let mut budget = Budget::new(search.limits, cancel.clone(), observer);
    // A panic in a plug-in is its error, not the end of a session or of a batch.
    let report = catch_unwind(AssertUnwindSafe(|| puzzle.solve(objective, asked, &settings, &mut budget)));
    let trace = budget.take_trace();
    let Ok(Report { strategy, ending, statistics, second }) = report else {
        let message = format!("the search by {} panicked; this is a bug of lurd", asked.name());
        let statistics = Some(budget.statistics());
        return Run {
            objective: Some(*objective),
            strategy: asked,
            end: End::Error { message },
            statistics,
            second: None,
            trace,
        };
    };
    let end = end(puzzle, objective, ending);
    let second = second.filter(|_| matches!(end, End::Solved(_)));
    Run { objective: Some(*objective), strategy, end, statistics: Some(statistics), second, trace }
}

fn end(puzzle: &dyn Puzzle, objective: &Objective, ending: Ending) -> End {
    match ending {
        Ending::Solved(answer) => check(puzzle, objective, answer),
        Ending::Unsolvable { reason } => match reason.split_once('\n') {
            None => End::Unsolvable { reason, picture: None },
            Some((first, rest)) => {
                End::Unsolvable { reason: first.to_owned(), picture: Some(rest.to_owned()) }
            }
        },
        Ending::Stopped { stop: Stop::Limit(limit), lower_bound } => End::Limit { limit, lower_bound },
        Ending::Stopped { stop: Stop::Cancelled, lower_bound } => End::Cancelled { lower_bound },
        Ending::Stopped { stop: Stop::Paused, .. } => {
            End::Error { message: "the search paused and was not resumed; this is a bug of lurd".to_owned() }
        }
        Ending::Unsupported { reason } => End::Unsupported { reason },
    }
}

/// Replays the very text of the answer and compares what was claimed of it.
fn check(puzzle: &dyn Puzzle, objective: &Objective, answer: Answer) -> End {
    let bug =
        |what: String| End::Error { message: format!("{what}; this is a bug of lurd: nothing is claimed") };
    let replay = match verify::replay(puzzle, &answer.solution) {
        Ok(replay) => replay,
        Err(refusal) => return bug(format!("the answer does not replay: {refusal}")),
    };
    if replay.metric(objective.metric) != Some(u64::from(answer.cost)) {
        let counted = replay.metric(objective.metric).map_or("none".to_owned(), |count| count.to_string());
        return bug(format!(
            "the answer was said to take {} {}, replayed {counted}",
            answer.cost, objective.metric
        ));
    }
    if answer.lower_bound.is_some_and(|bound| bound > answer.cost) {
        return bug(format!("an answer of cost {} contradicts the lower bound", answer.cost));
    }
    let buttons = puzzle.buttons(&replay.steps);
    End::Solved(Box::new(Verified { answer, steps: replay.steps, metrics: replay.metrics, buttons }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Limits;
    use crate::toolkit::test_puzzle::{TestPuzzle, toy};

    fn run(puzzle: &TestPuzzle, strategy: &str, nodes: u64) -> Run {
        let limits = Limits { nodes: Some(nodes), ..Limits::NONE };
        let search = Search { strategy: Strategy::named(strategy), limits, ..Search::default() };
        solve(puzzle, &search, &Cancel::default(), &mut ())
    }

    #[test]
    fn an_answer_is_replayed_and_measured() {
        let run = run(&toy("1 -> 37"), "bfs", 1000);
        let verified = run.verified().expect("solved");
        assert_eq!((verified.answer.cost, run.proved_cost(), run.exit()), (6, Some(6), Exit::Good));
    }

    #[test]
    fn endings_keep_their_meaning() {
        let stopped = run(&toy("1 -> 37"), "bfs", 2);
        assert_eq!(
            (stopped.status(), stopped.limit(), stopped.exit()),
            ("limit", Some(Limit::Nodes), Exit::GaveUp)
        );
        let never = run(&toy("5 -> 4"), "bfs", 1000);
        assert_eq!((never.status(), never.exit()), ("unsolvable", Exit::No));
        let unfit = run(&toy("1 -> 37"), "astar", 1000);
        assert_eq!((unfit.status(), unfit.exit()), ("unsupported", Exit::Usage));
        let End::Unsupported { reason } = unfit.end else { panic!("unsupported") };
        assert!(reason.contains("these fit: auto, bfs, uniform"), "{reason}");
    }

    #[test]
    fn a_cancelled_search_is_cancelled() {
        let cancel = Cancel::default();
        cancel.cancel();
        let run = solve(&toy("1 -> 37"), &Search::default(), &cancel, &mut ());
        assert_eq!((run.status(), run.exit()), ("cancelled", Exit::Interrupted));
    }

    #[test]
    fn lies_are_found_out() {
        for lie in ["wrong cost", "wrong steps", "panic"] {
            let mut puzzle = toy("1 -> 37");
            puzzle.lie = Some(lie);
            let run = run(&puzzle, "bfs", 1000);
            assert_eq!((run.status(), run.exit()), ("error", Exit::Internal), "{lie}");
        }
    }

    #[test]
    fn an_unknown_objective_names_the_known_ones() {
        let search = Search { objective: Some("step".to_owned()), ..Search::default() };
        let run = solve(&toy("1 -> 37"), &search, &Cancel::default(), &mut ());
        let End::Unsupported { reason } = run.end else { panic!("unsupported") };
        assert_eq!(reason, "a toy cannot be solved for 'step', only for steps; did you mean 'steps'?");
    }
}
