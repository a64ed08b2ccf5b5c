//! One puzzle: its picture, what solving it gave, what `verify` says.

use std::fmt::Write as _;

use super::style::{BAD, DIM, GOOD, STOPPED, STRONG, paint};
use super::{Subject, bytes, count, escaped, seconds};
use crate::budget::{Progress, Statistics};
use crate::outcome::Proof;
use crate::puzzle::{Buttons, Position};
use crate::toolkit::batch::Tally;
use crate::toolkit::solve::{End, Run, Verified};
use crate::toolkit::verify::Verdict;
use crate::verify::Refusal;

/// What solving a puzzle gave; errors and unsupported wishes have no text here, they are complaints.
#[must_use]
pub fn run_text(subject: &Subject<'_>, run: &Run, width: usize) -> Option<String> {
    let unit = run.wish.map_or("steps", |wish| wish.metric);
    let body = match &run.end {
        End::Solved(verified) => solved(verified, run, unit, width),
        End::Unsolvable { reason } => {
            format!("{}, proved: {}\n", paint(BAD, "no solution"), escaped(reason))
        }
        End::Limit { limit, lower_bound } => {
            let bound = bound(*lower_bound, unit);
            format!(
                "{} at the {} limit, by {}{bound}\n",
                paint(STOPPED, "gave up"),
                limit.in_words(),
                run.strategy.name()
            )
        }
        End::Cancelled { lower_bound } => {
            let bound = bound(*lower_bound, unit);
            format!("{}, by {}{bound}\n", paint(STOPPED, "interrupted"), run.strategy.name())
        }
        End::Unsupported { .. } | End::Error { .. } => return None,
    };
    Some(format!("{}\n{body}", heading(subject)))
}

/// The line above a result: reference and title.
#[must_use]
pub fn heading(subject: &Subject<'_>) -> String {
    let reference = paint(STRONG, &escaped(subject.reference));
    if subject.name == subject.reference {
        reference
    } else {
        format!("{reference}  {}", escaped(subject.name))
    }
}

/// `push` of `pushes`, `shift` of `shifts`.
fn singular(unit: &str) -> &str {
    let bare = unit.strip_suffix('s').unwrap_or(unit);
    match bare.strip_suffix('e') {
        Some(shorter) if shorter.ends_with("sh") || shorter.ends_with("ss") => shorter,
        _ => bare,
    }
}

fn bound(bound: Option<u32>, unit: &str) -> String {
    match bound {
        None | Some(0) => "; nothing is known of a solution".to_owned(),
        Some(bound) => format!("; a solution takes at least {}", amount(bound.into(), unit)),
    }
}

/// `1 push`, `2 pushes`.
pub(super) fn amount(cost: u64, unit: &str) -> String {
    format!("{cost} {}", if cost == 1 { singular(unit) } else { unit })
}

fn solved(verified: &Verified, run: &Run, unit: &str, width: usize) -> String {
    let answer = &verified.answer;
    let proof = match answer.proof {
        Proof::Optimal => "proved optimal".to_owned(),
        Proof::Within(weight) => format!("at most {weight} times the optimum"),
        // Also where cost and bound meet: what the strategy does not claim in JSON is not said here.
        Proof::Nothing => match answer.lower_bound {
            None | Some(0) => "not claimed to be optimal".to_owned(),
            Some(bound) => format!("not claimed to be optimal (lower bound {bound})"),
        },
    };
    let cost = amount(answer.cost.into(), unit);
    let mut text = format!("{}: {cost}, {proof}, by {}", paint(GOOD, "solved"), run.strategy.name());
    if let Some(limit) = run.limit() {
        let _ = write!(text, "; the {} limit ended the proof", limit.in_words());
    }
    text.push('\n');
    if answer.solution.is_empty() {
        text.push_str("  nothing to do\n");
        return text;
    }
    for line in wrapped(&answer.solution, width.saturating_sub(2)) {
        let _ = writeln!(text, "  {line}");
    }
    // Where every step is a press of the direction it names, the answer says it all.
    let says_more = |buttons: &&Buttons| buttons.presses.iter().any(|press| press.contains('+'));
    if let Some(Buttons { profile, presses }) = verified.buttons.as_ref().filter(says_more) {
        let _ = writeln!(text, "{}", paint(DIM, &format!("buttons, layout {profile}:")));
        for line in wrapped(&presses.join(" "), width.saturating_sub(2)) {
            let _ = writeln!(text, "  {line}");
        }
    }
    text
}

/// Lines of at most `width` characters, broken at blanks where there are any.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let width = width.max(10);
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in text.split_inclusive(' ') {
        // `left 0,` stays together with its number: a blank breaks only after a comma or in a list.
        let mut word = word;
        if !line.is_empty() && line.chars().count() + word.trim_end().chars().count() > width {
            lines.push(std::mem::take(&mut line).trim_end().to_owned());
        }
        while word.chars().count() > width {
            let cut = word.char_indices().nth(width).map_or(word.len(), |(at, _)| at);
            lines.push(word[..cut].to_owned());
            word = &word[cut..];
        }
        line.push_str(word);
    }
    if !line.trim_end().is_empty() {
        lines.push(line.trim_end().to_owned());
    }
    lines
}

/// What a search took, in one line.
#[must_use]
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

/// A search under way, in one line without a line break.
#[must_use]
pub fn progress(progress: &Progress) -> String {
    let statistics = &progress.statistics;
    let mut line = format!("{}: {} expanded", seconds(statistics.seconds), count(statistics.expanded));
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
    if progress.lower_bound > 0 {
        let _ = write!(line, ", at least {}", progress.lower_bound);
    }
    let _ = write!(line, ", {}", bytes(progress.memory));
    line
}

/// A batch under way, in one line without a line break.
#[must_use]
pub fn tally(tally: &Tally) -> String {
    let mut line = format!("{} of {} done", tally.done, tally.entries);
    for (count, what) in [
        (tally.solved, "solved"),
        (tally.unsolvable, "unsolvable"),
        (tally.given_up(), "given up"),
        (tally.errors, "with an error"),
    ] {
        if count > 0 {
            let _ = write!(line, ", {count} {what}");
        }
    }
    let _ = write!(line, " in {}", seconds(tally.seconds));
    if let Some(left) = tally.seconds_left().filter(|left| *left > 0.0) {
        let _ = write!(line, "; about {} left", seconds(left));
    }
    line
}

/// A position under its name.
#[must_use]
pub fn picture(name: Option<(&str, &str)>, position: &dyn Position) -> String {
    let mut text = String::new();
    if let Some((reference, title)) = name {
        text.push_str(&paint(STRONG, &escaped(reference)));
        if title != reference {
            let _ = write!(text, "  {}", escaped(title));
        }
        text.push('\n');
    }
    for line in position.picture().lines() {
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// What `verify` says.
#[must_use]
pub fn verdict_text(subject: &Subject<'_>, verdict: &Verdict) -> Option<String> {
    let heading = heading(subject);
    match verdict {
        Verdict::Valid { metrics, .. } => {
            let metrics: Vec<_> = metrics
                .iter()
                .map(|metric| format!("{} {}", metric.value, metric.name.replace('_', " ")))
                .collect();
            Some(format!("{heading}\n{}: {}\n", paint(GOOD, "valid"), metrics.join(", ")))
        }
        Verdict::Invalid(Refusal::Misread(_)) => None,
        Verdict::Invalid(refusal) => {
            Some(format!("{heading}\n{}: {}\n", paint(BAD, "invalid"), escaped(&refusal.to_string())))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_not_many() {
        let units = ["pushes", "presses", "shifts", "moves", "steps"];
        assert_eq!(units.map(singular), ["push", "press", "shift", "move", "step"]);
        assert_eq!([amount(1, "pushes"), amount(0, "pushes")], ["1 push", "0 pushes"]);
    }

    #[test]
    fn a_bound_of_nothing_says_so() {
        for nothing in [None, Some(0)] {
            assert_eq!(bound(nothing, "moves"), "; nothing is known of a solution");
        }
        assert_eq!(bound(Some(1), "moves"), "; a solution takes at least 1 move");
    }

    #[test]
    fn a_batch_says_how_far_it_is() {
        let begun = Tally { entries: 9, seconds: 2.0, ..Tally::default() };
        assert_eq!(tally(&begun), "0 of 9 done in 2.0 s");
        let under_way = Tally { done: 6, solved: 3, unsolvable: 1, errors: 1, ..begun };
        let line =
            "6 of 9 done, 3 solved, 1 unsolvable, 1 given up, 1 with an error in 2.0 s; about 1.0 s left";
        assert_eq!(tally(&under_way), line);
        assert_eq!(tally(&Tally { done: 9, solved: 9, ..begun }), "9 of 9 done, 9 solved in 2.0 s");
    }

    #[test]
    fn answers_are_wrapped_without_loss() {
        let text = "left 0, up 3, right 2";
        assert_eq!(wrapped(text, 14), ["left 0, up 3,", "right 2"]);
        let long = "r".repeat(25);
        assert_eq!(wrapped(&long, 10), ["r".repeat(10), "r".repeat(10), "r".repeat(5)]);
        assert_eq!(wrapped("", 10), Vec::<String>::new());
    }
}
