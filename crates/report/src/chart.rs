//! Charts as text: a bar for the time of each strategy; lower bounds with one letter per strategy and a legend.

use std::fmt::Write as _;

use lurd_engine::program::outcome::{Cost, Proof};
use lurd_toolkit::compare::{Comparison, Ranking, Standing, StrategyRuns};
use lurd_toolkit::results::benchmark::Benchmark;

use super::numbers::{count, seconds};

const ROWS: usize = 12;
/// The fewest characters for the longest bar.
const LEAST_BAR: usize = 10;
const LETTERS: &[u8] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// The charts of a comparison in lines of `width`.
pub fn charts(comparison: &Comparison, width: usize) -> String {
    let width = width.min(90);
    let bars = bars(&ranked(comparison), width);
    let curves = curves(comparison).map(|plot| chart(&plot, width));
    [bars, curves].into_iter().flatten().collect::<Vec<_>>().join("\n")
}

/// The median times as bars on a scale of factors, in the order of the ranking, with the results beside them.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss, reason = "bars")]
fn bars(rows: &[RankedStrategy], width: usize) -> Option<String> {
    let range = Range::of(rows.iter().filter_map(|row| row.median));
    if range.least > range.most {
        return None;
    }
    let names = rows.iter().map(|row| row.name.len()).max().unwrap_or_default();
    let results = rows.iter().map(|row| row.result.chars().count()).max().unwrap_or_default();
    // Where there is no room beside the bars, the table above has the results.
    let shows_results = names + results + 13 + LEAST_BAR <= width;
    let beside = names + 11 + if shows_results { 2 + results } else { 0 };
    let room = width.saturating_sub(beside).max(LEAST_BAR);
    let is_linear = range.is_linear();
    let mut text = if is_linear { "time\n" } else { "time (logarithmic scale)\n" }.to_owned();
    for row in rows {
        // The length of a bar means its value only on a scale from 0; on a logarithmic one a point shows it.
        let long = |median: f64| 1 + (range.linear_or_by_factor(median) * (room - 1) as f64).round() as usize;
        let bar = row.median.map_or_else(String::new, |median| match long(median) {
            long if is_linear => "#".repeat(long),
            long => format!("{}o", "-".repeat(long - 1)),
        });
        let time = row.median.map_or_else(|| "-".to_owned(), seconds);
        let result = if shows_results { row.result.as_str() } else { "" };
        let line = format!("{:names$} |{bar:room$} {time:>8}  {result}", row.name);
        let _ = writeln!(text, "{}", line.trim_end());
    }
    Some(text)
}

/// A chart of what the solvers of a benchmark solve within a time.
pub fn cactus_chart(benchmark: &Benchmark, width: usize) -> Option<String> {
    cactus(benchmark).map(|plot| chart(&plot, width.min(90)))
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "places on a small grid"
)]
fn chart(plot: &Plot, width: usize) -> String {
    let (across, up) = plot.ranges();
    let margin = format!("{}", up.most).len().max(plot.up.len());
    let columns = width.saturating_sub(margin + 3).max(10);
    let mut grid = vec![vec![b' '; columns]; ROWS];
    for series in &plot.series {
        let letter = LETTERS[series.place % LETTERS.len()];
        for point in &series.points {
            let column = (across.place_by_factor(point.0) * (columns - 1) as f64).round() as usize;
            let row = ((1.0 - up.place(point.1)) * (ROWS - 1) as f64).round() as usize;
            let cell = &mut grid[row][column];
            // A star marks points of several strategies.
            *cell = if matches!(*cell, b' ') || *cell == letter { letter } else { b'*' };
        }
    }
    let mut text = format!("{}\n{:>margin$}\n", plot.title, plot.up);
    for (row, line) in grid.iter().enumerate() {
        let label = match row {
            0 => format!("{}", up.most),
            row if row == ROWS - 1 => format!("{}", up.least),
            _ => String::new(),
        };
        let line = String::from_utf8_lossy(line);
        let _ = writeln!(text, "{label:>margin$} |{}", line.trim_end());
    }
    let _ = writeln!(text, "{:margin$} +{}", "", "-".repeat(columns));
    let (least, most) = ((plot.label)(across.least), (plot.label)(across.most));
    let name = plot.across;
    let gap = columns.saturating_sub(least.chars().count() + most.chars().count() + name.len());
    let (before, after) = (gap / 2, gap - gap / 2);
    let _ = writeln!(text, "{:margin$}  {least}{:before$}{name}{:after$}{most}", "", "", "");
    let letter = |place: usize| char::from(LETTERS[place % LETTERS.len()]);
    let names = plot.series.iter().map(|series| format!("{} {}", letter(series.place), series.name));
    let mut line = String::new();
    for name in names.chain(["* several".to_owned()]) {
        if !line.is_empty() && line.len() + name.len() + 2 > width {
            let _ = writeln!(text, "{line}");
            line.clear();
        }
        let _ = write!(line, "{}{name}", if line.is_empty() { "" } else { ", " });
    }
    let _ = writeln!(text, "{line}");
    text
}

// Data of a chart of a comparison: lower bounds against expansions.

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
    let solvers = benchmark.solvers.iter().enumerate().map(|(place, solver)| {
        let solved = solver.times().into_iter().enumerate();
        let points = solved.map(|(before, time)| (time.max(SHORTEST), (before + 1) as f64)).collect();
        Series { name: solver.name.clone(), place, points }
    });
    let series: Vec<_> = solvers.filter(|series: &Series| !series.points.is_empty()).collect();
    let title = "levels solved within a time";
    (!series.is_empty()).then_some(Plot { title, across: "time", label: seconds, up: "solved", series })
}

fn series(comparison: &Comparison, points: impl Fn(&StrategyRuns) -> Vec<Point>) -> Vec<Series> {
    let all =
        comparison.rows.iter().enumerate().map(|(place, row)| Series { name: row.name(), place, points: points(row) });
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

    /// Whether a linear scale from 0 shows all values: the highest is less than ten times the lowest.
    pub(super) fn is_linear(self) -> bool {
        self.most < 10.0 * self.least
    }

    /// The place of a value on a linear scale from 0, or on a logarithmic one if the values differ by a factor of 10 or
    /// more.
    pub(super) fn linear_or_by_factor(self, value: f64) -> f64 {
        if self.is_linear() { value / self.most } else { self.place_by_factor(value) }
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

#[cfg(test)]
mod tests {
    use super::Series;
    use super::*;

    #[test]
    fn bars_fit_and_are_longer_for_more_time() {
        let row = |name: &str, median, result: &str| RankedStrategy {
            name: name.to_owned(),
            standard: super::Standard::Proved,
            times: Vec::new(),
            median,
            cost: None,
            result: result.to_owned(),
        };
        let rows = [
            row("astar", Some(0.001), "cost 8, proved optimal"),
            row("weighted-astar", Some(0.1), "cost 9"),
            row("bfs", None, "no result"),
        ];
        let text = bars(&rows, 80).expect("bars");
        // Of a point, the place; of a bar, the length.
        let length = |line: &str| {
            let bar = line.split('|').nth(1).and_then(|bar| bar.split(' ').next()).unwrap_or_default();
            bar.trim_end_matches(|sign| !matches!(sign, 'o' | '#')).len()
        };
        let lengths = |text: &str| -> Vec<usize> { text.lines().skip(1).map(length).collect() };
        let times_as_long = bars(&[row("one", Some(1.0), ""), row("two", Some(0.25), "")], 80).expect("bars");
        let long = lengths(&times_as_long);
        assert!(times_as_long.starts_with("time\n") && long[0].abs_diff(4 * long[1]) <= 4, "{times_as_long}");
        let lengths = lengths(&text);
        assert_eq!((lengths[0], lengths[2]), (1, 0), "{text}");
        assert_eq!(lengths[1], 80 - 14 - 22 - 13, "{text}");
        assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
        assert!(bars(&rows[2..], 80).is_none());
    }

    #[test]
    fn points_stand_where_they_belong() {
        let series =
            |name: &str, place, points: &[(f64, f64)]| Series { name: name.to_owned(), place, points: points.to_vec() };
        let plot = Plot {
            title: "t",
            across: "expanded",
            label: |value| format!("{value:.0}"),
            up: "f",
            series: vec![series("one", 0, &[(1.0, 3.0), (10.0, 5.0)]), series("two", 1, &[(100.0, 14.0), (1.0, 3.0)])],
        };
        let text = chart(&plot, 40);
        let lines: Vec<_> = text.lines().collect();
        assert_eq!(lines[2], format!("14 |{}b", " ".repeat(34)));
        assert_eq!(lines[13], " 3 |*", "both");
        assert!(lines.iter().all(|line| line.chars().count() <= 40), "{text}");
        assert!(text.contains("a one, b two"), "{text}");
        assert_eq!(lines[11].find('a'), Some(4 + 17), "{text}");
    }
}
