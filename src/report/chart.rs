//! Charts as text: one letter per strategy, with a legend.

use std::fmt::Write as _;

use super::numbers::{count, seconds};
use super::plot::{Plot, plots};
use crate::toolkit::compare::Comparison;

const ROWS: usize = 12;
const LETTERS: &[u8] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// The charts of a comparison in lines of `width`.
pub fn charts(comparison: &Comparison, width: usize) -> String {
    plots(comparison).iter().map(|plot| chart(plot, width.min(90))).collect::<Vec<_>>().join("\n")
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
    let show = |value: f64| if plot.across == "seconds" { seconds(value) } else { count(value as u64) };
    let (least, most) = (show(across.least), show(across.most));
    let name = if plot.across == "seconds" { "time" } else { plot.across };
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
    use crate::report::plot::Series;

    #[test]
    fn points_stand_where_they_belong() {
        let series = |name, place, points: &[(f64, f64)]| Series { name, place, points: points.to_vec() };
        let plot = Plot {
            title: "t",
            across: "expanded",
            up: "f",
            series: vec![
                series("one", 0, &[(1.0, 3.0), (10.0, 5.0)]),
                series("two", 1, &[(100.0, 14.0), (1.0, 3.0)]),
            ],
            lines: true,
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
