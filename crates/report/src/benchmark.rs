//! A benchmark as tables: what each solver solved, how soon, and what only one of two solves.

use std::fmt::Write as _;

use super::diagnostic::escaped;
use super::grid::{Column, Grid, number, text};
use super::numbers::seconds;
use super::wrap::wrapped;
use lurd_toolkit::results::Status;
use lurd_toolkit::results::benchmark::{Benchmark, LevelName};

/// Columns with their cells, row by row.
pub(super) struct Table {
    pub(super) title: String,
    pub(super) columns: Vec<Column>,
    pub(super) rows: Vec<Vec<String>>,
}

/// The tables of a benchmark.
pub(super) fn tables(benchmark: &Benchmark) -> [Table; 2] {
    let time = |time: Option<f64>| time.map_or_else(|| "-".to_owned(), seconds);
    let counts = benchmark.solvers.iter().enumerate().map(|(place, solver)| {
        let of = |statuses: &[Status]| {
            statuses.iter().map(|&status| solver.count(status)).sum::<usize>().to_string()
        };
        vec![
            escaped(&solver.name),
            solver.outcomes.len().to_string(),
            of(&[Status::Solved]),
            solver.optimal().to_string(),
            of(&[Status::Unsolvable]),
            of(&[Status::Limit]),
            of(&[Status::Cancelled, Status::Unsupported, Status::Error]),
            time(solver.median()),
            time(benchmark.median_on_common(place)),
        ]
    });
    let columns = vec![
        text("solver"),
        number("levels", 1),
        number("solved", 0),
        number("optimal", 3),
        number("unsolvable", 4),
        number("stopped", 2),
        number("failed", 5),
        number("median", 0),
        number("median of common", 6),
    ];
    let (levels, common) = (benchmark.levels.len(), benchmark.solved_by_all());
    let title =
        format!("{levels} levels, {common} solved by all, {} by none", benchmark.solved_by_none().len());
    let counts = Table { title, columns, rows: counts.collect() };
    let steps = benchmark.solvers.iter().map(|solver| {
        let cells = benchmark.steps.iter().map(|(time, _)| solver.solved_within(*time).to_string());
        std::iter::once(escaped(&solver.name)).chain(cells).collect()
    });
    let columns =
        std::iter::once(text("solver")).chain(benchmark.steps.iter().map(|(_, name)| number(name, 0)));
    let title = "solved within".to_owned();
    [counts, Table { title, columns: columns.collect(), rows: steps.collect() }]
}

/// What one solver solves and another does not, a line for each pair, with the first `most` levels.
pub(super) fn differences(benchmark: &Benchmark, most: usize) -> Vec<String> {
    let solvers = &benchmark.solvers;
    let mut lines = Vec::new();
    for one in 0..solvers.len() {
        for other in (0..solvers.len()).filter(|&other| other != one) {
            let only = benchmark.only(one, other);
            let (one, other) = (escaped(&solvers[one].name), escaped(&solvers[other].name));
            lines.push(format!("{one} solves, {other} does not: {}", names(&only, most)));
        }
    }
    lines
}

fn names(levels: &[&LevelName], most: usize) -> String {
    if levels.is_empty() {
        return "none".to_owned();
    }
    let shown: Vec<_> = levels.iter().take(most).map(|level| escaped(&level.to_string())).collect();
    let more = levels.len() - shown.len();
    let more = if more > 0 { format!(", and {more} more") } else { String::new() };
    format!("{} ({}{more})", levels.len(), shown.join(", "))
}

/// A benchmark in lines of `width`.
pub fn benchmark(benchmark: &Benchmark, width: usize) -> String {
    const MOST: usize = 8;
    let mut text = String::new();
    for table in tables(benchmark) {
        let mut grid = Grid::new(table.columns);
        table.rows.into_iter().for_each(|row| grid.row(row));
        let _ = writeln!(text, "{}\n{}", table.title, grid.draw(width));
    }
    for line in differences(benchmark, MOST) {
        text.push_str(&wrapped(&line, width).join("\n  "));
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use lurd_toolkit::results::benchmark::samples;

    #[test]
    fn a_benchmark_is_two_tables_and_the_differences() {
        let text = benchmark(&samples::benchmark(), 100);
        let expected = "\
6 levels, 3 solved by all, 1 by none
solver    levels  solved  optimal  unsolvable  stopped  failed   median  median of common
one            6       4        1           0        2       0    1.2 s            500 ms
two, new       6       4        1           0        2       0   750 ms            500 ms

solved within
solver    10 ms  100 ms  1 s  10 s  1 min
one           1       1    2     3      4
two, new      0       0    3     4      4

one solves, two, new does not: 1 (m.xsb:2)
two, new solves, one does not: 1 (m.xsb:3)
";
        let squeezed = |text: &str| {
            text.lines().map(|it| it.split_whitespace().collect::<Vec<_>>().join(" ")).collect::<Vec<_>>()
        };
        assert_eq!(squeezed(&text), squeezed(expected), "{text}");
        let narrow = benchmark(&samples::benchmark(), 40);
        assert!(narrow.lines().all(|line| line.chars().count() <= 40), "{narrow}");
    }
}
