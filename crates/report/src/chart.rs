//! The data of charts: the times and results of strategies, lower bounds against expansions, levels solved within a time.

use lurd_engine::program::outcome::{Cost, Proof};
use lurd_toolkit::compare::{Comparison, Ranking, Standing, StrategyRuns};
use lurd_toolkit::results::benchmark::Benchmark;

use super::numbers::{count, seconds};

// Data of a chart of a comparison: lower bounds against expansions.

pub(super) type Point = (f64, f64);

pub(super) struct Series {
    pub(super) name: String,
    pub(super) points: Vec<Point>,
}

/// A chart of steps: an effort (on a logarithmic axis) against what it achieved.
pub(super) struct Plot {
    pub(super) title: &'static str,
    pub(super) across: &'static str,
    /// The label of a value on the axis across.
    pub(super) label: fn(f64) -> String,
    pub(super) up: &'static str,
    pub(super) series: Vec<Series>,
}

/// How the lower bound of each strategy rose; `None` without data.
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a place on a chart"
)]
pub(super) fn curves(comparison: &Comparison) -> Option<Plot> {
    let points = |row: &StrategyRuns| {
        let Some(run) = row.result() else { return Vec::new() };
        let rises = run.trace.bounds.iter().map(|it| (it.expanded.max(1) as f64, it.cost as f64));
        let end = run.statistics.map(|it| it.expanded.max(1) as f64).zip(run.trace.bounds.last());
        rises.chain(end.map(|(expanded, last)| (expanded, last.cost as f64))).collect()
    };
    let title = "lower bound by states expanded";
    let series = series(comparison, points);
    let plot = Plot { title, across: "expanded", label: |value| count(value as u64), up: "f", series };
    (!plot.series.is_empty()).then_some(plot)
}

/// How many levels each solver solves within a time (a cactus plot); `None` without a solved level.
#[expect(clippy::cast_precision_loss, reason = "a place on a chart")]
pub(super) fn cactus(benchmark: &Benchmark) -> Option<Plot> {
    /// Shorter times are drawn as this one.
    const SHORTEST: f64 = 1e-4;
    let solvers = benchmark.solvers.iter().map(|solver| {
        let solved = solver.times().into_iter().enumerate();
        let points = solved.map(|(before, time)| (time.max(SHORTEST), (before + 1) as f64)).collect();
        Series { name: solver.name.clone(), points }
    });
    let series: Vec<_> = solvers.filter(|series: &Series| !series.points.is_empty()).collect();
    let title = "levels solved within a time";
    (!series.is_empty()).then_some(Plot { title, across: "time", label: seconds, up: "solved", series })
}

fn series(comparison: &Comparison, points: impl Fn(&StrategyRuns) -> Vec<Point>) -> Vec<Series> {
    let all = comparison.rows.iter().map(|row| Series { name: row.name(), points: points(row) });
    all.filter(|series| !series.points.is_empty()).collect()
}

#[derive(Clone, Copy)]
pub(super) struct Range {
    pub(super) least: f64,
    pub(super) most: f64,
}

impl Range {
    pub(super) fn of(values: impl Iterator<Item = f64>) -> Self {
        let start = Self { least: f64::INFINITY, most: f64::NEG_INFINITY };
        values.fold(start, |range, value| Self { least: range.least.min(value), most: range.most.max(value) })
    }

    /// Whether a linear scale from 0 shows all values: the highest is less than ten times the lowest.
    pub(super) fn is_linear(self) -> bool {
        self.most < 10.0 * self.least
    }
}

impl Plot {
    pub(super) fn ranges(&self) -> (Range, Range) {
        let points = || self.series.iter().flat_map(|series| &series.points);
        (Range::of(points().map(|point| point.0)), Range::of(points().map(|point| point.1)))
    }
}

// The rows of charts: strategies from best to worst, with their times and results in words.

/// How much a strategy achieved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Standard {
    Proved,
    /// An answer without a proof of its cost.
    Unproved,
    Failed,
}

/// A strategy in a chart.
pub(super) struct RankedStrategy {
    pub(super) name: String,
    pub(super) standard: Standard,
    /// The wall time of each run in seconds.
    pub(super) times: Vec<f64>,
    pub(super) median: Option<f64>,
    pub(super) cost: Option<Cost>,
    /// The result in words: `cost 8, proved optimal`.
    pub(super) result: String,
}

/// The strategies of a comparison that fit its puzzle, in the order of its ranking.
pub(super) fn ranked(comparison: &Comparison) -> Vec<RankedStrategy> {
    let Some(Ranking { proved, unproved, failed }) = comparison.ranking() else { return Vec::new() };
    let standing = |standard| {
        move |it: &Standing<'_>| {
            let result = match (it.cost, it.proof) {
                (None, _) => "no solution, proved".to_owned(),
                (Some(cost), Proof::Optimal) => format!("cost {cost}, proved optimal"),
                (Some(cost), Proof::Within(weight)) => format!("cost {cost}, proved within {weight}"),
                (Some(cost), Proof::Nothing) => format!("cost {cost}"),
            };
            let stopped = it.stopped.map_or_else(String::new, |limit| format!("; stopped by {limit}"));
            row(it.row, standard, it.cost, result + &stopped)
        }
    };
    let failed = failed.into_iter().filter(|row| row.left_out().is_none());
    proved
        .iter()
        .map(standing(Standard::Proved))
        .chain(unproved.iter().map(standing(Standard::Unproved)))
        .chain(failed.map(|it| row(it, Standard::Failed, None, "no result".to_owned())))
        .collect()
}

fn row(row: &StrategyRuns, standard: Standard, cost: Option<Cost>, result: String) -> RankedStrategy {
    // A run without a result only shows its limit.
    let runs = row.runs.iter().filter(|_| standard != Standard::Failed);
    let times: Vec<f64> = runs.filter_map(|run| Some(run.statistics?.seconds)).collect();
    let median = lurd_toolkit::compare::Spread::of(times.clone()).map(|spread| spread.median);
    RankedStrategy { name: row.name(), standard, times, median, cost, result }
}
