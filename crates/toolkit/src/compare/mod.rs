//! Comparing strategies on one puzzle, each of them run several times.

use std::time::Duration;

use lurd_engine::program::budget::{Budget, Cancel, Observer, Statistics};
use lurd_engine::program::outcome::{Cost, Weight};
use lurd_engine::program::search::{self, Strategy};
use lurd_engine::program::space::DEAD_END;
use lurd_puzzle::puzzle::{Fit, Objective, Puzzle, Unanswered};
use serde::Serialize;

use crate::{
    exit::Exit,
    search_options::{SearchOptions, parse_strategy},
    solve::{Run, solve},
};

mod ranking;
mod significance;
#[cfg(any(test, feature = "test-values"))]
pub mod synthetic;

pub use ranking::{Ranking, Ratio, Standing};

/// Default time limit of a run.
pub const DEFAULT_TIME: Duration = Duration::from_secs(5);

// The strategies to compare.

/// Selection of the strategies to compare.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StrategySelection {
    /// The strategies that fit and are compared by default.
    Fitting,
    /// All that fit; the others are listed with the reason.
    All,
    /// The strategies listed.
    These(Vec<Strategy>),
}

impl StrategySelection {
    /// Reads `a,b,c` or `all`.
    ///
    /// # Errors
    /// A name is unknown, or there is none.
    pub fn read(text: &str) -> Result<Self, String> {
        if text == "all" {
            return Ok(Self::All);
        }
        let mut these = Vec::new();
        for name in text.split(',').map(str::trim).filter(|name| !name.is_empty()) {
            let strategy = parse_strategy(name)?;
            if !these.contains(&strategy) {
                these.push(strategy);
            }
        }
        if these.is_empty() {
            Err("--strategies needs a name, for example bfs,astar".to_owned())
        } else {
            Ok(Self::These(these))
        }
    }
}

// The result of a comparison.

/// Results of several strategies on one puzzle.
#[derive(Clone, Debug, Default)]
pub struct Comparison {
    /// The objective; `None` if the puzzle does not have it.
    pub objective: Option<Objective>,
    /// One row per strategy, in the order of the registry or of the user's list.
    pub rows: Vec<StrategyRuns>,
    /// Describes two results that contradict each other.
    pub disagreement: Option<String>,
    /// Whether the user stopped the comparison.
    pub interrupted: bool,
}

impl Comparison {
    /// Time of a row as a multiple of the time of the leader; see [`Standing::ratio`](Standing).
    pub fn ratio(&self, row: &StrategyRuns) -> Option<f64> {
        self.ranking()?.ratio(row).map(|ratio| ratio.times)
    }

    /// The exit code. Strategies that gave up do not matter if another one succeeded.
    pub fn exit(&self, chosen: &StrategySelection) -> Exit {
        if self.interrupted {
            return Exit::Interrupted;
        }
        let ends = || self.rows.iter().flat_map(StrategyRuns::all).map(Run::exit);
        let serious = ends().filter(|exit| match exit {
            Exit::Usage => matches!(chosen, StrategySelection::These(_)) || self.rows.len() == 1,
            exit => matches!(exit, Exit::Internal | Exit::Interrupted),
        });
        let worst = serious.fold(Exit::Good, Exit::worst);
        if worst != Exit::Good {
            return worst;
        }
        if self.disagreement.is_some() {
            return Exit::No;
        }
        ends().filter(|exit| matches!(exit, Exit::Good | Exit::No)).reduce(Exit::worst).unwrap_or(Exit::GaveUp)
    }
}

// Finds results that contradict each other, which shows an error in a strategy.

fn disagreement<'r>(runs: impl Iterator<Item = &'r Run>) -> Option<String> {
    let runs: Vec<_> = runs.collect();
    let solved = || runs.iter().filter_map(|run| run.verified().map(|verified| (*run, verified.answer.cost)));
    if let (Some((yes, _)), Some(no)) =
        (solved().next(), runs.iter().find(|run| matches!(run.end, Err(Unanswered::Unsolvable { .. }))))
    {
        let (yes, no) = (yes.strategy.name(), no.strategy.name());
        return Some(format!("{yes} found an answer, but {no} proved that there is none"));
    }
    for proof in &runs {
        // An optimal cost is a lower bound, too.
        let Some(bound) = proof.proved_cost().max(proof.lower_bound()) else { continue };
        if let Some((run, cost)) = solved().find(|(_, cost)| *cost < bound) {
            let claim = if proof.proved_cost().is_some() { "the optimum" } else { "that no answer costs less than" };
            let (proof, run) = (proof.strategy.name(), run.strategy.name());
            return Some(format!("{proof} proved {claim} {bound}, but {run} found an answer of cost {cost}"));
        }
    }
    None
}

// Running a comparison.

/// A first run longer than this, in seconds, is measured; it needs no warm-up.
const WARM: f64 = 1.0;

/// The number of runs that show how times vary.
const ENOUGH_RUNS: usize = 10;
/// The seconds after which no strategy is run again.
const ENOUGH_SECONDS: f64 = 0.5;

/// What a comparison runs.
#[derive(Clone, Debug)]
pub struct ComparisonOptions {
    /// Options of each search except its strategy.
    pub search: SearchOptions,
    /// The strategies to run.
    pub chosen: StrategySelection,
    /// The measured runs of each strategy, before which it runs once if there are several. Without a number: until there are
    /// ten, or those have taken half a second; the first run is not measured, unless it takes as long.
    pub runs: Option<usize>,
    /// The values of the weight of weighted-astar, if several are compared.
    pub weights: Vec<Weight>,
    /// The values of the width of beam, if several are compared.
    pub widths: Vec<u32>,
}

impl ComparisonOptions {
    /// The rows of a strategy and their searches: one for each value of its parameter.
    fn rows_of(&self, strategy: Strategy) -> Vec<(StrategyRuns, SearchOptions)> {
        let row = |variant: Option<String>, settings| {
            let search = SearchOptions { strategy: Some(strategy), settings, ..self.search.clone() };
            (StrategyRuns::new(strategy, variant), search)
        };
        let settings = self.search.settings;
        let by_weight =
            |&weight: &Weight| row(Some(format!("weight={weight}")), search::Settings { weight, ..settings });
        let by_width = |&width: &u32| row(Some(format!("width={width}")), search::Settings { width, ..settings });
        match strategy {
            Strategy::WeightedAstar if !self.weights.is_empty() => self.weights.iter().map(by_weight).collect(),
            Strategy::Beam if !self.widths.is_empty() => self.widths.iter().map(by_width).collect(),
            _ => vec![row(None, settings)],
        }
    }

    /// Whether the next run of a row is a warm-up.
    fn is_warm_up(&self, row: &StrategyRuns, run: &Run) -> bool {
        let seconds = run.statistics.map_or(0.0, |it| it.seconds);
        let is_short = self.runs.map_or(seconds < ENOUGH_SECONDS, |runs| runs > 1 && seconds <= WARM);
        row.all().next().is_none() && is_short
    }

    /// Whether a row needs no further run.
    fn are_enough(&self, row: &StrategyRuns) -> bool {
        let is_long = || row.all_seconds().iter().sum::<f64>() >= ENOUGH_SECONDS;
        row.runs.len() >= self.runs.unwrap_or(ENOUGH_RUNS) || self.runs.is_none() && is_long()
    }
}

/// Announcement of a run. All counts begin with 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunStart {
    pub strategy: Strategy,
    pub place: usize,
    pub strategies: usize,
    pub run: usize,
}

pub trait Watcher: Observer {
    /// Called before each run.
    fn begins(&mut self, begun: RunStart) {
        let _ = begun;
    }
}

impl Watcher for () {}

/// Runs the strategies of `options` on `puzzle`: each once, then each a second time in the opposite order, and so on, so that
/// what slows the machine for a while slows them alike. A strategy without a conclusion is not run again.
pub fn compare(
    puzzle: &dyn Puzzle,
    options: &ComparisonOptions,
    cancel: &Cancel,
    watcher: &mut dyn Watcher,
) -> Comparison {
    let objective = options.search.objective_of(puzzle).ok().copied();
    let mut rows = Vec::new();
    for Fit { strategy, verdict } in candidates(puzzle, options, cancel, watcher) {
        if let Err(reason) = verdict {
            let mut row = StrategyRuns::new(strategy, None);
            row.runs.push(Run::without_search(objective, strategy, Unanswered::unsupported(reason)));
            rows.push((row, options.search.clone()));
        } else {
            rows.extend(options.rows_of(strategy));
        }
    }
    let mut waiting: Vec<usize> = (0..rows.len()).filter(|&at| rows[at].0.runs.is_empty()).collect();
    let (strategies, mut run) = (rows.len(), 0);
    while !waiting.is_empty() {
        run += 1;
        let mut again = Vec::new();
        for at in waiting {
            if cancel.is_cancelled() {
                break;
            }
            let (row, search) = &mut rows[at];
            let (strategy, place) = (row.strategy, at + 1);
            watcher.begins(RunStart { strategy, place, strategies, run });
            let ended = solve(puzzle, search, cancel, watcher);
            let concludes = concludes(&ended);
            if concludes && options.is_warm_up(row, &ended) {
                row.warm_ups.push(ended);
            } else {
                row.runs.push(ended);
            }
            if concludes && !options.are_enough(row) {
                again.push(at);
            }
        }
        again.reverse();
        waiting = again;
    }
    // After an interrupt: what did not run has no row, and a run to warm up is better than none.
    let mut rows: Vec<_> = rows.into_iter().map(|(row, _)| row).collect();
    for row in &mut rows {
        if row.runs.is_empty() {
            row.runs.append(&mut row.warm_ups);
        }
    }
    rows.retain(|row| !row.runs.is_empty());
    let disagreement = disagreement(rows.iter().flat_map(StrategyRuns::all));
    Comparison { objective, rows, disagreement, interrupted: cancel.is_cancelled() }
}

/// The strategies to run, and whether they fit.
fn candidates(
    puzzle: &dyn Puzzle,
    options: &ComparisonOptions,
    cancel: &Cancel,
    observer: &mut dyn Watcher,
) -> Vec<Fit> {
    if let StrategySelection::These(these) = &options.chosen {
        return these.iter().map(|&strategy| Fit { strategy, verdict: Ok(()) }).collect();
    }
    let only_auto = || vec![Fit { strategy: Strategy::Auto, verdict: Ok(()) }];
    // An unknown objective or rule fails the same way with every strategy: one row is enough.
    let Ok(objective) = options.search.objective_of(puzzle) else { return only_auto() };
    if options.search.settings_for(puzzle).is_err() {
        return only_auto();
    }
    let mut budget = Budget::new(options.search.limits, cancel.clone(), observer);
    puzzle
        .strategies(objective, &mut budget)
        .into_iter()
        .filter(|fit| fit.strategy != Strategy::Auto)
        .filter(|fit| options.chosen == StrategySelection::All || (fit.verdict.is_ok() && fit.strategy.row().compared))
        .collect()
}

// The runs of one strategy, and statistics of their times.

/// The runs of one strategy on one puzzle.
#[derive(Clone, Debug)]
pub struct StrategyRuns {
    pub strategy: Strategy,
    /// The values of its parameters, if several are compared: `width=100`.
    pub variant: Option<String>,
    pub warm_ups: Vec<Run>,
    pub runs: Vec<Run>,
}

/// The median and the range of a figure over several runs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Spread {
    /// The median.
    pub median: f64,
    /// The lowest.
    pub least: f64,
    /// The highest.
    pub most: f64,
}

impl Spread {
    /// The spread of `figures`; `None` if there are none.
    pub fn of(mut figures: Vec<f64>) -> Option<Self> {
        figures.sort_by(f64::total_cmp);
        let (&least, &most) = (figures.first()?, figures.last()?);
        let middle = figures.len() / 2;
        let median =
            if figures.len() % 2 == 1 { figures[middle] } else { f64::midpoint(figures[middle - 1], figures[middle]) };
        Some(Self { median, least, most })
    }
}

impl StrategyRuns {
    fn new(strategy: Strategy, variant: Option<String>) -> Self {
        Self { strategy, variant, warm_ups: Vec::new(), runs: Vec::new() }
    }

    /// The strategy, with the values of its parameters if several are compared.
    pub fn name(&self) -> String {
        let name = self.strategy.name();
        self.variant.as_ref().map_or_else(|| name.to_owned(), |variant| format!("{name} {variant}"))
    }

    /// The run shown for the row: the one without a conclusion, else the first.
    pub fn result(&self) -> Option<&Run> {
        self.runs.iter().find(|run| !concludes(run)).or(self.runs.first())
    }

    /// The estimate of the start, if the strategy uses estimates and the start is no dead end.
    pub fn start_estimate(&self) -> Option<Cost> {
        self.result()?.start?.estimate.filter(|&estimate| estimate != DEAD_END)
    }

    /// Bytes of the tables that were built before the search.
    pub fn table_bytes(&self) -> Option<u64> {
        Some(self.result()?.start?.table_bytes)
    }

    /// The effective branching factor: the number of children of each node of a uniform tree with as many nodes as states
    /// were generated, and as deep as the answer costs (Russell & Norvig, *Artificial Intelligence*). `None` without an
    /// answer.
    #[expect(clippy::cast_precision_loss, reason = "counts below 2^53")]
    pub fn effective_branching(&self) -> Option<f64> {
        /// Maximum cost that is taken for a depth.
        const MAX_DEPTH: Cost = 100_000;
        let run = self.result()?;
        let cost = run.verified()?.answer.cost;
        let nodes = run.statistics?.generated as f64;
        if cost == 0 || cost > MAX_DEPTH || nodes < 1.0 {
            return None;
        }
        let (mut low, mut high) = (0.0, nodes);
        for _ in 0..100 {
            let middle = f64::midpoint(low, high);
            let tree = (1..=cost).scan(1.0, |layer: &mut f64, _| {
                *layer *= middle;
                Some(*layer)
            });
            // A sum that is too large for the type is infinite.
            if tree.sum::<f64>() < nodes {
                low = middle;
            } else {
                high = middle;
            }
        }
        Some(low)
    }

    /// All runs, including the unmeasured ones.
    pub fn all(&self) -> impl Iterator<Item = &Run> {
        self.warm_ups.iter().chain(&self.runs)
    }

    pub fn left_out(&self) -> Option<&str> {
        match self.result().map(|run| &run.end) {
            Some(Err(Unanswered::Unsupported { reason })) => Some(reason),
            _ => None,
        }
    }

    /// Wall time of the measured runs; `None` unless all came to a conclusion.
    pub fn seconds(&self) -> Option<Spread> {
        self.spread(|statistics| Some(statistics.seconds))
    }

    /// The wall times of the measured runs.
    fn all_seconds(&self) -> Vec<f64> {
        self.runs.iter().filter_map(|run| Some(run.statistics?.seconds)).collect()
    }

    /// Standard deviation of the wall time; `None` unless several runs all came to a conclusion.
    #[expect(clippy::cast_precision_loss, reason = "a number of runs")]
    pub fn deviation(&self) -> Option<f64> {
        self.seconds()?;
        let seconds = self.all_seconds();
        let mean = seconds.iter().sum::<f64>() / seconds.len() as f64;
        let squares: f64 = seconds.iter().map(|it| (it - mean).powi(2)).sum();
        (seconds.len() > 1).then(|| (squares / (seconds.len() - 1) as f64).sqrt())
    }

    /// Processor time, like [`StrategyRuns::seconds`].
    pub fn cpu_seconds(&self) -> Option<Spread> {
        self.spread(|statistics| statistics.cpu_seconds)
    }

    fn spread(&self, figure: fn(&Statistics) -> Option<f64>) -> Option<Spread> {
        let figures: Option<Vec<_>> =
            self.runs.iter().map(|run| run.statistics.as_ref().filter(|_| concludes(run)).and_then(figure)).collect();
        Spread::of(figures?)
    }
}

/// Whether a run ended by itself, with an answer or a proof. If a limit ended the search after an answer,
/// the time only shows the limit.
fn concludes(run: &Run) -> bool {
    match &run.end {
        Ok(verified) => verified.answer.stopped.is_none(),
        Err(unanswered) => matches!(unanswered, Unanswered::Unsolvable { .. }),
    }
}

#[cfg(test)]
mod disagreement_tests {
    use lurd_engine::program::budget::{Cancel, Limits};
    use lurd_engine::program::search::Strategy;

    use super::*;
    use crate::{search_options::SearchOptions, solve::solve, test_puzzle::test_puzzle};

    #[test]
    fn contradictions_are_found() {
        let run = |strategy| {
            let search = SearchOptions { strategy: Some(strategy), limits: Limits::NONE, ..SearchOptions::default() };
            solve(&test_puzzle("1 -> 37"), &search, &Cancel::default(), &mut ())
        };
        let mut runs = [run(Strategy::Bfs), run(Strategy::Uniform)];
        assert_eq!(disagreement(runs.iter()), None);
        let Ok(verified) = &mut runs[0].end else { panic!("solved") };
        verified.answer.cost += 1;
        assert_eq!(
            disagreement(runs.iter()).unwrap(),
            "bfs proved the optimum 7, but uniform found an answer of cost 6"
        );
        runs[0].end = Err(Unanswered::Unsolvable { reason: String::new(), picture: None });
        assert_eq!(disagreement(runs.iter()).unwrap(), "uniform found an answer, but bfs proved that there is none");
    }
}

#[cfg(test)]
mod measure_tests {
    use lurd_engine::program::budget::Limits;

    use super::*;
    use crate::{
        exit::{Exit, Status},
        test_puzzle::test_puzzle,
    };

    fn by(names: &str, nodes: Option<u64>, runs: usize) -> Comparison {
        let search = SearchOptions { limits: Limits { nodes, ..Limits::NONE }, ..SearchOptions::default() };
        let options =
            ComparisonOptions { search, runs: Some(runs), ..options(StrategySelection::read(names).unwrap()) };
        compare(&test_puzzle("1 -> 37"), &options, &Cancel::default(), &mut ())
    }

    fn options(chosen: StrategySelection) -> ComparisonOptions {
        let search = SearchOptions::default();
        ComparisonOptions { search, chosen, runs: Some(1), weights: Vec::new(), widths: Vec::new() }
    }

    #[test]
    fn only_successes_have_a_ratio() {
        let mut comparison = by("bfs,astar,uniform", None, 1);
        let results: Vec<_> = comparison.rows.iter().map(|row| row.result().map(Run::status)).collect();
        assert_eq!(results, [Status::Solved, Status::Unsupported, Status::Solved].map(Some));
        assert_eq!(comparison.ratio(&comparison.rows[1]), None);
        assert_eq!(comparison.exit(&StrategySelection::All), Exit::Good);
        assert_eq!(comparison.exit(&StrategySelection::These(vec![])), Exit::Usage);
        comparison.rows[0].runs[0].end = Err(Unanswered::Stopped {
            stop: lurd_engine::program::outcome::Stop::Limit(lurd_engine::program::outcome::Limit::Time),
            lower_bound: None,
        });
        assert_eq!(comparison.ratio(&comparison.rows[0]), None);
        assert_eq!(comparison.ratio(&comparison.rows[2]), Some(1.0));
    }

    #[test]
    fn runs_are_repeated_after_one_to_warm_up() {
        let comparison = by("bfs", None, 3);
        let row = &comparison.rows[0];
        assert_eq!((row.runs.len(), row.warm_ups.len()), (3, 1));
        let seconds = row.seconds().expect("measured");
        assert!(seconds.least <= seconds.median && seconds.median <= seconds.most);
    }

    #[test]
    fn short_runs_are_repeated_by_themselves() {
        let search = SearchOptions { limits: Limits::NONE, ..SearchOptions::default() };
        let chosen = StrategySelection::read("bfs,uniform").unwrap();
        let options = ComparisonOptions { search, runs: None, ..options(chosen) };
        let comparison = compare(&test_puzzle("1 -> 37"), &options, &Cancel::default(), &mut ());
        for row in &comparison.rows {
            let seconds: f64 = row.all_seconds().iter().sum();
            assert!(row.runs.len() == ENOUGH_RUNS || seconds >= ENOUGH_SECONDS, "{}", row.runs.len());
            assert_eq!(row.warm_ups.len(), 1);
        }
    }

    /// Two rows of the same strategy, a hundred times.
    #[test]
    fn of_two_copies_of_one_strategy_none_is_called_faster() {
        let search = SearchOptions { limits: Limits::NONE, ..SearchOptions::default() };
        let chosen = StrategySelection::These(vec![Strategy::Bfs, Strategy::Bfs]);
        let options = ComparisonOptions { search, runs: None, ..options(chosen) };
        for _ in 0..100 {
            let comparison = compare(&test_puzzle("1 -> 3000"), &options, &Cancel::default(), &mut ());
            let ranking = comparison.ranking().expect("both ran");
            let ratio = ranking.proved[1].ratio.expect("both have times");
            assert!(ratio.is_close(), "{ratio:?}");
        }
    }

    #[test]
    fn each_value_of_a_parameter_is_a_row_of_the_strategies_that_have_it() {
        let options = ComparisonOptions { widths: vec![1, 10], ..options(StrategySelection::All) };
        let names = |strategy| -> Vec<_> { options.rows_of(strategy).into_iter().map(|it| it.0.variant).collect() };
        assert_eq!(names(Strategy::Beam), [Some("width=1".to_owned()), Some("width=10".to_owned())]);
        assert_eq!(names(Strategy::Bfs), [None]);
        assert_eq!(options.rows_of(Strategy::Beam)[1].1.settings.width, 10);
        assert_eq!(StrategyRuns::new(Strategy::Beam, Some("width=1".to_owned())).name(), "beam width=1");
    }

    #[test]
    fn what_failed_once_is_not_repeated() {
        let comparison = by("bfs", Some(1), 5);
        let row = &comparison.rows[0];
        assert_eq!((row.runs.len(), row.warm_ups.len()), (1, 0));
        assert!(row.seconds().is_none() && row.left_out().is_none());
    }

    #[test]
    fn all_leaves_out_what_does_not_fit_and_says_why() {
        let comparison = by("all", None, 1);
        assert_eq!(comparison.rows.len(), lurd_engine::program::search::STRATEGIES.len() - 1);
        let astar = comparison.rows.iter().find(|row| row.strategy == Strategy::Astar).expect("a row");
        assert!(astar.left_out().is_some_and(|reason| reason.contains("estimate")), "{:?}", astar.left_out());
        assert!(astar.runs[0].statistics.is_none(), "it did not run");
    }

    #[test]
    fn depth_first_and_exhaustive_ones_run_only_when_named() {
        let puzzle = test_puzzle("1 -> 37");
        let of = |chosen| candidates(&puzzle, &options(chosen), &Cancel::default(), &mut ());
        let names = |fits: Vec<Fit>| fits.into_iter().map(|fit| fit.strategy).collect::<Vec<_>>();
        let default = names(of(StrategySelection::Fitting));
        assert!(default.contains(&Strategy::Bfs));
        assert!(!default.contains(&Strategy::Dfs) && !default.contains(&Strategy::Iddfs));
        assert!(names(of(StrategySelection::All)).contains(&Strategy::Dfs));
    }

    #[test]
    fn no_strategy_succeeds() {
        assert_eq!(by("bfs,uniform", Some(1), 1).exit(&StrategySelection::All), Exit::GaveUp);
    }

    #[test]
    fn lists_of_strategies() {
        assert_eq!(
            StrategySelection::read("bfs, astar,bfs"),
            Ok(StrategySelection::These(vec![Strategy::Bfs, Strategy::Astar]))
        );
        assert!(StrategySelection::read(",").is_err());
        assert_eq!(StrategySelection::read("bfs,astr").unwrap_err(), "unknown strategy 'astr'; did you mean 'astar'?");
    }
}

#[cfg(test)]
mod row_tests {
    use super::*;

    #[test]
    fn the_effective_branching_is_that_of_a_uniform_tree() {
        // 2 + 4 + 8 generated states for an answer of cost 3.
        let mut row = synthetic::row(Strategy::Bfs, &synthetic::proved(3), &[1.0]);
        row.runs[0].statistics = Some(Statistics { generated: 14, ..Statistics::default() });
        assert!((row.effective_branching().expect("an answer") - 2.0).abs() < 1e-9);
        row.runs[0].statistics = Some(Statistics { generated: 3, ..Statistics::default() });
        assert!((row.effective_branching().expect("an answer") - 1.0).abs() < 1e-9);
    }

    #[test]
    fn the_median_is_in_the_middle() {
        let of = |figures: &[f64]| Spread::of(figures.to_vec()).map(|it| (it.least, it.median, it.most));
        assert_eq!(of(&[3.0, 1.0, 2.0]), Some((1.0, 2.0, 3.0)));
        assert_eq!(of(&[4.0, 1.0]), Some((1.0, 2.5, 4.0)));
        assert_eq!(of(&[]), None);
    }
}
