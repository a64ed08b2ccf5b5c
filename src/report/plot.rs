//! Data of a chart of a comparison: lower bounds against expansions.

use crate::toolkit::compare::{Comparison, Row};

pub(super) type Point = (f64, f64);

pub(super) struct Series {
    pub(super) name: &'static str,
    /// Index in the comparison, which selects letter or colour in all charts.
    pub(super) place: usize,
    pub(super) points: Vec<Point>,
}

/// A chart: expansions (on a logarithmic axis) against a cost.
pub(super) struct Plot {
    pub(super) title: &'static str,
    pub(super) across: &'static str,
    pub(super) up: &'static str,
    pub(super) series: Vec<Series>,
}

/// How the lower bound of each strategy rose; `None` without data.
#[expect(clippy::cast_precision_loss, reason = "a place on a chart")]
pub(super) fn curves(comparison: &Comparison) -> Option<Plot> {
    let points = |row: &Row| {
        let Some(run) = row.result() else { return Vec::new() };
        let rises = run.trace.bounds.iter().map(|it| (it.expanded.max(1) as f64, f64::from(it.cost)));
        let end = run.statistics.map(|it| it.expanded.max(1) as f64).zip(run.trace.bounds.last());
        rises.chain(end.map(|(expanded, last)| (expanded, f64::from(last.cost)))).collect()
    };
    let title = "how the lower bound (f) rose";
    let plot = Plot { title, across: "expanded", up: "f", series: series(comparison, points) };
    (!plot.series.is_empty()).then_some(plot)
}

fn series(comparison: &Comparison, points: impl Fn(&Row) -> Vec<Point>) -> Vec<Series> {
    let all = comparison.rows.iter().enumerate().map(|(place, row)| Series {
        name: row.strategy.name(),
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
