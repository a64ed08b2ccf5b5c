//! A game in words: what has been done, beside the best that is known, and its end.

use super::diagnostic::escaped;
use super::identity::best_in_short;
use super::numbers::amount;
use super::style::{GOOD, paint};
use crate::puzzle::{Metric, Puzzle};
use crate::toolkit::play::words::Row;
use crate::toolkit::play::{Game, Keeping};
use crate::toolkit::solutions::{KnownSolution, Records};

/// Those of `metrics` that are asked for, in their own order: `41 moves, 13 pushes`.
fn objective_metrics(puzzle: &dyn Puzzle, metrics: &[Metric]) -> String {
    let is_objective =
        |metric: &&Metric| puzzle.objectives().iter().any(|objective| objective.metric == metric.name);
    let words: Vec<_> =
        metrics.iter().filter(is_objective).map(|metric| amount(metric.value, metric.name)).collect();
    words.join(", ")
}

/// `41 moves, 13 pushes`: what has been done.
pub fn done_in_short(game: &Game) -> String {
    objective_metrics(game.puzzle(), &game.metrics())
}

/// The same with the rest, and with the best that is known, and of the player.
pub fn done_at_length(game: &Game) -> String {
    let metrics: Vec<_> = game.metrics().iter().map(|metric| amount(metric.value, metric.name)).collect();
    let Records { known, played } = &game.records;
    let mut parts = vec![metrics.join(", "), best_known(game.puzzle(), known)];
    if !played.is_empty() {
        parts.push(best_of_player(game.puzzle(), played));
    }
    parts.join("; ")
}

/// `best known: 97 pushes, 234 moves`.
pub fn best_known(puzzle: &dyn Puzzle, best: &[KnownSolution]) -> String {
    match best {
        [] => "no solution known yet".to_owned(),
        best => format!("best known: {}", best_in_short(puzzle, best)),
    }
}

/// `best of yours: 101 pushes, 240 moves`.
pub fn best_of_player(puzzle: &dyn Puzzle, best: &[KnownSolution]) -> String {
    match best {
        [] => "best of yours: none yet".to_owned(),
        best => format!("best of yours: {}", best_in_short(puzzle, best)),
    }
}

/// Both, a line each.
pub fn best_of_all(game: &Game) -> String {
    let Records { known, played } = &game.records;
    let best = best_known(game.puzzle(), known);
    if known.is_empty() { best } else { format!("{best}\n{}", best_of_player(game.puzzle(), played)) }
}

/// `solved in 41 moves, 13 pushes`.
pub fn finished(game: &Game) -> String {
    format!("{} in {}", paint(GOOD, "solved"), done_in_short(game))
}

/// The same without a colour.
pub fn finished_plainly(game: &Game) -> String {
    format!("solved in {}", done_in_short(game))
}

/// What became of the solution; nothing where there is nothing to say.
pub fn kept(keeping: &Keeping) -> Option<String> {
    Some(match keeping {
        Keeping::Added => "congratulations: none that is known is as good; it is kept".to_owned(),
        Keeping::BestOfPlayer => "congratulations: the best of yours; it is kept".to_owned(),
        Keeping::Aided => "with steps of an answer, so it does not count as yours".to_owned(),
        Keeping::Known => "congratulations; a solution as good is kept already".to_owned(),
        Keeping::Nowhere => "congratulations".to_owned(),
        Keeping::Failed(message) => {
            format!("congratulations; but the solution is not kept: {}", escaped(message))
        }
    })
}

/// A table of words, a line each.
pub fn words(rows: &[Row]) -> String {
    let lead = |row: &Row| format!("{} {}", row.word, row.arguments).trim_end().to_owned();
    let width = rows.iter().map(|row| lead(row).chars().count()).max().unwrap_or(0);
    let lines: Vec<_> = rows.iter().map(|row| format!("{:width$}  {}\n", lead(row), row.does)).collect();
    lines.concat()
}
