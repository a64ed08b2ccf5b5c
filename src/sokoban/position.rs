//! A level being played, as a person plays it: one letter of LURD at a time.

use crate::puzzle::{Hands, Position, Puzzle, Tone};
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

    fn tones(&self, _: usize, line: &str) -> Vec<Tone> {
        line.chars().map(tone).collect()
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

    fn hands(&self) -> Option<&dyn Hands> {
        Some(self)
    }
}

/// What the letters of a level stand for, in the pictures and in what is typed.
pub(super) fn tone(letter: char) -> Tone {
    match letter {
        '#' | 'X' => Tone::Wall,
        '@' | '+' => Tone::Player,
        '$' => Tone::Piece,
        '.' => Tone::Goal,
        '*' => Tone::Placed,
        _ => Tone::Plain,
    }
}
