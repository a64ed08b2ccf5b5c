//! The state of the prompt: the game of the current puzzle.

use lurd_puzzle::{catalog::Item, puzzle::Position};

use super::{play::Game, solve::Run};

/// What the prompt remembers between commands.
#[derive(Default)]
pub struct Session {
    /// The current puzzle and how far it has been played.
    pub game: Option<Game>,
    /// Whether a line mode has lent the current puzzle, so that no other may take its place.
    pub is_lent: bool,
}

impl Session {
    /// Makes `item` the current puzzle unless that is lent; returns the item if it is not a puzzle.
    pub fn load(&mut self, item: Item) -> Result<(), Box<Item>> {
        let game = Game::new(item)?;
        if !self.is_lent {
            self.game = Some(game);
        }
        Ok(())
    }

    pub fn position(&self) -> Option<&dyn Position> {
        self.game.as_ref().map(Game::position)
    }

    /// Remembers the answer of a search from the current position, if it has one.
    pub fn remember(&mut self, run: &Run) {
        if let Some(game) = &mut self.game {
            let from = game.bookmark();
            game.remember(run, from);
        }
    }

    /// Whether `text` reads as actions of the current puzzle.
    pub fn reads_actions(&self, text: &str) -> bool {
        !text.trim().is_empty() && self.game.as_ref().is_some_and(|game| game.reads(text).is_ok())
    }
}
