//! Ratings of puzzles, and lists of generated ones.

use std::fmt::Write as _;

use serde_json::{Map, Value, json};

use super::diagnostic::escaped;
use super::json::{SCHEMA, json_line};
use super::numbers::amount;
use super::solution::heading;
use super::style::{BAD, STOPPED, STRONG, paint};
use super::subject::Subject;
use lurd_puzzle::puzzle::{Generated, Puzzle, Rating, RatingPart};
use lurd_toolkit::rate::RatingEnd;

/// The rating as text, one part a line; `None` for errors and unsupported puzzles.
pub fn rating_text(subject: &Subject<'_>, end: &RatingEnd) -> Option<String> {
    let body = match end {
        RatingEnd::Rated(rating) => rated(subject.puzzle, rating),
        RatingEnd::Unsolvable(reason) => {
            format!("  {}, proved: {}\n", paint(BAD, "no solution"), escaped(reason))
        }
        RatingEnd::Limit(limit) => {
            format!("  {} at the {} limit\n", paint(STOPPED, "gave up"), limit.describe())
        }
        RatingEnd::Cancelled => format!("  {}\n", paint(STOPPED, "interrupted")),
        RatingEnd::Unsupported(_) | RatingEnd::Error(_) => return None,
    };
    Some(format!("{}\n{body}", heading(subject)))
}

fn rated(puzzle: &dyn Puzzle, rating: &Rating) -> String {
    let mut text = String::new();
    let _ = writeln!(
        text,
        "  {:<18}{}  {}",
        "difficulty",
        paint(STRONG, &points(rating.tenths)),
        rating.class.name()
    );
    let unit = unit(puzzle);
    for part in &rating.parts {
        let value = match (part.name, rating.cost) {
            ("optimum", Some(cost)) if rating.is_optimal() => {
                format!("{}, proved optimal", amount(cost.into(), unit))
            }
            ("optimum", Some(cost)) => {
                format!("{} at most, at least {}", amount(cost.into(), unit), rating.lower_bound)
            }
            ("optimum", None) => format!("at least {}", amount(rating.lower_bound.into(), unit)),
            ("dead_ends", _) => part_text(part) + " %",
            _ => part_text(part),
        };
        let _ = writeln!(text, "  {:<18}{value}", part.name.replace('_', " "));
    }
    text
}

/// The unit of an optimum: that of the objective that counts pushes or shifts.
fn unit(puzzle: &dyn Puzzle) -> &'static str {
    puzzle.objectives().first().map_or("steps", |objective| objective.metric)
}

fn part_text(part: &RatingPart) -> String {
    match part.hundredths {
        None => "unknown".to_owned(),
        Some(hundredths) if hundredths % 100 == 0 => (hundredths / 100).to_string(),
        Some(hundredths) => format!("{}.{:02}", hundredths / 100, hundredths % 100),
    }
}

/// `13.4`.
fn points(tenths: u32) -> String {
    format!("{}.{}", tenths / 10, tenths % 10)
}

/// The rating as JSON.
pub fn rating_line(subject: &Subject<'_>, end: &RatingEnd) -> String {
    let (rating, reason) = match end {
        RatingEnd::Rated(rating) => (Some(rating), None),
        RatingEnd::Unsolvable(reason) | RatingEnd::Unsupported(reason) | RatingEnd::Error(reason) => {
            (None, Some(reason))
        }
        RatingEnd::Limit(_) | RatingEnd::Cancelled => (None, None),
    };
    let limit = if let RatingEnd::Limit(limit) = end { Some(limit.name()) } else { None };
    json_line(&json!({
        "schema": SCHEMA,
        "puzzle": subject.puzzle.kind(),
        "name": subject.name,
        "source": subject.source,
        "index": subject.index,
        "id": subject.puzzle.id(),
        "status": end.status(),
        "limit": limit,
        "difficulty": rating.map(|rating| f64::from(rating.tenths) / 10.0),
        "class": rating.map(|rating| rating.class.name()),
        "parts": rating.map(parts),
        "solution": rating.and_then(|rating| rating.solution.as_deref()),
        "cost": rating.and_then(|rating| rating.cost),
        "proof": rating.map(proof),
        "lower_bound": rating.map(|rating| rating.lower_bound),
        "reason": reason,
    }))
}

fn proof(rating: &Rating) -> &'static str {
    if rating.is_optimal() { "optimal" } else { "none" }
}

fn parts(rating: &Rating) -> Value {
    let value = |part: &RatingPart| match part.hundredths {
        Some(hundredths) if hundredths % 100 == 0 => Value::from(hundredths / 100),
        _ => part.value().map_or(Value::Null, Value::from),
    };
    let parts: Map<String, Value> =
        rating.parts.iter().map(|part| (part.name.to_owned(), value(part))).collect();
    Value::Object(parts)
}

/// The note that a file has below a generated puzzle: `Difficulty: 13.4, easy; 21 pushes, proved optimal`.
pub fn rating_note(puzzle: &dyn Puzzle, rating: &Rating) -> String {
    let cost = rating.cost.map_or_else(String::new, |cost| {
        let proof = if rating.is_optimal() { "proved optimal" } else { "not proved optimal" };
        format!("; {}, {proof}", amount(cost.into(), unit(puzzle)))
    });
    format!("Difficulty: {}, {}{cost}", points(rating.tenths), rating.class.name())
}

/// A generated puzzle as JSON.
pub fn generated_line(generated: &Generated, index: usize) -> String {
    let Generated { puzzle, rating } = generated;
    json_line(&json!({
        "schema": SCHEMA,
        "puzzle": puzzle.kind(),
        "name": puzzle.title(),
        "index": index,
        "id": puzzle.id(),
        "text": puzzle.text(),
        "difficulty": f64::from(rating.tenths) / 10.0,
        "class": rating.class.name(),
        "parts": parts(rating),
        "solution": rating.solution,
        "cost": rating.cost,
        "proof": proof(rating),
        "lower_bound": rating.lower_bound,
    }))
}

/// `60 puzzles`.
pub fn how_many(count: usize) -> String {
    if count == 1 { "1 puzzle".to_owned() } else { format!("{count} puzzles") }
}
