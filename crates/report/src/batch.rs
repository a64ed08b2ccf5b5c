//! Reports of a batch: its progress, one line per level, and the summary; benchmarks as tables.

use std::fmt::Write as _;

use lurd_engine::program::outcome::Proof;
use lurd_toolkit::{
    batch::{BatchEntry, BatchProgress, Remaining},
    exit::Status,
    results::benchmark::{Benchmark, LevelName},
    solve::Run,
};

use super::{
    diagnostic::escaped,
    grid::{Grid, number, text, wrapped},
    numbers::{amount, seconds},
    solution::unanswered_text,
    style::{BAD, GOOD, paint},
};

/// Progress of a batch, as one line without a line break.
pub fn progress_line(progress: &BatchProgress) -> String {
    let mut line = format!("{} of {} done in {}", progress.done, progress.entries, seconds(progress.seconds));
    match progress.remaining() {
        Some(Remaining::About(remaining)) => {
            let _ = write!(line, ", about {} left", roughly(remaining));
        }
        Some(Remaining::AtMost(remaining)) => {
            let _ = write!(line, ", {} running, at most {} left", progress.running.len(), roughly(remaining));
        }
        None => {}
    }
    let counts = counts(progress);
    if counts.is_empty() { line } else { format!("{line}: {counts}") }
}

/// Progress of a batch in lines: the counts, then the running levels with their times, longest first, as far as `rows`
/// suffice. Of names that are too long for `width`, the end is shown, which holds the number of the level.
pub fn live(progress: &BatchProgress, entries: &[BatchEntry], rows: usize, width: usize) -> Vec<String> {
    let mut lines = vec![progress_line(progress)];
    for (index, time) in progress.running.iter().take(rows.saturating_sub(1)) {
        let name = entries.get(*index).map_or_else(String::new, reference);
        lines.push(format!("{:>12}  {}", seconds(*time), end_of(name, width.saturating_sub(14))));
    }
    lines
}

/// The last `room` characters of a name, which begin with two dots where it is longer.
fn end_of(name: String, room: usize) -> String {
    let length = name.chars().count();
    if length <= room {
        return name;
    }
    let end: String = name.chars().skip(length - room.saturating_sub(2)).collect();
    format!("..{end}")
}

fn reference(entry: &BatchEntry) -> String {
    match entry {
        BatchEntry::Item(item) => escaped(&item.reference),
        BatchEntry::Broken(error) => escaped(&error.name),
    }
}

/// `12 solved, 1 unsolvable, 2 at the time limit`.
fn counts(progress: &BatchProgress) -> String {
    let mut parts = Vec::new();
    let mut part = |count: usize, what: &str| {
        if count > 0 {
            parts.push(format!("{count} {what}"));
        }
    };
    part(progress.solved, "solved");
    part(progress.unfinished, "of them interrupted");
    part(progress.unsolvable, "unsolvable");
    for (limit, count) in &progress.limits {
        part(*count, &format!("stopped at the {} limit", limit.describe()));
    }
    part(progress.errors, if progress.errors == 1 { "error" } else { "errors" });
    part(progress.cancelled, "interrupted");
    parts.join(", ")
}

fn roughly(time: f64) -> String {
    if time < 1.0 { "1 s".to_owned() } else { seconds(time.round()).replace(".0 s", " s") }
}

pub fn batch_summary(progress: &BatchProgress, width: usize) -> String {
    let levels = if progress.entries == 1 { "level" } else { "levels" };
    let (all, time) = (progress.entries, seconds(progress.seconds));
    let mut text = if progress.is_stopped() {
        format!("stopped after {time} with {} of {all} {levels} done", progress.finished())
    } else {
        format!("{all} {levels} in {time}")
    };
    let counts = counts(progress);
    if !counts.is_empty() {
        let _ = write!(text, ": {counts}");
    }
    wrapped(&text, width).join("\n")
}

/// The end of a batch whose file could not be written.
pub fn unwritten_batch(progress: &BatchProgress, path: &str) -> String {
    let path = escaped(path);
    format!(
        "stopped after {}; to go on once there is room, repeat the command with --resume '{path}' in place of -o",
        seconds(progress.seconds)
    )
}

/// Result of one level of a batch, in lines of `width`.
pub fn level_in_short(reference: &str, run: &Run, width: usize) -> String {
    let unit = run.objective.map_or("steps", |objective| objective.metric);
    let what = match &run.end {
        Ok(verified) => {
            let optimal = if verified.answer.proof == Proof::Optimal { ", optimal" } else { "" };
            format!("{}, {}{optimal}", paint(GOOD, "solved"), amount(verified.answer.cost, unit))
        }
        Err(unanswered) => unanswered_text(unanswered, "", usize::MAX)
            .unwrap_or_else(|| format!("{}: {}", paint(BAD, "error"), escaped(&unanswered.to_string()))),
    };
    let mut text = format!("{}: {}", escaped(reference), what.trim_end());
    if let Some(statistics) = &run.statistics {
        let _ = write!(text, ", {}", seconds(statistics.seconds));
    }
    wrapped(&text, width).join("\n  ")
}

// A benchmark as tables: what each solver solved, how soon, and what only one of two solves.

/// The tables of a benchmark with their titles.
pub(super) fn tables(benchmark: &Benchmark) -> [(String, Grid); 2] {
    let time = |time: Option<f64>| time.map_or_else(|| "-".to_owned(), seconds);
    let mut counts = Grid::new([
        text("solver"),
        number("levels", 1),
        number("solved", 0),
        number("optimal", 3),
        number("unsolvable", 4),
        number("stopped", 2),
        number("failed", 5),
        number("median", 0),
        number("median of common", 6),
    ]);
    let steps = benchmark.steps.iter().map(|(_, name)| number(name, 0));
    let mut within = Grid::new(std::iter::once(text("solver")).chain(steps).collect::<Vec<_>>());
    for (place, solver) in benchmark.solvers.iter().enumerate() {
        let of = |statuses: &[Status]| statuses.iter().map(|&status| solver.count(status)).sum::<usize>().to_string();
        counts.row([
            escaped(&solver.name),
            solver.lines.len().to_string(),
            of(&[Status::Solved]),
            solver.optimal().to_string(),
            of(&[Status::Unsolvable]),
            of(&[Status::Limit]),
            of(&[Status::Cancelled, Status::Unsupported, Status::Error]),
            time(solver.median()),
            time(benchmark.median_on_common(place)),
        ]);
        let cells = benchmark.steps.iter().map(|(time, _)| solver.solved_within(*time).to_string());
        within.row(std::iter::once(escaped(&solver.name)).chain(cells).collect::<Vec<_>>());
    }
    let (levels, common) = (benchmark.levels.len(), benchmark.solved_by_all());
    let title = format!("{levels} levels, {common} solved by all, {} by none", benchmark.solved_by_none().len());
    [(title, counts), ("solved within".to_owned(), within)]
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
    for (title, grid) in tables(benchmark) {
        let _ = writeln!(text, "{title}\n{}", grid.draw(width));
    }
    for line in differences(benchmark, MOST) {
        text.push_str(&wrapped(&line, width).join("\n  "));
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use lurd_engine::program::outcome::Limit;

    use super::*;

    fn under_way_of_nine() -> BatchProgress {
        BatchProgress {
            entries: 9,
            done: 6,
            solved: 3,
            unsolvable: 1,
            limits: vec![(Limit::Time, 1)],
            errors: 1,
            seconds: 2.0,
            searched: 1.8,
            running: vec![(0, 0.2)],
            at_once: 1,
            limit: Some(Duration::from_secs(60)),
            ..BatchProgress::default()
        }
    }

    #[test]
    fn a_batch_says_how_far_it_is() {
        let begun = BatchProgress { entries: 9, seconds: 2.0, ..BatchProgress::default() };
        assert_eq!(progress_line(&begun), "0 of 9 done in 2.0 s");
        let line = progress_line(&under_way_of_nine());
        assert_eq!(
            line,
            "6 of 9 done in 2.0 s, about 1 s left: 3 solved, 1 unsolvable, 1 stopped at the time limit, 1 error"
        );
        assert!(line.find("left").is_some_and(|at| at < 40), "what matters most fits every terminal");
        let last = BatchProgress { done: 8, solved: 5, ..under_way_of_nine() };
        assert!(progress_line(&last).starts_with("8 of 9 done in 2.0 s, 1 running, at most 1 min 00 s left: 5 solved"));
    }

    #[test]
    fn running_levels_are_shown_as_far_as_there_is_room() {
        let running = vec![(0, 61.0), (1, 7.25), (2, 0.5)];
        let busy = BatchProgress { running, ..under_way_of_nine() };
        let lines = live(&busy, &[], 9, 79);
        assert_eq!(lines.len(), 4);
        assert!(lines[1].starts_with("  1 min 01 s") && lines[3].trim_start().starts_with("500 ms"), "{lines:?}");
        let lines = live(&busy, &[], 3, 79);
        assert_eq!((lines.len(), lines[2].trim()), (3, "7.2 s"));
        assert_eq!(live(&busy, &[], 1, 79).len(), 1);
        let end = |room| end_of("levels.xsb:12".to_owned(), room);
        assert_eq!([end(13), end(12), end(5), end(0)], ["levels.xsb:12", "..els.xsb:12", "..:12", ".."]);
    }

    #[test]
    fn the_end_says_what_came_of_it() {
        let done = BatchProgress { done: 9, solved: 6, running: Vec::new(), ..under_way_of_nine() };
        let text = batch_summary(&done, 100);
        assert_eq!(text, "9 levels in 2.0 s: 6 solved, 1 unsolvable, 1 stopped at the time limit, 1 error");
        let stopped = BatchProgress { done: 7, cancelled: 1, running: Vec::new(), ..under_way_of_nine() };
        let text = batch_summary(&stopped, 200);
        assert!(text.starts_with("stopped after 2.0 s with 6 of 9 levels done: 3 solved, "), "{text}");
        assert!(text.ends_with("1 interrupted"), "{text}");
        let unfinished = BatchProgress { done: 7, unfinished: 1, running: Vec::new(), ..under_way_of_nine() };
        let text = batch_summary(&unfinished, 200);
        assert!(
            text.starts_with("stopped after 2.0 s with 6 of 9 levels done: 3 solved, 1 of them interrupted, "),
            "{text}"
        );
    }
}

#[cfg(test)]
mod benchmark_tests {
    use lurd_toolkit::results::benchmark::samples;

    use super::*;

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
        let squeezed =
            |text: &str| text.lines().map(|it| it.split_whitespace().collect::<Vec<_>>().join(" ")).collect::<Vec<_>>();
        assert_eq!(squeezed(&text), squeezed(expected), "{text}");
        let narrow = benchmark(&samples::benchmark(), 40);
        assert!(narrow.lines().all(|line| line.chars().count() <= 40), "{narrow}");
    }
}
