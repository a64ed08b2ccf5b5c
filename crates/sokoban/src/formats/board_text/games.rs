//! Which lines of steps below a board are games.

use std::sync::Arc;

use crate::level::Level;
use crate::notation::lurd;
use crate::rules::Game;

/// Words that announce a game (YASC, JSoko).
const TITLE_WORDS: [&str; 5] = ["solution", "snapshot", "savegame", "save game", "saved game"];

pub(super) fn announces(line: &str) -> bool {
    let line = line.to_ascii_lowercase();
    TITLE_WORDS.iter().any(|word| line.contains(word))
}

/// The number of squares and steps that [`can_be_walked`] may visit for one text. Beyond that, only announced
/// games are recognized.
pub(super) const MAX_REPLAY_COST: usize = 50_000_000;

/// The maximum number of steps of a line that is checked.
const MAX_STEPS: usize = 100_000;

/// Whether the player of `level` can walk the steps in `line`, or they are in reverse mode: a word such as
/// "dull" also consists of letters of steps. Subtracts the cost from `cost_left`, and returns `false` if it
/// is used up.
pub(super) fn can_be_walked(level: &Level, line: &str, cost_left: &mut usize) -> bool {
    let cost = level.squares() + MAX_STEPS.min(line.len());
    if *cost_left < cost {
        return false;
    }
    *cost_left -= cost;
    let Ok(notation) = lurd::parse_up_to(line, MAX_STEPS) else { return false };
    *cost_left = cost_left.saturating_sub(notation.steps.len());
    if notation.is_backward {
        return true;
    }
    let mut game = Game::new(Arc::new(level.clone()));
    notation.steps.iter().all(|step| game.step(step.direction).is_ok())
}

/// Whether forward steps solve the level.
pub(super) fn solves(level: &Level, steps: &str) -> bool {
    let Ok(steps) = lurd::read(steps) else { return false };
    let mut game = Game::new(Arc::new(level.clone()));
    steps.iter().all(|step| game.step(step.direction).is_ok()) && game.is_solved()
}
