//! Searches that run in a worker: what is asked, and what was found.

use std::time::Duration;

use anstream::adapter::strip_str;
use lurd_engine::program::budget::{Cancel, Limits, Observer, Progress};
use lurd_engine::program::outcome::{Cost, Limit, Proof, Stop};
use lurd_puzzle::puzzle::{Answer, Ending, Puzzle, ReadOptions, Unanswered};
use lurd_puzzle::verify;
use lurd_report::{self as report, AnswerOptions, Subject};
use lurd_toolkit::{
    compare::{ComparisonOptions, StrategySelection, Watcher, compare},
    optimise::optimise,
    play::dead_position,
    search_options::{SearchOptions, parse_strategy},
    solve::{Run, Verified, solve},
};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::inputs::builtin;

/// What a search is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Purpose {
    #[default]
    Solve,
    Hint,
    /// An answer to follow.
    Follow,
    /// A proof that no solution is left.
    Dead,
    /// A proof that a draft has no solution.
    Prove,
    /// The answer of a draft.
    Draft,
    Compare,
    /// A better solution than the known ones.
    Optimise,
}

/// A search that a worker carries out.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Request {
    /// Tells the result of this search from that of an earlier one.
    pub id: u32,
    pub purpose: Purpose,
    /// The name of the plug-in.
    pub kind: String,
    /// The text of the puzzle.
    pub text: String,
    /// What the puzzle is called in the result.
    pub name: String,
    /// The known solutions, to make better.
    pub known: Vec<String>,
    #[serde(flatten)]
    pub options: SearchForm,
}

/// The options of searches as the page has them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct SearchForm {
    pub objective: Option<String>,
    pub strategy: Option<String>,
    /// The strategies to compare, with commas; those that fit if empty.
    pub strategies: String,
    pub seconds: Option<f64>,
    pub megabytes: Option<u64>,
    pub nodes: Option<u64>,
    /// Whether the search ends at the first answer.
    pub first: bool,
}

/// The memory of a page is limited to 4 GiB, whatever the machine has.
const MEGABYTES: u64 = 1024;
/// The width of the lines of results, in characters.
const WIDTH: usize = 72;

impl Default for SearchForm {
    fn default() -> Self {
        Self {
            objective: None,
            strategy: None,
            strategies: String::new(),
            seconds: Some(60.0),
            megabytes: Some(MEGABYTES),
            nodes: None,
            first: false,
        }
    }
}

impl SearchForm {
    /// The options of the search.
    fn search(&self) -> Result<SearchOptions, String> {
        let mut search =
            SearchOptions { objective: self.objective.clone(), objective_is_default: true, ..SearchOptions::default() };
        if let Some(name) = self.strategy.as_deref().filter(|name| !name.is_empty()) {
            search.strategy = Some(parse_strategy(name)?);
        }
        search.settings.first = self.first;
        search.settings.threads = 1;
        let seconds = |seconds: f64| Duration::try_from_secs_f64(seconds).map_err(|_| "invalid time".to_owned());
        search.limits = Limits {
            time: self.seconds.map(seconds).transpose()?,
            memory: Some(self.megabytes.unwrap_or(MEGABYTES).clamp(1, 3 * MEGABYTES) << 20),
            nodes: self.nodes,
            ..Limits::NONE
        };
        Ok(search)
    }
}

/// What a search has found.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Found {
    pub id: u32,
    pub purpose: Purpose,
    /// As in the JSON of the program: `solved`, `limit`.
    pub status: String,
    /// The result in words, as the program prints it.
    pub text: String,
    /// The comparison as a table and charts.
    pub table: String,
    pub end: End,
    pub strategy: String,
    pub objective: Option<String>,
    pub expanded: u64,
    pub seconds: f64,
}

/// How a search ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", tag = "kind")]
pub enum End {
    Solved { solution: String, cost: Cost, proved: bool, lower_bound: Option<Cost>, stopped: bool },
    Unsolvable { reason: String },
    Stopped { limit: Option<String>, lower_bound: Option<Cost> },
    Refused { reason: String },
    Compared,
}

/// Carries out a request, and returns the result as JSON. `report` is called with the progress as JSON, about ten times a
/// second; the search ends when it returns true.
pub fn search(request: &str, report: &mut dyn FnMut(&str) -> bool) -> String {
    let found = match serde_json::from_str::<Request>(request) {
        Ok(request) => carry_out(&request, report),
        Err(error) => refused(&Request::default(), &format!("the request cannot be read: {error}")),
    };
    serde_json::to_string(&found).unwrap_or_default()
}

fn carry_out(request: &Request, report: &mut dyn FnMut(&str) -> bool) -> Found {
    let puzzle = match read(&request.kind, &request.text) {
        Ok(puzzle) => puzzle,
        Err(reason) => return refused(request, &reason),
    };
    let search = match request.options.search() {
        Ok(search) => search,
        Err(reason) => return refused(request, &reason),
    };
    let cancel = Cancel::default();
    let mut reports = Reports { report, cancel: cancel.clone(), title: String::new() };
    match request.purpose {
        Purpose::Compare => return compared(request, puzzle.as_ref(), search, &cancel, &mut reports),
        Purpose::Dead | Purpose::Prove => {
            let run = solve(puzzle.as_ref(), &dead_position::search(), &cancel, &mut ());
            return of_run(request, puzzle.as_ref(), &run);
        }
        Purpose::Optimise => {
            return match optimise(puzzle.as_ref(), &request.known, &search, &cancel, &mut reports, &mut |_| {}) {
                Some(optimised) => {
                    let found = of_run(request, puzzle.as_ref(), &optimised.run);
                    let comparison = report::optimised_text(puzzle.as_ref(), &optimised);
                    Found { text: format!("{}\n{}", found.text.trim_end(), strip_str(&comparison)), ..found }
                }
                None => refused(request, "there is no known solution"),
            };
        }
        _ => {}
    }
    let run = solve(puzzle.as_ref(), &search, &cancel, &mut reports);
    of_run(request, puzzle.as_ref(), &run)
}

/// Reads the text of a puzzle that was written by its plug-in.
pub(crate) fn read(kind: &str, text: &str) -> Result<Box<dyn Puzzle>, String> {
    let catalog = builtin();
    let plugin = catalog.plugins().find(|plugin| plugin.name() == kind);
    let plugin = plugin.ok_or_else(|| format!("there is no plug-in for {kind} puzzles"))?;
    // What is allowed was decided when the puzzle was opened.
    let options = ReadOptions { allow_unequal: true, ..ReadOptions::default() };
    let mut entries = plugin.read_with(text, &options).map_err(|diagnostic| diagnostic.to_string())?;
    if entries.is_empty() {
        return Err("there is no puzzle in the text".to_owned());
    }
    entries.remove(0).puzzle.map_err(|diagnostic| diagnostic.to_string())
}

/// Passes the progress on, and cancels the search on demand.
struct Reports<'r> {
    report: &'r mut dyn FnMut(&str) -> bool,
    cancel: Cancel,
    /// What precedes the progress.
    title: String,
}

impl Observer for Reports<'_> {
    fn progress(&mut self, progress: &Progress) {
        let text = format!("{}{}", self.title, strip_str(&report::progress(progress)));
        let line = json!({
            "text": text,
            "expanded": progress.statistics.expanded,
            "best": progress.best,
            "lower_bound": progress.lower_bound,
            "memory": progress.memory,
        });
        if (self.report)(&line.to_string()) {
            self.cancel.cancel();
        }
    }
}

impl Watcher for Reports<'_> {
    fn begins(&mut self, begun: lurd_toolkit::compare::RunStart) {
        let name = begun.strategy.name();
        self.title = format!("{name} ({} of {}), run {}: ", begun.place, begun.strategies, begun.run);
    }
}

fn of_run(request: &Request, puzzle: &dyn Puzzle, run: &Run) -> Found {
    let subject = Subject { name: &request.name, reference: &request.name, source: &request.name, index: 1, puzzle };
    let options = AnswerOptions { width: WIDTH, ..AnswerOptions::default() };
    let end = End::of(run);
    let text = report::run_text(&subject, run, options).map(|text| strip_str(&text).to_string());
    let text = match (&text, &end) {
        // The page has its own heading.
        (Some(text), _) => text.split_once('\n').map_or("", |(_, rest)| rest).to_owned(),
        (None, End::Refused { reason }) => reason.clone(),
        (None, _) => String::new(),
    };
    let statistics = run.statistics.unwrap_or_default();
    Found {
        id: request.id,
        purpose: request.purpose,
        status: run.status().to_string(),
        text,
        table: String::new(),
        end,
        strategy: run.searched_by(),
        objective: run.objective.map(|objective| objective.name.to_owned()),
        expanded: statistics.expanded,
        seconds: statistics.seconds,
    }
}

fn refused(request: &Request, reason: &str) -> Found {
    Found {
        id: request.id,
        purpose: request.purpose,
        status: "error".to_owned(),
        text: reason.to_owned(),
        table: String::new(),
        end: End::Refused { reason: reason.to_owned() },
        strategy: String::new(),
        objective: None,
        expanded: 0,
        seconds: 0.0,
    }
}

/// Compares strategies, with 5 seconds for each run unless the limit is less.
fn compared(
    request: &Request,
    puzzle: &dyn Puzzle,
    mut search: SearchOptions,
    cancel: &Cancel,
    reports: &mut Reports<'_>,
) -> Found {
    let names = request.options.strategies.trim();
    let chosen = match names {
        "" => Ok(StrategySelection::Fitting),
        names => StrategySelection::read(names),
    };
    let chosen = match chosen {
        Ok(chosen) => chosen,
        Err(reason) => return refused(request, &reason),
    };
    let most = lurd_toolkit::compare::DEFAULT_TIME;
    search.limits.time = Some(search.limits.time.map_or(most, |time| time.min(most)));
    let options = ComparisonOptions { search, chosen, runs: None, weights: Vec::new(), widths: Vec::new() };
    let comparison = compare(puzzle, &options, cancel, reports);
    let table = report::comparison(&comparison, WIDTH + 28);
    Found {
        status: "compared".to_owned(),
        text: String::new(),
        table: strip_str(&table).to_string(),
        end: End::Compared,
        ..refused(request, "")
    }
}

impl End {
    fn of(run: &Run) -> Self {
        match &run.end {
            Ok(verified) => {
                let Answer { solution, cost, proof, lower_bound, stopped } = verified.answer.clone();
                Self::Solved {
                    solution,
                    cost,
                    proved: proof == Proof::Optimal,
                    lower_bound,
                    stopped: stopped.is_some(),
                }
            }
            Err(Unanswered::Unsolvable { reason, .. }) => Self::Unsolvable { reason: reason.clone() },
            Err(Unanswered::Stopped { stop, lower_bound }) => Self::Stopped {
                limit: match stop {
                    Stop::Limit(limit) => Some(limit.to_string()),
                    _ => None,
                },
                lower_bound: *lower_bound,
            },
            Err(Unanswered::Unsupported { reason } | Unanswered::Bug { message: reason }) => {
                Self::Refused { reason: reason.clone() }
            }
        }
    }

    /// The ending for the puzzle that was searched. The answer is replayed, so that nothing depends on where it comes from.
    fn ending(&self, puzzle: &dyn Puzzle, metric: &str) -> Ending<Box<Verified>> {
        match self.clone() {
            Self::Solved { solution, cost, proved, lower_bound, .. } => {
                let bug = |what: String| Unanswered::Bug {
                    message: format!("{what}; this is a bug in lurd or in the plug-in of this puzzle"),
                };
                let replay = verify::replay(puzzle, &solution)
                    .map_err(|refusal| bug(format!("the answer does not replay: {refusal}")))?;
                if replay.metric(metric) != Some(cost) {
                    return Err(bug("the answer has another cost than was said".to_owned()));
                }
                let proof = if proved { Proof::Optimal } else { Proof::Nothing };
                let buttons = puzzle.buttons(&replay.steps);
                let answer = Answer { solution, cost, proof, lower_bound, stopped: None };
                Ok(Box::new(Verified { answer, steps: replay.steps, metrics: replay.metrics, buttons }))
            }
            Self::Unsolvable { reason } => Err(Unanswered::unsolvable(reason)),
            Self::Stopped { limit, lower_bound } => {
                let limits = [Limit::Nodes, Limit::Time, Limit::Memory, Limit::Depth, Limit::Cost];
                let stop = limits.into_iter().find(|it| Some(it.to_string()) == limit);
                Err(Unanswered::Stopped { stop: stop.map_or(Stop::Cancelled, Stop::Limit), lower_bound })
            }
            Self::Refused { reason } => Err(Unanswered::unsupported(reason)),
            Self::Compared => Err(Unanswered::unsupported("several strategies ran")),
        }
    }
}

impl Found {
    /// The run that the result is of, for the puzzle that was searched.
    pub(crate) fn run(&self, puzzle: &dyn Puzzle) -> Run {
        let named = |name: &String| puzzle.objectives().iter().find(|objective| objective.name == *name);
        let objective = self.objective.as_ref().and_then(named).or_else(|| puzzle.objectives().first()).copied();
        let strategy = parse_strategy(&self.strategy).unwrap_or(lurd_engine::program::search::Strategy::Auto);
        let metric = objective.map_or("", |objective| objective.metric);
        Run::ended(objective, strategy, self.end.ending(puzzle, metric))
    }
}
