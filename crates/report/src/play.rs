//! Reports of a game: what was done, the best known solutions, and errors.

use lurd_puzzle::puzzle::{Metric, Puzzle};
use lurd_toolkit::play::{Game, Keeping, Onward, PlayError, PlayEvent, Purpose};
use lurd_toolkit::solutions::{BestSolutions, KnownSolution};
use lurd_toolkit::words::Word;

use super::{
    diagnostic::escaped,
    levels::{exported, saved_to},
    numbers::amount,
    style::{GOOD, paint},
    table::best_in_short,
};

/// The metrics of objectives, in the order of `metrics`: `41 moves, 13 pushes`.
fn objective_metrics(puzzle: &dyn Puzzle, metrics: &[Metric]) -> String {
    let is_objective = |metric: &&Metric| puzzle.objectives().iter().any(|objective| objective.metric == metric.name);
    let words: Vec<_> = metrics.iter().filter(is_objective).map(|metric| amount(metric.value, metric.name)).collect();
    words.join(", ")
}

/// The metrics of the game so far: `41 moves, 13 pushes`.
pub fn done_in_short(game: &Game) -> String {
    objective_metrics(game.puzzle(), &game.metrics())
}

/// All metrics of the game so far, with the best known solutions and those of the player.
pub fn done_at_length(game: &Game) -> String {
    let metrics: Vec<_> = game.metrics().iter().map(|metric| amount(metric.value, metric.name)).collect();
    let BestSolutions { known, played, damage } = &game.records;
    let mut parts = vec![metrics.join(", ")];
    if damage.is_none() || !known.is_empty() {
        parts.push(best_known(game.puzzle(), known));
    }
    if !played.is_empty() {
        parts.push(best_of_player(game.puzzle(), played));
    }
    parts.extend(damage.as_ref().map(|damage| escaped(&damage.to_string())));
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

/// The best known solutions and those of the player, one line each.
pub fn best_of_all(game: &Game) -> String {
    let BestSolutions { known, played, damage } = &game.records;
    let best = match damage {
        Some(damage) if known.is_empty() => return escaped(&damage.to_string()),
        _ => best_known(game.puzzle(), known),
    };
    if known.is_empty() {
        return best;
    }
    let damage = damage.as_ref().map_or_else(String::new, |it| format!("\n{}", escaped(&it.to_string())));
    format!("{best}\n{}{damage}", best_of_player(game.puzzle(), played))
}

/// `solved in 41 moves, 13 pushes`.
pub fn finished(game: &Game) -> String {
    format!("{} in {}", paint(GOOD, "solved"), done_in_short(game))
}

/// `solved in 41 moves, 13 pushes`, without colour.
pub fn finished_plainly(game: &Game) -> String {
    format!("solved in {}", done_in_short(game))
}

/// What a command of play did, where a few words tell it.
pub fn play_event(event: &PlayEvent) -> Option<String> {
    Some(match event {
        PlayEvent::Marked(name) => format!("marked as '{}'", escaped(name)),
        PlayEvent::Answer(Purpose::Hint, Onward { done, all, rest, .. }) => {
            format!("hint: {} (step {} of {all} of the answer)", rest.steps[0], done + 1)
        }
        PlayEvent::AlreadySolved => "solved already".to_owned(),
        PlayEvent::Exported(number, file, outcome) => exported(*number, file, outcome),
        PlayEvent::SavedTo(file, outcomes) => saved_to(file, outcomes),
        PlayEvent::Deleted(number) => format!("solution {number} deleted"),
        _ => return None,
    })
}

pub fn kept(keeping: &Keeping) -> Option<String> {
    Some(match keeping {
        Keeping::Added => "New best! Saved.".to_owned(),
        Keeping::BestOfPlayer => "Your best! Saved.".to_owned(),
        Keeping::Aided => "steps of an answer were used, so it does not count as yours".to_owned(),
        Keeping::Known => "a solution as good is already saved".to_owned(),
        Keeping::Nowhere => return None,
        Keeping::Failed(message) => {
            format!("the solution could not be saved: {}", escaped(message))
        }
    })
}

/// A table of commands, one per line.
pub fn commands(rows: &[Word]) -> String {
    let lead = |row: &Word| format!("{} {}", row.name, row.arguments).trim_end().to_owned();
    let width = rows.iter().map(|row| lead(row).chars().count()).max().unwrap_or(0);
    let lines: Vec<_> = rows.iter().map(|row| format!("{:width$}  {}\n", lead(row), row.summary)).collect();
    lines.concat()
}

/// Why a command of play was not carried out.
pub fn play_error(error: &PlayError) -> String {
    escaped(&error.to_string())
}
