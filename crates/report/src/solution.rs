//! Reports of one puzzle: its board, the result of solving it, the verdict of `verify`.

use std::{borrow::Cow, fmt::Write as _};

use anstyle::Style;
use lurd_engine::program::budget::{Progress, Statistics, Task, Work, WorkKind};
use lurd_engine::program::outcome::{Cost, Proof, Stop};
use lurd_puzzle::puzzle::{CertificateVerdict, Position, SavedGame, Unanswered};
use lurd_puzzle::verify::Refusal;
use lurd_toolkit::{
    play::Walked,
    results::Subject,
    solve::{Run, Verified},
    verify::Verdict,
};

use super::{
    buttons::presses,
    diagnostic::escaped,
    grid::{Grid, number, word, wrapped},
    numbers::{amount, bytes, count, seconds},
    style::{BAD, DIM, GOOD, STOPPED, STRONG, paint, painted},
};

/// How an answer is shown.
#[derive(Clone, Copy, Debug, Default)]
pub struct AnswerOptions {
    /// The width of a line.
    pub width: usize,
    /// Whether the details of the gamepad layout are omitted.
    pub layout_is_known: bool,
}

/// The result of solving a puzzle, with the summary last; `None` for errors and unsupported objectives, which are error
/// messages.
#[must_use]
pub fn run_text(subject: &Subject<'_>, run: &Run, options: AnswerOptions) -> Option<String> {
    let width = options.width;
    let unit = run.objective.map_or("steps", |objective| objective.metric);
    let body = match &run.end {
        Ok(verified) => {
            let mut text = steps(&verified.answer.solution, width);
            let buttons = verified.buttons.as_ref().filter(|_| !verified.answer.solution.is_empty());
            if let Some(buttons) = buttons.filter(|buttons| buttons.begins.is_some()) {
                text.push_str(&presses(buttons, width, options.layout_is_known));
            }
            text + &solved(verified, run, unit, width)
        }
        Err(Unanswered::Unsolvable { reason, picture }) => {
            let text = sentence(BAD, "no solution", &format!(", proved: {}", escaped(reason)), width);
            let lines = picture.as_deref().unwrap_or_default().lines();
            lines.fold(text, |text, line| text + "  " + &escaped(line) + "\n")
        }
        Err(Unanswered::Stopped { stop: Stop::Limit(limit), lower_bound }) => {
            let bound = bound(*lower_bound, unit);
            let rest = format!(" at the {} limit, by {}{bound}", limit.describe(), run.searched_by());
            sentence(STOPPED, "gave up", &rest, width)
        }
        Err(Unanswered::Stopped { lower_bound, .. }) => {
            let bound = bound(*lower_bound, unit);
            sentence(STOPPED, "interrupted", &format!(", by {}{bound}", run.searched_by()), width)
        }
        Err(Unanswered::Unsupported { .. } | Unanswered::Bug { .. }) => return None,
    };
    Some(format!("{}\n{body}", heading(subject)))
}

/// Why there is no answer, as a line with `margin`; `None` for errors and unsupported puzzles.
pub(super) fn unanswered_text(unanswered: &Unanswered, margin: &str) -> Option<String> {
    let text = match unanswered {
        Unanswered::Unsolvable { reason, .. } => {
            format!("{}, proved: {}", paint(BAD, "no solution"), escaped(reason))
        }
        Unanswered::Stopped { stop: Stop::Limit(limit), .. } => {
            format!("{} at the {} limit", paint(STOPPED, "gave up"), limit.describe())
        }
        Unanswered::Stopped { .. } => paint(STOPPED, "interrupted"),
        Unanswered::Unsupported { .. } | Unanswered::Bug { .. } => return None,
    };
    Some(format!("{margin}{text}\n"))
}

/// Where texts without a name come from, and what a person calls their puzzles.
const CALLED: [(&str, &str); 4] = [
    ("<argument>", "typed puzzle"),
    ("<prompt>", "typed puzzle"),
    ("<typed>", "typed puzzle"),
    ("<stdin>", "piped puzzle"),
];

/// What a person calls a puzzle with a reference or title: of a text without a name, where it comes from.
pub fn called(name: &str) -> Cow<'_, str> {
    let found = CALLED.iter().find_map(|(source, called)| Some((name.strip_prefix(source)?, called)));
    found.map_or(Cow::Borrowed(name), |(number, called)| Cow::Owned(format!("{called}{}", number.replace(':', " "))))
}

/// The heading of a result: reference and title.
pub fn heading(subject: &Subject<'_>) -> String {
    let reference = paint(STRONG, &escaped(&called(subject.reference)));
    if subject.name == subject.reference { reference } else { format!("{reference}  {}", escaped(subject.name)) }
}

/// A sentence that begins with a word in `style`, in lines of `width`.
fn sentence(style: Style, word: &str, rest: &str, width: usize) -> String {
    let lines = wrapped(&format!("{word}{rest}"), width);
    let text = lines.join("\n") + "\n";
    match text.strip_prefix(word) {
        Some(rest) => format!("{}{rest}", paint(style, word)),
        None => text,
    }
}

fn bound(bound: Option<Cost>, unit: &str) -> String {
    match bound {
        None | Some(0) => "; no lower bound is known".to_owned(),
        Some(bound) => format!("; a solution takes at least {}", amount(bound, unit)),
    }
}

fn solved(verified: &Verified, run: &Run, unit: &str, width: usize) -> String {
    let answer = &verified.answer;
    let proof = match answer.proof {
        Proof::Optimal => "proved optimal".to_owned(),
        Proof::Within(weight) => format!("at most {weight} times the optimum"),
        Proof::Nothing => match answer.lower_bound {
            None | Some(0) => "not claimed to be optimal".to_owned(),
            Some(bound) => format!("not claimed to be optimal (lower bound {bound})"),
        },
    };
    let cost = amount(answer.cost, unit);
    let mut rest = format!(": {cost}, {proof}, by {}", run.searched_by());
    if let Some(secondary) = run.secondary {
        let value = verified.metrics.iter().find(|metric| metric.name == secondary.metric);
        let value = amount(value.map_or(0, |metric| metric.value), secondary.metric);
        let which = if secondary.proved { "the fewest" } else { "perhaps not the fewest" };
        let _ = write!(rest, "; {value}, {which} of any such answer");
    }
    if let Some(limit) = run.limit() {
        let _ = write!(rest, "; the {} limit was reached before a proof", limit.describe());
    }
    if answer.stopped == Some(Stop::Cancelled) {
        let what = if answer.proof == Proof::Optimal { "search" } else { "proof" };
        let _ = write!(rest, "; stopped before the {what} was complete");
    }
    sentence(GOOD, "solved", &rest, width)
}

/// The steps of a solution in lines of `width`.
fn steps(solution: &str, width: usize) -> String {
    if solution.is_empty() {
        return "  already solved\n".to_owned();
    }
    let lines = wrapped(solution, width.saturating_sub(2));
    lines.iter().map(|line| ["  ", line, "\n"].concat()).collect::<Vec<_>>().concat()
}

pub fn statistics(statistics: &Statistics) -> String {
    let line = format!(
        "expanded {}, generated {}, stored {}, memory {}, time {}",
        count(statistics.expanded),
        count(statistics.generated),
        count(statistics.stored),
        bytes(statistics.peak_bytes),
        seconds(statistics.seconds)
    );
    paint(DIM, &line)
}

/// What the parts of a solver and its rules did, as a table each; nothing of a kind that has no rows.
pub fn works(works: &[Work], width: usize) -> String {
    let mut text = String::new();
    for (kind, name, counts) in [(WorkKind::Part, "part", "expanded"), (WorkKind::Rule, "rule", "pruned")] {
        let mut grid = Grid::new([word(name), number(counts, 0), number("time", 0)]);
        for work in works.iter().filter(|work| work.kind == kind) {
            grid.row([work.name.to_owned(), count(work.count), seconds(work.time.as_secs_f64())]);
        }
        if !grid.is_empty() {
            text.push_str(&grid.draw(width));
        }
    }
    text
}

/// Progress of a search, as one line without a line break.
pub fn progress(progress: &Progress) -> String {
    let (statistics, limits) = (&progress.statistics, &progress.limits);
    let mut line = seconds(statistics.seconds);
    if let Some(time) = limits.time {
        let _ = write!(line, " of {}", seconds(time.as_secs_f64()));
    }
    if let Some(task) = &progress.task {
        const WIDTH: u64 = 24;
        let done = task.done.min(task.of) * WIDTH / task.of.max(1);
        let bar: String = (0..WIDTH).map(|at| if at < done { '#' } else { '.' }).collect();
        let _ = write!(line, ": {} [{bar}]", task.name);
        if let Some(left) = seconds_left(task, statistics.seconds) {
            let _ = write!(line, " about {} left", seconds(left));
        }
        return line;
    }
    let _ = write!(line, ": {} expanded", count(statistics.expanded));
    if statistics.seconds > 0.0 {
        #[expect(
            clippy::cast_precision_loss,
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a rate"
        )]
        let rate = (statistics.expanded as f64 / statistics.seconds) as u64;
        let _ = write!(line, " ({}/s)", count(rate));
    }
    if let Some(milestone) = progress.milestone {
        let _ = write!(line, ", {} {} of {}", milestone.name, milestone.done, milestone.of);
    }
    if progress.lower_bound > 0 {
        let _ = write!(line, ", at least {}", progress.lower_bound);
    }
    if let Some(best) = progress.best {
        let _ = write!(line, ", best {best}");
    }
    let _ = write!(line, ", {}", bytes(progress.memory));
    if let Some(memory) = limits.memory {
        let _ = write!(line, " of {}", bytes(memory));
    }
    line
}

/// `a table of 479 001 600 states takes 456.8 MiB of memory`.
pub fn table_announced(states: u64, size: u64) -> String {
    format!("a table of {} states takes {} of memory", count(states), bytes(size))
}

/// An estimate of the seconds until a task is done: those since it began, for the steps that remain.
#[expect(clippy::cast_precision_loss, reason = "an estimate")]
fn seconds_left(task: &Task, now: f64) -> Option<f64> {
    /// Too few steps to go by.
    const LEAST: f64 = 0.01;
    let done = task.done as f64 / task.of.max(1) as f64;
    let passed = now - task.began?.as_secs_f64();
    (done >= LEAST).then(|| (passed * (1.0 - done) / done).max(0.0))
}

/// Steps taken in an answer: `step 3 of 8: left 0`.
pub fn walked(walked: &Walked, forward: bool) -> String {
    let Walked { steps, text, done, all } = walked;
    let back = if forward { "" } else { "back: " };
    let first = if forward { done + 1 - steps.len() } else { done + 1 };
    if steps.len() == 1 {
        format!("{back}step {first} of {all}: {text}")
    } else {
        let last = first + steps.len() - 1;
        format!("{back}steps {first}-{last} of {all}: {text}")
    }
}

/// A position under reference and title.
pub fn picture(name: Option<(&str, &str)>, position: &dyn Position) -> String {
    let mut text = String::new();
    if let Some((reference, title)) = name {
        text.push_str(&paint(STRONG, &escaped(&called(reference))));
        if title != reference {
            let _ = write!(text, "  {}", escaped(title));
        }
        text.push('\n');
    }
    for (row, line) in position.picture().lines().enumerate() {
        text.push_str(&painted(line.trim_end(), position.cell_roles(row, line)));
        text.push('\n');
    }
    text
}

pub fn verdict_text(subject: &Subject<'_>, verdict: &Verdict) -> Option<String> {
    let heading = heading(subject);
    match verdict {
        Verdict::Valid { metrics, .. } => {
            let metrics: Vec<_> = metrics.iter().map(|metric| amount(metric.value, metric.name)).collect();
            Some(format!("{heading}\n{}: {}\n", paint(GOOD, "valid"), metrics.join(", ")))
        }
        Verdict::Invalid(Refusal::Misread(_)) => None,
        Verdict::Invalid(refusal) => {
            Some(format!("{heading}\n{}: {}\n", paint(BAD, "invalid"), escaped(&refusal.to_string())))
        }
    }
}

/// The line of a solution that a file holds: `levels.sok:3: solution 1 'Solution 41/13': valid: 41 moves, 13 pushes`.
pub fn saved_verdict(subject: &Subject<'_>, game: &SavedGame, number: usize, verdict: &Verdict) -> String {
    let title = game.title.as_ref().map_or_else(String::new, |title| format!(" '{}'", escaped(title)));
    let name = format!("{}: game {number}{title}", escaped(subject.reference));
    match verdict {
        Verdict::Valid { metrics, .. } => {
            let metrics: Vec<_> = metrics.iter().map(|metric| amount(metric.value, metric.name)).collect();
            format!("{name}: {}: {}\n", paint(GOOD, "valid"), metrics.join(", "))
        }
        Verdict::Invalid(refusal) => {
            let place = match refusal {
                Refusal::Misread(misread) => {
                    let before = game.steps.get(..misread.place.start).unwrap_or(&game.steps);
                    format!(" (character {} of its steps)", before.chars().count() + 1)
                }
                _ => String::new(),
            };
            format!("{name}: {}: {}{place}\n", paint(BAD, "invalid"), escaped(&refusal.to_string()))
        }
    }
}

pub fn certificate_text(subject: &Subject<'_>, verdict: &CertificateVerdict) -> String {
    let (style, word) = match verdict {
        CertificateVerdict::Holds(_) => (GOOD, "valid"),
        CertificateVerdict::Fails(_) => (BAD, "invalid"),
        CertificateVerdict::Stopped(Stop::Limit(_)) => (STOPPED, "gave up"),
        CertificateVerdict::Stopped(_) => (STOPPED, "interrupted"),
    };
    format!("{}\n{}: {}\n", heading(subject), paint(style, word), escaped(&judgement(verdict)))
}

pub(super) fn judgement(verdict: &CertificateVerdict) -> String {
    match verdict {
        CertificateVerdict::Holds(patterns) => {
            format!("there is no solution, by {}", amount(*patterns as u64, "patterns"))
        }
        CertificateVerdict::Fails(flaw) => flaw.clone(),
        CertificateVerdict::Stopped(Stop::Limit(limit)) => {
            format!("stopped at the {} limit; neither confirmed nor refuted", limit.describe())
        }
        CertificateVerdict::Stopped(_) => "neither confirmed nor refuted".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use lurd_engine::program::budget::Limits;

    use super::*;

    #[test]
    fn a_bound_of_nothing_says_so() {
        for nothing in [None, Some(0)] {
            assert_eq!(bound(nothing, "moves"), "; no lower bound is known");
        }
        assert_eq!(bound(Some(1), "moves"), "; a solution takes at least 1 move");
    }

    #[test]
    fn a_search_says_where_it_stands() {
        let statistics = Statistics { expanded: 3_000_000, seconds: 1.5, ..Statistics::default() };
        let limits = Limits { memory: Some(2 << 30), ..Limits::NONE };
        let mut now = Progress {
            statistics,
            lower_bound: 34,
            best: Some(40),
            memory: 5 << 20,
            limits,
            task: None,
            milestone: None,
        };
        let line = "1.5 s: 3 000 000 expanded (2 000 000/s), at least 34, best 40, 5.0 MiB of 2.0 GiB";
        assert_eq!(progress(&now), line);
        now.limits = Limits { time: Some(std::time::Duration::from_secs(60)), ..Limits::NONE };
        (now.lower_bound, now.best) = (0, None);
        assert_eq!(progress(&now), "1.5 s of 1 min 00 s: 3 000 000 expanded (2 000 000/s), 5.0 MiB");
        now.task = Some(Task { name: "a table", done: 3, of: 4, began: None });
        assert_eq!(progress(&now), "1.5 s of 1 min 00 s: a table [##################......]");
        now.task = Some(Task { name: "a table", done: 1, of: 4, began: Some(std::time::Duration::from_secs(1)) });
        assert_eq!(progress(&now), "1.5 s of 1 min 00 s: a table [######..................] about 1.5 s left");
    }
}
