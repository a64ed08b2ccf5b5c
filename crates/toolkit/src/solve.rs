//! Solves one puzzle under limits. Every answer is checked before it is returned: the text that will be
//! printed is replayed by the rules, and its cost is compared with the claim.

use std::panic::{AssertUnwindSafe, catch_unwind};

use lurd_engine::program::{
    budget::{Cancel, Expansion, Limits, Observer, Record, Start, Statistics, Trace, Work},
    outcome::{Cost, Limit, Proof, Stop},
    search::Strategy,
};
use lurd_puzzle::puzzle::{Answer, Buttons, Ending, Metric, Objective, Puzzle, Report, SecondaryMetric, Unanswered};
use lurd_puzzle::verify;

use super::{
    exit::{CANCELLED, Exit, Status},
    search_options::SearchOptions,
};

/// An answer that was replayed.
#[derive(Clone, Debug, PartialEq)]
pub struct Verified {
    /// The answer, as the solver returned it.
    pub answer: Answer,
    /// The steps of its solution.
    pub steps: Vec<String>,
    /// The metrics of its solution.
    pub metrics: Vec<Metric>,
    /// The buttons to press, for puzzles played with a gamepad.
    pub buttons: Option<Buttons>,
}

/// One attempt to solve a puzzle.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    /// The objective; `None` if the puzzle does not have it.
    pub objective: Option<Objective>,
    /// The strategy that ran (the one chosen by `auto`); the requested one if none ran.
    pub strategy: Strategy,
    /// The search that `auto` ran, if it is not a strategy of the registry.
    pub method: Option<String>,
    /// How the attempt ended.
    pub end: Ending<Box<Verified>>,
    /// Statistics of the search; `None` if none ran.
    pub statistics: Option<Statistics>,
    /// The secondary metric of the answer, which was minimized after the cost.
    pub secondary: Option<SecondaryMetric>,
    /// Bounds and plans by the number of expansions.
    pub trace: Trace,
    /// What the parts of the solver and its rules did, if [`SearchOptions::is_measured`].
    pub works: Option<Vec<Work>>,
    /// What was known before the first expansion, of searches by a strategy of the registry.
    pub start: Option<Start>,
    /// The expansions, if [`SearchOptions::is_traced`].
    pub expansions: Option<Vec<Expansion>>,
    /// The limits of the search; `None` if none ran.
    pub limits: Option<Limits>,
}

impl Run {
    /// A run whose search did not start.
    pub fn without_search(objective: Option<Objective>, strategy: Strategy, why: Unanswered) -> Self {
        Self::ended(objective, strategy, Err(why))
    }

    /// A run of which only the end is known.
    pub fn ended(objective: Option<Objective>, strategy: Strategy, end: Ending<Box<Verified>>) -> Self {
        Self {
            objective,
            strategy,
            method: None,
            end,
            statistics: None,
            secondary: None,
            trace: Trace::default(),
            works: None,
            start: None,
            expansions: None,
            limits: None,
        }
    }

    /// The same run with what its search used and did.
    pub(super) fn recorded(self, record: Record, search: &SearchOptions) -> Self {
        let Record { statistics, trace, works, start, expansions } = record;
        let works = search.is_measured.then_some(works);
        Self { statistics: Some(statistics), trace, works, start, expansions, limits: Some(search.limits), ..self }
    }

    /// What ran: the strategy, or `auto` with the name of its own search.
    pub fn searched_by(&self) -> String {
        match &self.method {
            Some(method) => format!("{} ({method})", Strategy::Auto.name()),
            None => self.strategy.name().to_owned(),
        }
    }

    /// The status, as in JSON and tables.
    #[must_use]
    pub fn status(&self) -> Status {
        Status::of(&self.end, Status::Solved)
    }

    /// The exit code of this result.
    #[must_use]
    pub fn exit(&self) -> Exit {
        match &self.end {
            Ok(verified) if verified.answer.stopped == Some(Stop::Cancelled) => Exit::Interrupted,
            end => Exit::of(end),
        }
    }

    /// The limit that ended the search, or the search for a proof.
    #[must_use]
    pub fn limit(&self) -> Option<Limit> {
        match &self.end {
            Ok(verified) => match verified.answer.stopped {
                Some(Stop::Limit(limit)) => Some(limit),
                _ => None,
            },
            Err(unanswered) => unanswered.limit(),
        }
    }

    /// What ended the search before it was done, by its name in JSON: a limit, or the user after an answer was found.
    #[must_use]
    pub fn ended_by(&self) -> Option<&'static str> {
        let stopped = self.verified().and_then(|verified| verified.answer.stopped);
        if stopped == Some(Stop::Cancelled) { Some(CANCELLED) } else { self.limit().map(Limit::name) }
    }

    /// The value of that limit: seconds, bytes or expansions.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "limits are far below 2^53")]
    pub fn limit_value(&self) -> Option<f64> {
        let limits = self.limits?;
        match self.limit()? {
            Limit::Time => limits.time.map(|time| time.as_secs_f64()),
            Limit::Memory => limits.memory.map(|bytes| bytes as f64),
            Limit::Nodes => limits.nodes.map(|nodes| nodes as f64),
            Limit::Cost => limits.cost.map(|cost| cost as f64),
            Limit::Depth => None,
        }
    }

    /// The proved lower bound on the cost of a solution.
    #[must_use]
    pub fn lower_bound(&self) -> Option<Cost> {
        match &self.end {
            Ok(verified) => verified.answer.lower_bound,
            Err(Unanswered::Stopped { lower_bound, .. }) => *lower_bound,
            Err(_) => None,
        }
    }

    /// The answer, if one was found.
    #[must_use]
    pub fn verified(&self) -> Option<&Verified> {
        self.end.as_deref().ok()
    }

    /// The cost of the answer, if it is proved to be optimal.
    #[must_use]
    pub fn proved_cost(&self) -> Option<Cost> {
        self.verified().filter(|verified| verified.answer.proof == Proof::Optimal).map(|it| it.answer.cost)
    }
}

/// Solves `puzzle` within the limits of `search` and returns the run: the replayed answer, or why there is none. A panic in
/// a plug-in ends the run with an error.
pub fn solve(puzzle: &dyn Puzzle, search: &SearchOptions, cancel: &Cancel, observer: &mut dyn Observer) -> Run {
    let asked = search.strategy.unwrap_or(Strategy::Auto);
    let objective = match search.objective_of(puzzle) {
        Ok(objective) => objective,
        Err(reason) => return Run::without_search(None, asked, Unanswered::unsupported(reason)),
    };
    let settings = match search.settings_for(puzzle) {
        Ok(settings) => settings,
        Err(unfit) => {
            return Run::without_search(Some(*objective), asked, Unanswered::unsupported(unfit));
        }
    };
    let mut budget = search.budget(cancel, observer);
    // A panic in a plug-in is an error of this run and must not end a session or a batch.
    let report = catch_unwind(AssertUnwindSafe(|| puzzle.solve(objective, asked, &settings, &mut budget)));
    let was_cancelled = budget.was_cancelled();
    let record = budget.into_record();
    let Ok(Report { strategy, method, mut ending, statistics, secondary }) = report else {
        let panicked = bug(format_args!("the search by {} panicked", asked.name()));
        return Run::without_search(Some(*objective), asked, panicked).recorded(record, search);
    };
    // Parts of a solver that improve its answer end without a word when they are told to. Only of what is proved to be
    // the best nothing can be missing.
    let is_best = |answer: &Answer| answer.proof == Proof::Optimal && secondary.is_some_and(|metric| metric.proved);
    if let Ok(answer) = &mut ending
        && was_cancelled
        && !is_best(answer)
    {
        answer.stopped = Some(Stop::Cancelled);
    }
    let end = replayed(puzzle, objective, ending);
    let secondary = secondary.filter(|_| end.is_ok());
    let run = Run::ended(Some(*objective), strategy, end).recorded(Record { statistics, ..record }, search);
    Run { method: method.map(str::to_owned), secondary, ..run }
}

/// The ending of a search, after the text of its answer was replayed and its cost compared with the claim.
pub(super) fn replayed(puzzle: &dyn Puzzle, objective: &Objective, ending: Ending) -> Ending<Box<Verified>> {
    let contradiction = |what| Err(bug(what));
    let answer = match ending {
        Ok(answer) => answer,
        Err(Unanswered::Stopped { stop: Stop::Paused, .. }) => {
            return Err(bug("the search paused and was not resumed"));
        }
        Err(Unanswered::Stopped { stop, lower_bound }) => return Err(Unanswered::stopped(stop, lower_bound)),
        Err(unanswered) => return Err(unanswered),
    };
    let replay = match verify::replay(puzzle, &answer.solution) {
        Ok(replay) => replay,
        Err(refusal) => return contradiction(format!("the answer does not replay: {refusal}")),
    };
    if replay.metric(objective.metric) != Some(answer.cost) {
        let counted = replay.metric(objective.metric).map_or("none".to_owned(), |count| count.to_string());
        return contradiction(format!(
            "the answer was said to take {} {}, replayed {counted}",
            answer.cost, objective.metric
        ));
    }
    if answer.lower_bound.is_some_and(|bound| bound > answer.cost) {
        return contradiction(format!("an answer of cost {} contradicts the lower bound", answer.cost));
    }
    let buttons = puzzle.buttons(&replay.steps);
    Ok(Box::new(Verified { answer, steps: replay.steps, metrics: replay.metrics, buttons }))
}

/// What went wrong is no fault of the user.
pub(super) fn bug(what: impl std::fmt::Display) -> Unanswered {
    Unanswered::Bug { message: format!("{what}; this is a bug in lurd or in the plug-in of this puzzle") }
}

#[cfg(test)]
mod tests {
    use lurd_engine::program::budget::Limits;

    use super::*;
    use crate::test_puzzle::{TestPuzzle, test_puzzle};

    fn run(puzzle: &TestPuzzle, strategy: &str, nodes: u64) -> Run {
        let limits = Limits { nodes: Some(nodes), ..Limits::NONE };
        let search = SearchOptions { strategy: Strategy::named(strategy), limits, ..SearchOptions::default() };
        solve(puzzle, &search, &Cancel::default(), &mut ())
    }

    #[test]
    fn an_answer_is_replayed_and_measured() {
        let run = run(&test_puzzle("1 -> 37"), "bfs", 1000);
        let verified = run.verified().expect("solved");
        assert_eq!((verified.answer.cost, run.proved_cost(), run.exit()), (6, Some(6), Exit::Good));
    }

    #[test]
    fn endings_keep_their_meaning() {
        let stopped = run(&test_puzzle("1 -> 37"), "bfs", 2);
        assert_eq!(
            (stopped.status(), stopped.limit(), stopped.exit()),
            (Status::Limit, Some(Limit::Nodes), Exit::GaveUp)
        );
        let never = run(&test_puzzle("5 -> 4"), "bfs", 1000);
        assert_eq!((never.status(), never.exit()), (Status::Unsolvable, Exit::No));
        let unfit = run(&test_puzzle("1 -> 37"), "astar", 1000);
        assert_eq!((unfit.status(), unfit.exit()), (Status::Unsupported, Exit::Usage));
        let Err(Unanswered::Unsupported { reason }) = unfit.end else { panic!("unsupported") };
        assert!(reason.contains("these fit: auto, bfs, uniform"), "{reason}");
    }

    #[test]
    fn a_cancelled_search_is_cancelled() {
        let cancel = Cancel::default();
        cancel.cancel();
        let run = solve(&test_puzzle("1 -> 37"), &SearchOptions::default(), &cancel, &mut ());
        assert_eq!((run.status(), run.exit()), (Status::Cancelled, Exit::Interrupted));
    }

    #[test]
    fn lies_are_found_out() {
        for lie in ["wrong cost", "wrong steps", "panic"] {
            let mut puzzle = test_puzzle("1 -> 37");
            puzzle.lie = Some(lie);
            let run = run(&puzzle, "bfs", 1000);
            assert_eq!((run.status(), run.exit()), (Status::Error, Exit::Internal), "{lie}");
        }
    }

    #[test]
    fn an_unknown_objective_names_the_known_ones() {
        let search = SearchOptions { objective: Some("step".to_owned()), ..SearchOptions::default() };
        let run = solve(&test_puzzle("1 -> 37"), &search, &Cancel::default(), &mut ());
        let Err(Unanswered::Unsupported { reason }) = run.end else { panic!("unsupported") };
        assert_eq!(reason, "toy puzzles cannot be solved for 'step', only for steps; did you mean 'steps'?");
    }
}
