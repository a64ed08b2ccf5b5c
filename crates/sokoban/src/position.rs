//! A game of a level: one LURD letter per step.

use std::sync::{Arc, OnceLock};

use crate::floor::Floor;
use crate::notation::lurd;
use crate::puzzle::SokobanPuzzle;
use crate::rules::Game;
use lurd_puzzle::puzzle::{CellRole, Controls, IllegalStep, Position, Puzzle};

/// A position under the rules of the game.
#[derive(Clone, Debug)]
pub struct SokobanPosition {
    game: Game,
    /// The floor of the level, computed when it is first needed.
    floor: Arc<OnceLock<Floor>>,
}

impl SokobanPosition {
    /// The current position of `game`.
    #[must_use]
    pub fn new(game: Game) -> Self {
        Self { game, floor: Arc::default() }
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The floor of the level, which all positions of the game share.
    pub(super) fn floor(&self) -> &Floor {
        self.floor.get_or_init(|| Floor::new(self.game.level()))
    }
}

impl Position for SokobanPosition {
    fn picture(&self) -> String {
        self.game.picture()
    }

    fn cell_roles(&self, _: usize, line: &str) -> Vec<CellRole> {
        line.chars().map(cell_role).collect()
    }

    fn apply(&mut self, step: &str) -> Result<String, IllegalStep> {
        let steps = lurd::read(step).map_err(|misread| misread.message)?;
        let &[step] = steps.as_slice() else {
            return Err(format!("expected one step, found {}", steps.len()).into());
        };
        match self.game.step(step.direction) {
            Ok(pushed) => Ok(step.direction.letter(pushed).to_string()),
            Err(blocked) => Err(blocked.to_string().into()),
        }
    }

    fn is_solved(&self) -> bool {
        self.game.is_solved()
    }

    fn puzzle(&self) -> Box<dyn Puzzle> {
        Box::new(SokobanPuzzle::new(self.game.to_level()))
    }

    fn boxed(&self) -> Box<dyn Position> {
        Box::new(self.clone())
    }

    fn controls(&self) -> Option<&dyn Controls> {
        Some(self)
    }
}

/// The role of a letter in pictures and in typed levels.
pub(super) fn cell_role(letter: char) -> CellRole {
    match letter {
        '#' | 'X' => CellRole::Wall,
        '@' | '+' => CellRole::Player,
        '$' => CellRole::Piece,
        '.' => CellRole::Goal,
        '*' => CellRole::Placed,
        _ => CellRole::Plain,
    }
}
