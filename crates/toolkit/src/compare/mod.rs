//! Comparing strategies on one puzzle, each of them run several times.

use std::time::Duration;

use lurd_engine::budget::{Budget, Cancel, Observer, Statistics};
use lurd_engine::search::Strategy;
use lurd_puzzle::puzzle::{Fit, Objective, Puzzle, Unanswered};

use crate::{
    exit::Exit,
    search_options::{Search, parse_strategy},
    solve::{Run, solve},
};

mod ranking;
#[cfg(any(test, feature = "test-values"))]
pub mod synthetic;

pub use ranking::{Ranking, Ratio, Standing};

/// Default time limit of a run.
pub const DEFAULT_TIME: Duration = Duration::from_secs(5);

// The strategies to compare.

/// Selection of the strategies to compare.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Chosen {
    /// The strategies that fit and are compared by default.
    Fitting,
    /// All that fit; the others are listed with the reason.
    All,
    /// The strategies listed.
    These(Vec<Strategy>),
}

impl Chosen {
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
    pub rows: Vec<Row>,
    /// Describes two results that contradict each other.
    pub disagreement: Option<String>,
    /// Whether the user stopped the comparison.
    pub interrupted: bool,
}

impl Comparison {
    /// Time of a row as a multiple of the time of the leader; see [`Standing::ratio`](Standing).
    pub fn ratio(&self, row: &Row) -> Option<f64> {
        self.ranking()?.ratio(row).map(|ratio| ratio.times)
    }

    /// The exit code. Strategies that gave up do not matter if another one succeeded.
    pub fn exit(&self, chosen: &Chosen) -> Exit {
        if self.interrupted {
            return Exit::Interrupted;
        }
        let ends = || self.rows.iter().flat_map(Row::all).map(Run::exit);
        let serious = ends().filter(|exit| match exit {
            Exit::Usage => matches!(chosen, Chosen::These(_)) || self.rows.len() == 1,
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
        return Some(format!("{} found an answer, {} says there is none", yes.strategy.name(), no.strategy.name()));
    }
    for proof in &runs {
        // An optimal cost is a lower bound, too.
        let Some(bound) = proof.proved_cost().max(proof.lower_bound()) else { continue };
        if let Some((run, cost)) = solved().find(|(_, cost)| *cost < bound) {
            let claim =
                if proof.proved_cost().is_some() { "says the optimum is" } else { "says no answer costs less than" };
            return Some(format!("{} {claim} {bound}, {} found {cost}", proof.strategy.name(), run.strategy.name()));
        }
    }
    None
}

// Running a comparison.

/// A first run that takes longer, in seconds, is measured: it needs no other to warm up.
const WARM: f64 = 1.0;

/// What a comparison runs.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Options of each search except its strategy.
    pub search: Search,
    /// The strategies to run.
    pub chosen: Chosen,
    /// Measured runs per strategy.
    pub runs: usize,
    /// Unmeasured runs per strategy before the measured ones.
    pub warm_ups: usize,
}

/// Announcement of a run. All counts begin with 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Begun {
    pub strategy: Strategy,
    pub place: usize,
    pub strategies: usize,
    pub run: usize,
    /// Number of runs of this strategy unless one fails.
    pub runs: usize,
}

pub trait Watcher: Observer {
    /// Called before each run.
    fn begins(&mut self, begun: Begun) {
        let _ = begun;
    }
}

impl Watcher for () {}

/// Runs the strategies of `plan` on `puzzle`, one after the other.
pub fn compare(puzzle: &dyn Puzzle, plan: &Plan, cancel: &Cancel, watcher: &mut dyn Watcher) -> Comparison {
    let objective = plan.search.objective_of(puzzle).ok().copied();
    let mut rows = Vec::new();
    let candidates = candidates(puzzle, plan, cancel, watcher);
    let strategies = candidates.iter().filter(|fit| fit.verdict.is_ok()).count();
    let mut place = 0;
    for Fit { strategy, verdict } in candidates {
        if cancel.is_cancelled() {
            break;
        }
        rows.push(match verdict {
            Ok(()) => {
                place += 1;
                let begun = Begun { strategy, place, strategies, run: 1, runs: plan.warm_ups + plan.runs };
                measure(puzzle, begun, plan, cancel, watcher)
            }
            Err(reason) => {
                let run = Run::without_search(objective, strategy, Unanswered::unsupported(reason));
                Row { strategy, warm_ups: Vec::new(), runs: vec![run] }
            }
        });
    }
    let disagreement = disagreement(rows.iter().flat_map(Row::all));
    Comparison { objective, rows, disagreement, interrupted: cancel.is_cancelled() }
}

/// Runs one strategy several times; stops after a run without a conclusion.
fn measure(puzzle: &dyn Puzzle, mut begun: Begun, plan: &Plan, cancel: &Cancel, watcher: &mut dyn Watcher) -> Row {
    let search = Search { strategy: Some(begun.strategy), ..plan.search.clone() };
    let mut row = Row { strategy: begun.strategy, warm_ups: Vec::new(), runs: Vec::new() };
    while row.runs.len() < plan.runs {
        begun.run = row.warm_ups.len() + row.runs.len() + 1;
        watcher.begins(begun);
        let run = solve(puzzle, &search, cancel, watcher);
        let concludes = concludes(&run);
        let is_long = run.statistics.is_some_and(|it| it.seconds > WARM);
        if concludes && !is_long && begun.run <= plan.warm_ups {
            row.warm_ups.push(run);
        } else {
            row.runs.push(run);
        }
        if !concludes {
            break;
        }
    }
    row
}

/// The strategies to run, and whether they fit.
fn candidates(puzzle: &dyn Puzzle, plan: &Plan, cancel: &Cancel, observer: &mut dyn Watcher) -> Vec<Fit> {
    if let Chosen::These(these) = &plan.chosen {
        return these.iter().map(|&strategy| Fit { strategy, verdict: Ok(()) }).collect();
    }
    let only_auto = || vec![Fit { strategy: Strategy::Auto, verdict: Ok(()) }];
    // An unknown objective or rule fails the same way with every strategy: one row is enough.
    let Ok(objective) = plan.search.objective_of(puzzle) else { return only_auto() };
    if plan.search.settings_for(puzzle).is_err() {
        return only_auto();
    }
    let mut budget = Budget::new(plan.search.limits, cancel.clone(), observer);
    puzzle
        .strategies(objective, &mut budget)
        .into_iter()
        .filter(|fit| fit.strategy != Strategy::Auto)
        .filter(|fit| plan.chosen == Chosen::All || (fit.verdict.is_ok() && fit.strategy.row().compared))
        .collect()
}

// The runs of one strategy, and statistics of their times.

/// The runs of one strategy on one puzzle.
#[derive(Clone, Debug)]
pub struct Row {
    pub strategy: Strategy,
    pub warm_ups: Vec<Run>,
    pub runs: Vec<Run>,
}

/// Median and range of a figure over the runs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// The median; the mean of the middle two for an even number.
    pub median: f64,
    pub least: f64,
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

impl Row {
    /// The run shown for the row: the one without a conclusion, else the first.
    pub fn result(&self) -> Option<&Run> {
        self.runs.iter().find(|run| !concludes(run)).or(self.runs.first())
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

    /// Standard deviation of the wall time; `None` unless several runs all came to a conclusion.
    #[expect(clippy::cast_precision_loss, reason = "a number of runs")]
    pub fn deviation(&self) -> Option<f64> {
        self.seconds()?;
        let seconds: Vec<_> = self.runs.iter().filter_map(|run| Some(run.statistics?.seconds)).collect();
        let mean = seconds.iter().sum::<f64>() / seconds.len() as f64;
        let squares: f64 = seconds.iter().map(|it| (it - mean).powi(2)).sum();
        (seconds.len() > 1).then(|| (squares / (seconds.len() - 1) as f64).sqrt())
    }

    /// Processor time, like [`Row::seconds`].
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
    use lurd_engine::budget::{Cancel, Limits};
    use lurd_engine::search::Strategy;

    use super::*;
    use crate::{search_options::Search, solve::solve, test_puzzle::test_puzzle};

    #[test]
    fn contradictions_are_found() {
        let run = |strategy| {
            let search = Search { strategy: Some(strategy), limits: Limits::NONE, ..Search::default() };
            solve(&test_puzzle("1 -> 37"), &search, &Cancel::default(), &mut ())
        };
        let mut runs = [run(Strategy::Bfs), run(Strategy::Uniform)];
        assert_eq!(disagreement(runs.iter()), None);
        let Ok(verified) = &mut runs[0].end else { panic!("solved") };
        verified.answer.cost += 1;
        assert_eq!(disagreement(runs.iter()).unwrap(), "bfs says the optimum is 7, uniform found 6");
        runs[0].end = Err(Unanswered::Unsolvable { reason: String::new(), picture: None });
        assert_eq!(disagreement(runs.iter()).unwrap(), "uniform found an answer, bfs says there is none");
    }
}

#[cfg(test)]
mod measure_tests {
    use lurd_engine::budget::Limits;

    use super::*;
    use crate::{
        exit::{Exit, Status},
        test_puzzle::test_puzzle,
    };

    fn by(names: &str, nodes: Option<u64>, runs: usize) -> Comparison {
        let search = Search { limits: Limits { nodes, ..Limits::NONE }, ..Search::default() };
        let plan = Plan { search, chosen: Chosen::read(names).unwrap(), runs, warm_ups: usize::from(runs > 1) };
        compare(&test_puzzle("1 -> 37"), &plan, &Cancel::default(), &mut ())
    }

    fn plan(chosen: Chosen) -> Plan {
        Plan { search: Search::default(), chosen, runs: 1, warm_ups: 0 }
    }

    #[test]
    fn only_successes_have_a_ratio() {
        let mut comparison = by("bfs,astar,uniform", None, 1);
        let results: Vec<_> = comparison.rows.iter().map(|row| row.result().map(Run::status)).collect();
        assert_eq!(results, [Status::Solved, Status::Unsupported, Status::Solved].map(Some));
        assert_eq!(comparison.ratio(&comparison.rows[1]), None);
        assert_eq!(comparison.exit(&Chosen::All), Exit::Good);
        assert_eq!(comparison.exit(&Chosen::These(vec![])), Exit::Usage);
        comparison.rows[0].runs[0].end = Err(Unanswered::Stopped {
            stop: lurd_engine::outcome::Stop::Limit(lurd_engine::outcome::Limit::Time),
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
    fn what_failed_once_is_not_repeated() {
        let comparison = by("bfs", Some(1), 5);
        let row = &comparison.rows[0];
        assert_eq!((row.runs.len(), row.warm_ups.len()), (1, 0));
        assert!(row.seconds().is_none() && row.left_out().is_none());
    }

    #[test]
    fn all_leaves_out_what_does_not_fit_and_says_why() {
        let comparison = by("all", None, 1);
        assert_eq!(comparison.rows.len(), lurd_engine::search::STRATEGIES.len() - 1);
        let astar = comparison.rows.iter().find(|row| row.strategy == Strategy::Astar).expect("a row");
        assert!(astar.left_out().is_some_and(|reason| reason.contains("estimate")), "{:?}", astar.left_out());
        assert!(astar.runs[0].statistics.is_none(), "it did not run");
    }

    #[test]
    fn depth_first_and_exhaustive_ones_run_only_when_named() {
        let puzzle = test_puzzle("1 -> 37");
        let of = |chosen| candidates(&puzzle, &plan(chosen), &Cancel::default(), &mut ());
        let names = |fits: Vec<Fit>| fits.into_iter().map(|fit| fit.strategy).collect::<Vec<_>>();
        let default = names(of(Chosen::Fitting));
        assert!(default.contains(&Strategy::Bfs));
        assert!(!default.contains(&Strategy::Dfs) && !default.contains(&Strategy::Iddfs));
        assert!(names(of(Chosen::All)).contains(&Strategy::Dfs));
    }

    #[test]
    fn no_strategy_succeeds() {
        assert_eq!(by("bfs,uniform", Some(1), 1).exit(&Chosen::All), Exit::GaveUp);
    }

    #[test]
    fn lists_of_strategies() {
        assert_eq!(Chosen::read("bfs, astar,bfs"), Ok(Chosen::These(vec![Strategy::Bfs, Strategy::Astar])));
        assert!(Chosen::read(",").is_err());
        assert_eq!(Chosen::read("bfs,astr").unwrap_err(), "unknown strategy 'astr'; did you mean 'astar'?");
    }
}

#[cfg(test)]
mod row_tests {
    use super::*;

    #[test]
    fn the_median_is_in_the_middle() {
        let of = |figures: &[f64]| Spread::of(figures.to_vec()).map(|it| (it.least, it.median, it.most));
        assert_eq!(of(&[3.0, 1.0, 2.0]), Some((1.0, 2.0, 3.0)));
        assert_eq!(of(&[4.0, 1.0]), Some((1.0, 2.5, 4.0)));
        assert_eq!(of(&[]), None);
    }
}
