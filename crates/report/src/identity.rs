//! Identifiers of a puzzle, and metrics in short.

use std::fmt::Write as _;

use serde_json::{Map, Value, json};

use super::diagnostic::escaped;
use super::json::{SCHEMA, json_line};
use super::numbers::amount;
use super::solution::heading;
use super::subject::Subject;
use lurd_puzzle::puzzle::{Metric, Puzzle};
use lurd_toolkit::solutions::KnownSolution;

/// The identifiers, one per line, under the name of the puzzle.
pub fn identities(subject: &Subject<'_>) -> String {
    let mut text = heading(subject);
    for (name, id) in subject.puzzle.identities() {
        let _ = write!(text, "\n  {name:<8} {}", escaped(&id));
    }
    text.push('\n');
    text
}

/// The identifiers as JSON: all of them in `ids`, the one shown by other commands in `id`.
pub fn id_line(subject: &Subject<'_>) -> String {
    let ids: Map<String, Value> =
        subject.puzzle.identities().into_iter().map(|(name, id)| (name.to_owned(), id.into())).collect();
    json_line(&json!({
        "schema": SCHEMA,
        "puzzle": subject.puzzle.kind(),
        "name": subject.name,
        "source": subject.source,
        "index": subject.index,
        "id": subject.puzzle.id(),
        "ids": ids,
    }))
}

/// The metrics of the objectives: `13 pushes, 41 moves`.
pub fn in_short(puzzle: &dyn Puzzle, metrics: &[Metric]) -> String {
    let mut names: Vec<&str> = Vec::new();
    for objective in puzzle.objectives() {
        if !names.contains(&objective.metric) {
            names.push(objective.metric);
        }
    }
    let value = |name: &&str| metrics.iter().find(|metric| metric.name == *name);
    let words: Vec<_> =
        names.iter().filter_map(value).map(|metric| amount(metric.value, metric.name)).collect();
    words.join(", ")
}

pub fn best_in_short(puzzle: &dyn Puzzle, best: &[KnownSolution]) -> String {
    let words: Vec<_> = best.iter().map(|known| in_short(puzzle, &known.metrics)).collect();
    words.join("; ")
}
