//! Charts as text: a bar for the time of each strategy; lower bounds with one letter per strategy and a legend.

use std::fmt::Write as _;

use super::numbers::seconds;
use super::plot::{Plot, Range, cactus, curves};
use super::ranked::{Ranked, ranked};
use lurd_toolkit::compare::Comparison;
use lurd_toolkit::results::benchmark::Benchmark;

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
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "bars"
)]
fn bars(rows: &[Ranked], width: usize) -> Option<String> {
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
    let mut text = "time (logarithmic scale)\n".to_owned();
    for row in rows {
        // The shortest has a bar, too.
        let long = |median| 1 + (range.place_by_factor(median) * (room - 1) as f64).round() as usize;
        let bar = "#".repeat(row.median.map_or(0, long));
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plot::Series;

    #[test]
    fn bars_fit_and_are_longer_for_more_time() {
        let row = |name, median, result: &str| Ranked {
            name,
            standard: crate::ranked::Standard::Proved,
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
        let lengths: Vec<usize> = text.lines().skip(1).map(|line| line.matches('#').count()).collect();
        assert_eq!((lengths[0], lengths[2]), (1, 0), "{text}");
        assert_eq!(lengths[1], 80 - 14 - 22 - 13, "{text}");
        assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
        assert!(bars(&rows[2..], 80).is_none());
    }

    #[test]
    fn points_stand_where_they_belong() {
        let series = |name: &str, place, points: &[(f64, f64)]| Series {
            name: name.to_owned(),
            place,
            points: points.to_vec(),
        };
        let plot = Plot {
            title: "t",
            across: "expanded",
            label: |value| format!("{value:.0}"),
            up: "f",
            series: vec![
                series("one", 0, &[(1.0, 3.0), (10.0, 5.0)]),
                series("two", 1, &[(100.0, 14.0), (1.0, 3.0)]),
            ],
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
