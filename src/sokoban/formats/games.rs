//! Which lines below a board are games.

use std::sync::Arc;

use super::lines;
use crate::sokoban::rules::Game;
use crate::sokoban::{Level, lurd};

/// Words of the lines above saved games (YASC, JSoko).
const WORDS: [&str; 5] = ["solution", "snapshot", "savegame", "save game", "saved game"];

/// Whether a line announces a game.
pub(super) fn announces(line: &str) -> bool {
    let line = line.to_ascii_lowercase();
    WORDS.iter().any(|word| line.contains(word))
}

/// Whether `line`, which is written as steps are, is meant as such: a word like "dull" is, too. It
/// is if the player of `level` can walk it, or if it goes backward.
pub(super) fn plays(level: &Level, line: &str) -> bool {
    if !lines::is_steps(line) {
        return false;
    }
    if line.contains(['[', '<']) {
        return lurd::parse(line).is_ok();
    }
    let Ok(notation) = lurd::parse(line) else { return false };
    let mut game = Game::new(Arc::new(level.clone()));
    notation.steps.iter().all(|step| game.step(step.direction).is_ok())
}

/// Whether a game that goes forward ends in a solution.
pub(super) fn solves(level: &Level, steps: &str) -> bool {
    let Ok(steps) = lurd::read(steps) else { return false };
    let mut game = Game::new(Arc::new(level.clone()));
    steps.iter().all(|step| game.step(step.direction).is_ok()) && game.is_solved()
}
