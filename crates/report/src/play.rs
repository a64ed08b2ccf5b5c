//! Reports of a game: what was done, the best known solutions, and errors.

use lurd_puzzle::puzzle::{Metric, Puzzle, Unanswered};
use lurd_toolkit::play::{Game, Lost, Onward, PlayError, PlayEvent, Purpose};
use lurd_toolkit::solutions::{BestSolutions, KnownSolution};
use lurd_toolkit::{solve::Run, words::Word};

use super::{
    diagnostic::escaped,
    follow::{hint, left, left_of},
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
    format!("{}; {}", metrics.join(", "), best_of_all(game).replace('\n', "; "))
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

/// A message to the player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Message {
    #[default]
    None,
    Said(String),
    Good(String),
    Bad(String),
}

/// What a search found that the player asked for. `is_better`: than what was known.
pub fn found(run: &Run, purpose: Purpose, is_better: bool) -> Message {
    let left = left(run).unwrap_or_else(|| "the remaining cost is unknown".to_owned());
    match (&run.end, purpose) {
        (Err(Unanswered::Unsupported { reason } | Unanswered::Bug { message: reason }), _) => {
            Message::Bad(escaped(reason))
        }
        (_, Purpose::Hint) => Message::Said(format!("hint: {}", hint(run))),
        (Ok(_), Purpose::Optimise) if is_better => {
            Message::Good(format!("a better solution: {left}; 0 goes to its start"))
        }
        (Ok(_), Purpose::Optimise) => Message::Good(format!("nothing better than the known solution: {left}")),
        (Ok(_), _) if !is_better => {
            Message::Good("no better than the known answer; . steps along it, p plays it".to_owned())
        }
        (Ok(_), _) => Message::Good(format!("an answer: {left}; . steps along it, p plays it")),
        (Err(Unanswered::Unsolvable { reason, .. }), _) => {
            Message::Bad(format!("no solution, proved: {}", escaped(reason)))
        }
        _ => Message::Bad(format!("no answer found; {left}")),
    }
}

/// What a search for the solution of a draft found.
pub fn found_of_draft(run: &Run) -> Message {
    let left = left(run).unwrap_or_else(|| "nothing is known of it".to_owned());
    match &run.end {
        Ok(_) => Message::Good(format!("it can be solved: {left}")),
        _ => found(run, Purpose::Solve, false),
    }
}

/// The known answer from here.
pub fn known(onward: &Onward, game: &Game) -> Message {
    let left = left_of(&onward.rest, game.objective.map_or("steps", |objective| objective.metric));
    Message::Good(format!("a known answer: {left}; . steps along it, p plays it"))
}

/// Why a command was not carried out, where keys are pressed.
pub fn refusal(error: &PlayError) -> Message {
    Message::Bad(match error {
        PlayError::Lost(Lost::NoAnswer) => "there is no answer yet: f finds one".to_owned(),
        PlayError::Lost(Lost::Elsewhere) => {
            "the answer does not lead through here: 0 goes to where it begins, f finds another".to_owned()
        }
        error => play_error(error),
    })
}

/// What a command of play did, where a few words tell it.
pub fn play_event(event: &PlayEvent) -> Option<String> {
    Some(match event {
        PlayEvent::Said(text) => escaped(text),
        PlayEvent::Answer(Purpose::Hint, Onward { done, all, rest, .. }) => {
            format!("hint: {} (step {} of {all} of the answer)", rest.steps[0], done + 1)
        }
        _ => return None,
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
