//! A level being played, as a person plays it: one letter of LURD at a time.

use crate::puzzle::{CellRole, Controls, Position, Puzzle};
use crate::sokoban::notation::lurd;
use crate::sokoban::puzzle::SokobanPuzzle;
use crate::sokoban::rules::Game;

/// A position under the plain rules.
#[derive(Clone, Debug)]
pub struct SokobanPosition {
    game: Game,
}

impl SokobanPosition {
    /// The position that `game` is in.
    #[must_use]
    pub fn new(game: Game) -> Self {
        Self { game }
    }

    /// The game that is in it.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }
}

impl Position for SokobanPosition {
    fn picture(&self) -> String {
        self.game.picture()
    }

    fn cell_roles(&self, _: usize, line: &str) -> Vec<CellRole> {
        line.chars().map(cell_role).collect()
    }

    fn apply(&mut self, step: &str) -> Result<String, String> {
        let steps = lurd::read(step).map_err(|misread| misread.message)?;
        let &[step] = steps.as_slice() else {
            return Err(format!("{} steps where one was expected", steps.len()));
        };
        match self.game.step(step.direction) {
            Ok(pushed) => Ok(step.direction.letter(pushed).to_string()),
            Err(blocked) => Err(blocked.to_string()),
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

/// What the letters of a level stand for, in the pictures and in what is typed.
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
