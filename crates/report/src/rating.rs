//! Ratings of puzzles, generated puzzles, whole state spaces, and all optimal answers.

use std::fmt::Write as _;

use lurd_engine::program::outcome::{Limit, Stop};
use lurd_puzzle::puzzle::{
    Difficulty, DistanceOrigin, Ending, Generated, Puzzle, Rating, RatingPart, StateSpaceStats, Unanswered,
};
use lurd_toolkit::{
    exit::Status,
    results::{ResultLine, Stats, Subject},
    solve::Run,
    state_space::{AllAnswers, StateSpaceRun, from_word},
};
use serde_json::Value;

use super::{
    diagnostic::escaped,
    json::json_line,
    numbers::{amount, count},
    records::{AllLine, GeneratedLine, Head, RatingLine, RatingRecord, StateSpaceLine},
    solution::{heading, unanswered_text},
    style::{DIM, STRONG, paint},
};

/// The rating as text, one part a line; `None` for errors and unsupported puzzles.
pub fn rating_text(subject: &Subject<'_>, end: &Ending<Rating>) -> Option<String> {
    let body = match end {
        Ok(rating) => rated(subject.puzzle, rating),
        Err(unanswered) => format!("  {}", unanswered_text(unanswered, "", usize::MAX)?),
    };
    Some(format!("{}\n{body}", heading(subject)))
}

/// `difficulty 12.3, medium`.
pub fn rating_in_short(rating: &Rating) -> String {
    format!("difficulty {}", points_and_class(rating))
}

fn rated(puzzle: &dyn Puzzle, rating: &Rating) -> String {
    let mut text = String::new();
    let _ = writeln!(text, "  {:<18}{}", "difficulty", paint(STRONG, &points_and_class(rating)));
    let unit = unit(puzzle);
    for part in &rating.parts {
        let value = match (part.name, rating.cost, value(part)) {
            ("optimum", Some(cost), _) if rating.is_optimal() => format!("{}, proved optimal", amount(cost, unit)),
            ("optimum", Some(cost), _) => format!("{} at most, at least {}", amount(cost, unit), rating.lower_bound),
            ("optimum", None, _) => format!("at least {}", amount(rating.lower_bound, unit)),
            (_, _, Value::Null) => "unknown".to_owned(),
            ("dead_ends", _, value) => format!("{value} %"),
            (_, _, value) => value.to_string(),
        };
        let _ = writeln!(text, "  {:<18}{value}", part.name.replace('_', " "));
    }
    text
}

/// The unit of an optimum: that of the objective that counts pushes or shifts.
fn unit(puzzle: &dyn Puzzle) -> &'static str {
    puzzle.objectives().first().map_or("steps", |objective| objective.metric)
}

/// The value of a part; null if it is unknown.
fn value(part: &RatingPart) -> Value {
    match part.hundredths {
        Some(hundredths) if hundredths % 100 == 0 => (hundredths / 100).into(),
        _ => part.value().into(),
    }
}

/// `13.4, easy`.
fn points_and_class(Rating { tenths, class, .. }: &Rating) -> String {
    let class = class.map_or_else(String::new, |class| format!(", {}", class.name()));
    format!("{}.{}{class}", tenths / 10, tenths % 10)
}

/// The rating as JSON.
pub fn rating_line(subject: &Subject<'_>, end: &Ending<Rating>) -> String {
    let unanswered = end.as_ref().err();
    json_line(&RatingLine {
        head: Head::of(subject),
        status: Status::of(end, Status::Rated),
        limit: unanswered.and_then(Unanswered::limit).map(Limit::name),
        rating: end.as_ref().map_or_else(|_| RatingRecord::default(), record),
        reason: unanswered.and_then(Unanswered::reason).map(str::to_owned),
    })
}

fn record(rating: &Rating) -> RatingRecord {
    RatingRecord {
        difficulty: Some(f64::from(rating.tenths) / 10.0),
        class: rating.class.map(Difficulty::name),
        parts: Some(rating.parts.iter().map(|part| (part.name.to_owned(), value(part))).collect()),
        solution: rating.solution.clone(),
        cost: rating.cost,
        proof: Some(if rating.is_optimal() { "optimal" } else { "none" }),
        lower_bound: Some(rating.lower_bound),
    }
}

/// The note that a file has below a generated puzzle: what the plug-in says of it, or its rating:
/// `Difficulty: 13.4, easy; 21 pushes, proved optimal`.
pub fn generated_note(Generated { puzzle, rating, note, .. }: &Generated) -> String {
    note.clone().unwrap_or_else(|| {
        let proof = if rating.is_optimal() { "proved optimal" } else { "not proved optimal" };
        let cost = |cost| format!("; {}, {proof}", amount(cost, unit(puzzle.as_ref())));
        format!("Difficulty: {}{}", points_and_class(rating), rating.cost.map_or_else(String::new, cost))
    })
}

/// A generated puzzle as JSON.
pub fn generated_line(generated: &Generated, index: usize) -> String {
    let Generated { puzzle, rating, .. } = generated;
    json_line(&GeneratedLine {
        schema: ResultLine::SCHEMA,
        puzzle: puzzle.kind(),
        name: puzzle.title().map(str::to_owned),
        index,
        id: puzzle.id(),
        text: puzzle.text(),
        rating: record(rating),
    })
}

// Reports of whole state spaces, and of all optimal answers.

/// Maximum length of a bar, in characters.
const MAX_BAR: usize = 40;

pub fn census_line(subject: &Subject<'_>, run: &StateSpaceRun) -> String {
    let mut line = ResultLine {
        status: run.status(),
        objective: run.objective.map(|objective| objective.name.to_owned()),
        stats: run.statistics.map(Stats::from),
        ..ResultLine::about(subject)
    };
    let census = run.end.as_ref().ok();
    if let Err(unanswered) = &run.end {
        line.limit = unanswered.limit().map(|limit| limit.name().to_owned());
        line.reason = unanswered.reason().map(str::to_owned);
    }
    json_line(&StateSpaceLine {
        line,
        from: from_word(run.from),
        of: census.map(|it| it.of),
        size: census.and_then(|it| it.size),
        reached: census.map(|it| it.layers.iter().sum()),
        layers: census.map(|it| it.layers.clone()),
        mean: census.map(|it| it.mean),
        farthest: census.map(|it| it.layers.len().saturating_sub(1)),
        examples: census.map(|it| it.examples.clone()),
        distance: census.and_then(|it| it.other_end),
    })
}

/// The result of `space` as text; `None` if it is unsupported, which is an error message.
pub fn census_text(subject: &Subject<'_>, run: &StateSpaceRun, width: usize) -> Option<String> {
    let body = match &run.end {
        Ok(census) => table(census, run.from, width),
        Err(unanswered) => unanswered_text(unanswered, "", width)?,
    };
    Some(format!("{}\n{body}", heading(subject)))
}

fn table(census: &StateSpaceStats, from: DistanceOrigin, width: usize) -> String {
    let reached: u64 = census.layers.iter().sum();
    let other = if from == DistanceOrigin::Target { "source" } else { "target" };
    let from = from_word(from);
    let mut text = match census.size {
        Some(size) if size != reached => {
            format!("{} {}, {} of them within reach of the {from}\n", count(size), census.of, count(reached))
        }
        _ => {
            let of = if reached == 1 { census.of.trim_end_matches('s') } else { census.of };
            format!("{} {of}, by their distance from the {from}\n", count(reached))
        }
    };
    let most = census.layers.iter().copied().max().unwrap_or(0);
    let digits = count(most).len().max(6);
    let room = width.saturating_sub(8 + 2 + digits + 2 + 7 + 2).min(MAX_BAR);
    let _ = writeln!(text, "{}", paint(DIM, &format!("distance  {:>digits$}    share", "states")));
    for (distance, &states) in census.layers.iter().enumerate() {
        let (states, share, bar) = (count(states), share(states, reached), bar(states, most, room));
        let row = format!("{distance:>8}  {states:>digits$}  {share:>7}  {bar}");
        let _ = writeln!(text, "{}", row.trim_end());
    }
    let farthest = census.layers.len().saturating_sub(1);
    let layers = census.layers.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    let _ = writeln!(text, "farthest {farthest}, mean {:.3}\n{layers}", census.mean);
    for example in &census.examples {
        let _ = writeln!(text, "{farthest} away, for instance: {}", escaped(example));
    }
    let place =
        census.other_end.map_or_else(|| "out of reach".to_owned(), |distance| format!("at distance {distance}"));
    text + &format!("the {other} is {place}\n")
}

#[expect(clippy::cast_precision_loss, reason = "two places are shown")]
fn share(states: u64, all: u64) -> String {
    format!("{:.2} %", 100.0 * states as f64 / all.max(1) as f64)
}

/// A bar in eighths of a character; at least one eighth unless `states` is 0.
fn bar(states: u64, most: u64, width: usize) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let eighths = u128::from(states) * 8 * width as u128 / u128::from(most.max(1));
    let eighths = usize::try_from(eighths).unwrap_or(0).max(usize::from(states > 0 && width > 0));
    format!("{}{}", "█".repeat(eighths / 8), EIGHTHS[eighths % 8])
}

/// The result of `solve --all` as JSON: the fields of `solve`, and all answers.
pub fn all_line(subject: &Subject<'_>, run: &Run, all: Option<&AllAnswers>) -> String {
    let mut line = ResultLine::of(subject, run);
    line.limit = line.limit.or_else(|| all.and_then(AllAnswers::limit).map(|limit| limit.name().to_owned()));
    let (solutions, complete) = (all.map(|it| it.solutions.clone()), all.map(AllAnswers::is_complete));
    json_line(&AllLine { line, solutions, complete })
}

pub fn all_text(all: &AllAnswers) -> String {
    let least = if all.is_complete() { "" } else { "at least " };
    let mut text = format!("{least}{}\n", amount(all.solutions.len() as u64, "optimal answers"));
    text.extend(all.solutions.iter().map(|solution| format!("  {solution}\n")));
    if let Some(limit) = all.limit() {
        let _ = writeln!(text, "the list was stopped at the {} limit", limit.describe());
    }
    if all.stopped == Some(Stop::Cancelled) {
        text.push_str("stopped: there may be more\n");
    }
    text
}

#[cfg(test)]
mod state_space_tests {
    use super::*;

    #[test]
    fn bars_are_in_proportion() {
        assert_eq!(["", "▏", "█", "██"], [0, 1, 50, 100].map(|states| bar(states, 100, 2)));
        assert_eq!(bar(1, 0, 0), "");
        assert_eq!(share(1, 8), "12.50 %");
    }
}
