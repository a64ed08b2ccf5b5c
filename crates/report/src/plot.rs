//! Data of a chart of a comparison: lower bounds against expansions.

use super::numbers::{count, seconds};
use lurd_toolkit::compare::{Comparison, Row};
use lurd_toolkit::results::benchmark::Benchmark;

pub(super) type Point = (f64, f64);

pub(super) struct Series {
    pub(super) name: String,
    /// Index in the comparison, which selects letter or colour in all charts.
    pub(super) place: usize,
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
    let points = |row: &Row| {
        let Some(run) = row.result() else { return Vec::new() };
        let rises = run.trace.bounds.iter().map(|it| (it.expanded.max(1) as f64, f64::from(it.cost)));
        let end = run.statistics.map(|it| it.expanded.max(1) as f64).zip(run.trace.bounds.last());
        rises.chain(end.map(|(expanded, last)| (expanded, f64::from(last.cost)))).collect()
    };
    let title = "lower bound by states expanded";
    let series = series(comparison, points);
    let plot = Plot { title, across: "expanded", label: |value| count(value as u64), up: "f", series };
    (!plot.series.is_empty()).then_some(plot)
}

/// How many levels each solver solves within a time (a cactus plot); `None` without a solved level.
#[expect(clippy::cast_precision_loss, reason = "a place on a chart")]
pub(super) fn cactus(benchmark: &Benchmark) -> Option<Plot> {
    /// Shorter times are not told apart.
    const SHORTEST: f64 = 1e-4;
    let solvers = benchmark.solvers.iter().enumerate().map(|(place, solver)| {
        let solved = solver.times().into_iter().enumerate();
        let points = solved.map(|(before, time)| (time.max(SHORTEST), (before + 1) as f64)).collect();
        Series { name: solver.name.clone(), place, points }
    });
    let series: Vec<_> = solvers.filter(|series: &Series| !series.points.is_empty()).collect();
    let title = "levels solved within a time";
    (!series.is_empty()).then_some(Plot { title, across: "time", label: seconds, up: "solved", series })
}

fn series(comparison: &Comparison, points: impl Fn(&Row) -> Vec<Point>) -> Vec<Series> {
    let all = comparison.rows.iter().enumerate().map(|(place, row)| Series {
        name: row.strategy.name().to_owned(),
        place,
        points: points(row),
    });
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

    /// Maps `value` to 0 to 1; to 0.5 if the range is a single value.
    pub(super) fn place(self, value: f64) -> f64 {
        let whole = self.most - self.least;
        if whole > 0.0 { (value - self.least) / whole } else { 0.5 }
    }

    /// Like [`place`](Self::place), on a logarithmic scale.
    pub(super) fn place_by_factor(self, value: f64) -> f64 {
        let log = |value: f64| value.max(1e-9).log10();
        Self { least: log(self.least), most: log(self.most) }.place(log(value))
    }
}

impl Plot {
    pub(super) fn ranges(&self) -> (Range, Range) {
        let points = || self.series.iter().flat_map(|series| &series.points);
        (Range::of(points().map(|point| point.0)), Range::of(points().map(|point| point.1)))
    }
}
