//! What is kept in the store of solutions.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::diagnostic::escaped;
use super::grid::{Grid, number, text, word};
use super::identity::in_short;
use super::json::{json_line, metrics};
use lurd_puzzle::puzzle::Puzzle;
use lurd_toolkit::solutions::{KeptLevel, KnownSolution, at_least_as_good, primary_metrics};

/// `1 level`, `2 levels`.
pub fn counted(count: usize, one: &str) -> String {
    format!("{count} {one}{}", if count == 1 { "" } else { "s" })
}

/// The solutions that no other one makes superfluous.
fn best(puzzle: &dyn Puzzle, solutions: &[KnownSolution]) -> Vec<KnownSolution> {
    let primary = primary_metrics(puzzle);
    let beats = |one: &KnownSolution, other: &KnownSolution| {
        at_least_as_good(&primary, &one.metrics, &other.metrics)
            && !at_least_as_good(&primary, &other.metrics, &one.metrics)
    };
    solutions.iter().filter(|one| !solutions.iter().any(|other| beats(other, one))).cloned().collect()
}

fn title(level: &KeptLevel) -> String {
    level.puzzle.title().map_or_else(|| "-".to_owned(), escaped)
}

fn whose(known: &KnownSolution) -> &'static str {
    if known.is_played { "yours" } else { "lurd's" }
}

/// A table of levels: identity, title, best solutions.
pub fn kept_levels(levels: &[KeptLevel], width: usize) -> String {
    let mut grid = Grid::new([word("id"), word("kind"), text("title"), number("solutions", 1), text("best")]);
    for level in levels {
        let solutions = level.solutions();
        let mut best: Vec<_> = best(level.puzzle.as_ref(), &solutions)
            .iter()
            .map(|known| format!("{} ({})", in_short(level.puzzle.as_ref(), &known.metrics), whose(known)))
            .collect();
        best.dedup();
        let best = if best.is_empty() { "damaged".to_owned() } else { best.join("; ") };
        grid.row([
            escaped(&level.identity),
            level.puzzle.kind().to_owned(),
            title(level),
            level.entry.metadata.games.len().to_string(),
            best,
        ]);
    }
    grid.draw(width)
}

/// A level with all its solutions, as they are written.
pub fn kept_level(level: &KeptLevel) -> String {
    let mut shown = format!(
        "{}  {}\n{}\n",
        escaped(&level.identity),
        title(level),
        escaped(&level.path.display().to_string())
    );
    for (number, (game, known)) in (1..).zip(level.games()) {
        let _ = match known {
            Ok(known) => writeln!(
                shown,
                "{number:>2}  {:7}{}\n    {}",
                whose(&known),
                in_short(level.puzzle.as_ref(), &known.metrics),
                escaped(&known.solution)
            ),
            Err(reason) => {
                writeln!(shown, "{number:>2}  damaged: {}\n    {}", escaped(&reason), escaped(&game.steps))
            }
        };
    }
    shown
}

/// A level with all its solutions as one line of JSON.
pub fn kept_line(level: &KeptLevel) -> String {
    let solution = |known: &KnownSolution| {
        json!({ "by": if known.is_played { "player" } else { "lurd" }, "metrics": metrics(&known.metrics),
                "solution": known.solution })
    };
    let all = level.solutions();
    json_line(&json!({
        "schema": 1,
        "puzzle": level.puzzle.kind(),
        "id": level.identity,
        "name": level.puzzle.title(),
        "file": level.path.display().to_string(),
        "solutions": all.iter().map(solution).collect::<Vec<Value>>(),
        "best": best(level.puzzle.as_ref(), &all).iter().map(solution).collect::<Vec<Value>>(),
        "damaged": level.entry.metadata.games.len() - all.len(),
    }))
}

/// A game that is no solution.
pub fn broken_solution(level: &KeptLevel, game: Option<&str>, reason: &str) -> String {
    let path = escaped(&level.path.display().to_string());
    format!("{path}: '{}' is no solution: {}", escaped(game.unwrap_or("a game")), escaped(reason))
}
