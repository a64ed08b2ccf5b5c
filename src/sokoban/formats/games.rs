//! Which lines below a board are games.

use std::sync::Arc;

use crate::sokoban::level::Level;
use crate::sokoban::notation::lurd;
use crate::sokoban::rules::Game;

/// Words of the lines above saved games (YASC, JSoko).
const WORDS: [&str; 5] = ["solution", "snapshot", "savegame", "save game", "saved game"];

/// Whether a line announces a game.
pub(super) fn announces(line: &str) -> bool {
    let line = line.to_ascii_lowercase();
    WORDS.iter().any(|word| line.contains(word))
}

/// How many squares and steps [`plays`] may look at in one text. Who writes more of them announces
/// his games.
pub(super) const PATIENCE: usize = 50_000_000;

/// The most steps of a line that is looked at.
const MAX_STEPS: usize = 100_000;

/// Whether `line`, which is written as steps are, is meant as such: a word like "dull" is, too. It
/// is if the player of `level` can walk it, or if it goes backward.
pub(super) fn plays(level: &Level, line: &str, patience: &mut usize) -> bool {
    let cost = level.squares() + MAX_STEPS.min(line.len());
    if *patience < cost {
        return false;
    }
    *patience -= cost;
    let Ok(notation) = lurd::parse_up_to(line, MAX_STEPS) else { return false };
    *patience = patience.saturating_sub(notation.steps.len());
    if notation.is_backward {
        return true;
    }
    let mut game = Game::new(Arc::new(level.clone()));
    notation.steps.iter().all(|step| game.step(step.direction).is_ok())
}

/// Whether a game that goes forward ends in a solution.
pub(super) fn solves(level: &Level, steps: &str) -> bool {
    let Ok(steps) = lurd::read(steps) else { return false };
    let mut game = Game::new(Arc::new(level.clone()));
    steps.iter().all(|step| game.step(step.direction).is_ok()) && game.is_solved()
}
