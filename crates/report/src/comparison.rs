//! The table of a comparison of strategies.

use std::fmt::Write as _;

use super::diagnostic::escaped;
use super::grid::{Column, Grid, number, text, word};
use super::numbers::{bytes, count, seconds};
use super::summary::summary;
use super::wrap::wrapped;
use lurd_engine::budget::Statistics;
use lurd_engine::outcome::Proof;
use lurd_toolkit::compare::{Comparison, Row};
use lurd_toolkit::solve::{End, Run};

pub(super) const COLUMNS: [Column; 12] = [
    word("strategy"),
    text("result"),
    number("cost", 0),
    text("proof"),
    number("expanded", 1),
    number("generated", 6),
    number("stored", 5),
    number("memory", 4),
    number("cpu", 3),
    number("time", 0),
    number("spread", 2),
    number("ratio", 0),
];

/// Index of the column that is shown only after several runs.
const SPREAD: usize = 10;

/// A comparison: table, omitted columns and strategies, contradictions, and summary.
pub fn comparison(comparison: &Comparison, width: usize) -> String {
    let several = comparison.rows.iter().any(|row| row.runs.len() > 1);
    let keep = |at: usize| several || at != SPREAD;
    let columns: Vec<_> = (0..COLUMNS.len()).filter(|&at| keep(at)).map(|at| COLUMNS[at]).collect();
    let mut grid = Grid::new(columns);
    let ran = comparison.rows.iter().filter(|row| row.left_out().is_none());
    for row in ran {
        let cells = cells(comparison, row);
        grid.row(
            cells.into_iter().enumerate().filter(|(at, _)| keep(*at)).map(|it| it.1).collect::<Vec<_>>(),
        );
    }
    let mut text = String::new();
    if !grid.is_empty() {
        let (table, left_out) = grid.draw_fitting(width);
        text = table;
        if !left_out.is_empty() {
            let names = left_out.join(", ");
            let line = format!("columns omitted: {names}; widen the terminal or use --json");
            for line in wrapped(&line, width) {
                text.push_str(&line);
                text.push('\n');
            }
        }
    }
    for line in remarks(comparison).iter().flat_map(|line| wrapped(line, width)) {
        text.push_str(&line);
        text.push('\n');
    }
    let summary = summary(comparison, width);
    if summary.is_empty() { text } else { format!("{text}\n{summary}") }
}

pub(super) fn remarks(comparison: &Comparison) -> Vec<String> {
    let mut lines = Vec::new();
    for row in &comparison.rows {
        if let Some(reason) = row.left_out() {
            lines.push(format!("left out: {}: {}", row.strategy.name(), escaped(reason)));
        } else if let Some(Run { end: End::Error { message }, .. }) = row.result() {
            lines.push(format!("error: {}: {}", row.strategy.name(), escaped(message)));
        }
    }
    if let Some(times) = busy(comparison) {
        lines.push(format!(
            "note: the machine was busy: a run took up to {times:.1} times its processor time (cpu)"
        ));
    }
    if let Some(disagreement) = &comparison.disagreement {
        lines.push(format!("CONTRADICTION: {disagreement}"));
    }
    lines
}

/// Largest ratio of wall time to processor time of the longer runs, if it is suspiciously high.
fn busy(comparison: &Comparison) -> Option<f64> {
    const MIN_SECONDS: f64 = 0.1;
    const MAX_NORMAL: f64 = 1.5;
    let runs = comparison.rows.iter().flat_map(|row| &row.runs).filter_map(|run| run.statistics);
    let times = runs
        .filter(|it| it.seconds > MIN_SECONDS && it.cpu_seconds > 0.0)
        .map(|it| it.seconds / it.cpu_seconds);
    times.max_by(f64::total_cmp).filter(|times| *times > MAX_NORMAL)
}

/// The cells of a row, for every kind of table.
pub(super) fn cells(comparison: &Comparison, row: &Row) -> [String; 12] {
    let none = || "-".to_owned();
    let run = row.result();
    let answer = run.and_then(Run::verified).map(|verified| &verified.answer);
    let statistics = run.and_then(|run| run.statistics.as_ref());
    let figure = |figure: fn(&Statistics) -> String| statistics.map_or_else(none, figure);
    let spread = row.seconds();
    [
        name(row),
        run.map_or_else(none, result),
        answer.map_or_else(none, |answer| answer.cost.to_string()),
        answer.map_or_else(none, |answer| match answer.proof {
            Proof::Nothing => "no".to_owned(),
            proof => proof.to_string(),
        }),
        figure(|it| count(it.expanded)),
        figure(|it| count(it.generated)),
        figure(|it| count(it.stored)),
        figure(|it| bytes(it.peak_bytes)),
        row.cpu_seconds()
            .map_or_else(|| figure(|it| seconds(it.cpu_seconds)), |spread| seconds(spread.median)),
        spread.map_or_else(|| figure(|it| seconds(it.seconds)), |spread| seconds(spread.median)),
        spread
            .filter(|_| row.runs.len() > 1)
            .map_or_else(none, |spread| format!("{} to {}", seconds(spread.least), seconds(spread.most))),
        comparison.ratio(row).map_or_else(none, |ratio| format!("{ratio:.2}")),
    ]
}

/// The strategy, with the winner if it is a portfolio.
fn name(row: &Row) -> String {
    match row.result() {
        Some(run) if run.strategy != row.strategy => {
            format!("{} ({})", row.strategy.name(), run.strategy.name())
        }
        _ => row.strategy.name().to_owned(),
    }
}

fn result(run: &Run) -> String {
    match &run.end {
        End::Limit { limit, .. } => format!("gave up: {limit}"),
        End::Unsupported { .. } => "does not fit".to_owned(),
        End::Solved(_) => match run.limit() {
            Some(limit) => format!("solved, then {limit}"),
            None => "solved".to_owned(),
        },
        _ => run.status().to_owned(),
    }
}

/// Times of all runs, one line per strategy.
pub(super) fn raw_times(comparison: &Comparison) -> String {
    let mut text = String::new();
    for row in comparison.rows.iter().filter(|row| row.left_out().is_none()) {
        let times = |runs: &[Run]| {
            let times = runs.iter().filter_map(|run| run.statistics).map(|it| seconds(it.seconds));
            times.collect::<Vec<_>>().join(", ")
        };
        let _ = write!(text, "{}: {}", row.strategy.name(), times(&row.runs));
        if !row.warm_ups.is_empty() {
            let _ = write!(text, " (to warm up: {})", times(&row.warm_ups));
        }
        text.push('\n');
    }
    text
}
