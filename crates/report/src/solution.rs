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
        Err(unanswered) => {
            let rest = format!(", by {}{}", run.searched_by(), bound(run.lower_bound(), unit));
            let text = unanswered_text(unanswered, &rest, width)?;
            let picture =
                if let Unanswered::Unsolvable { picture, .. } = unanswered { picture.as_deref() } else { None };
            picture.unwrap_or_default().lines().fold(text, |text, line| text + "  " + &escaped(line) + "\n")
        }
    };
    Some(format!("{}\n{body}", heading(subject)))
}

/// Why there is no answer, in lines of `width`, with the rest of the sentence on a search that was stopped; `None` for errors
/// and unsupported puzzles.
pub(super) fn unanswered_text(unanswered: &Unanswered, rest: &str, width: usize) -> Option<String> {
    Some(match unanswered {
        Unanswered::Unsolvable { reason, .. } => {
            sentence(BAD, "no solution", &format!(", proved: {}", escaped(reason)), width)
        }
        Unanswered::Stopped { stop: Stop::Limit(limit), .. } => {
            sentence(STOPPED, "gave up", &format!(" at the {} limit{rest}", limit.describe()), width)
        }
        Unanswered::Stopped { .. } => sentence(STOPPED, "interrupted", rest, width),
        Unanswered::Unsupported { .. } | Unanswered::Bug { .. } => return None,
    })
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
    named(subject.reference, subject.name)
}

fn named(reference: &str, title: &str) -> String {
    let name = paint(STRONG, &escaped(&called(reference)));
    if title == reference { name } else { format!("{name}  {}", escaped(title)) }
}

/// A sentence that begins with a word in `style`, in lines of `width`.
fn sentence(style: Style, word: &str, rest: &str, width: usize) -> String {
    wrapped(&(paint(style, word) + rest), width).join("\n") + "\n"
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
    let solution = if solution.is_empty() { "already solved" } else { solution };
    wrapped(solution, width.saturating_sub(2)).iter().map(|line| ["  ", line, "\n"].concat()).collect()
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
    let mut expanded = format!("{} expanded", count(statistics.expanded));
    if statistics.seconds > 0.0 {
        #[expect(
            clippy::cast_precision_loss,
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a rate"
        )]
        let rate = (statistics.expanded as f64 / statistics.seconds) as u64;
        let _ = write!(expanded, " ({}/s)", count(rate));
    }
    let mut parts = vec![expanded];
    parts.extend(progress.milestone.map(|it| format!("{} {} of {}", it.name, it.done, it.of)));
    parts.extend((progress.lower_bound > 0).then(|| format!("at least {}", progress.lower_bound)));
    parts.extend(progress.best.map(|best| format!("best {best}")));
    let limit = limits.memory.map_or_else(String::new, |memory| format!(" of {}", bytes(memory)));
    parts.push(bytes(progress.memory) + &limit);
    format!("{line}: {}", parts.join(", "))
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
    let which = match steps.len() {
        1 => format!("step {first}"),
        count => format!("steps {first}-{}", first + count - 1),
    };
    format!("{back}{which} of {all}: {text}")
}

/// A position under reference and title.
pub fn picture(name: Option<(&str, &str)>, position: &dyn Position) -> String {
    let mut text = name.map_or_else(String::new, |(reference, title)| named(reference, title) + "\n");
    for (row, line) in position.picture().lines().enumerate() {
        text.push_str(&painted(line.trim_end(), position.cell_roles(row, line)));
        text.push('\n');
    }
    text
}

/// The verdict under the heading; `None` for a solution that cannot be read, which is an error.
pub fn verdict_text(subject: &Subject<'_>, verdict: &Verdict) -> Option<String> {
    let is_read = !matches!(verdict, Verdict::Invalid(Refusal::Misread(_)));
    is_read.then(|| format!("{}\n{}\n", heading(subject), judged(verdict)))
}

/// The line of a solution that a file holds: `levels.sok:3: solution 1 'Solution 41/13': valid: 41 moves, 13 pushes`.
pub fn saved_verdict(subject: &Subject<'_>, game: &SavedGame, number: usize, verdict: &Verdict) -> String {
    let title = game.title.as_ref().map_or_else(String::new, |title| format!(" '{}'", escaped(title)));
    let mut text = format!("{}: game {number}{title}: {}", escaped(subject.reference), judged(verdict));
    if let Verdict::Invalid(Refusal::Misread(misread)) = verdict {
        let before = game.steps.get(..misread.place.start).unwrap_or(&game.steps);
        let _ = write!(text, " (character {} of its steps)", before.chars().count() + 1);
    }
    text + "\n"
}

/// `valid: 41 moves, 13 pushes`.
fn judged(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Valid { metrics, .. } => {
            let metrics: Vec<_> = metrics.iter().map(|metric| amount(metric.value, metric.name)).collect();
            format!("{}: {}", paint(GOOD, "valid"), metrics.join(", "))
        }
        Verdict::Invalid(refusal) => format!("{}: {}", paint(BAD, "invalid"), escaped(&refusal.to_string())),
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
