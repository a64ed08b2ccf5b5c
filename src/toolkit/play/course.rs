//! The levels that are played one after the other, each with how far it has been played.

use super::game::Game;
use super::progress::Progress;
use crate::catalog::Catalog;
use crate::puzzle::Page;
use crate::toolkit::keep::{Kept, Store};

/// Levels, of which one is being played.
pub struct Course {
    games: Vec<Game>,
    at: usize,
    store: Store,
    progress: Progress,
}

/// What became of a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Keeping {
    /// It is kept; no other that was known is as good.
    Added,
    /// One that is as good was kept before.
    Known,
    /// There is nowhere to keep it.
    Nowhere,
    /// It could not be kept.
    Failed(String),
}

impl Course {
    /// The first of `games`; `None` if there are none.
    #[must_use]
    pub fn new(games: Vec<Game>, store: Store, progress: Progress) -> Option<Self> {
        (!games.is_empty()).then_some(Self { games, at: 0, store, progress })
    }

    /// The level that is played.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.games[self.at]
    }

    /// The level that is played.
    pub fn game_mut(&mut self) -> &mut Game {
        &mut self.games[self.at]
    }

    /// Its place, from 1, and how many there are.
    #[must_use]
    pub fn place(&self) -> (usize, usize) {
        (self.at + 1, self.games.len())
    }

    /// Looks up what is known of the level, and goes on where it was left. Says how many steps were
    /// done before.
    pub fn enter(&mut self, catalog: &Catalog) -> usize {
        let Self { games, at, store, progress } = self;
        let game = &mut games[*at];
        let kind = game.puzzle().kind();
        game.best = store.shelf(catalog, kind).best(game.puzzle());
        if !game.steps().is_empty() || game.undone() > 0 {
            return 0;
        }
        let Some(steps) = progress.find(game.puzzle()) else { return 0 };
        game.act(&steps).map_or(0, |moved| moved.steps)
    }

    /// Goes to the first level of which no solution is kept; stays if there is none.
    pub fn seek_unsolved(&mut self, catalog: &Catalog) {
        let kept = self.store.shelf(catalog, self.game().puzzle().kind());
        if let Some(at) = self.games.iter().position(|game| kept.best(game.puzzle()).is_empty()) {
            self.at = at;
        }
    }

    /// Goes to a level by its place, from 1.
    ///
    /// # Errors
    /// There is no such level; in words.
    pub fn go_to(&mut self, place: usize, catalog: &Catalog) -> Result<usize, String> {
        let count = self.games.len();
        if !(1..=count).contains(&place) {
            return Err(match count {
                1 => "this is the only level".to_owned(),
                _ if place == 0 => "this is the first level".to_owned(),
                _ if place == count + 1 => format!("this is the last of {count} levels"),
                _ => format!("there are levels 1 to {count}"),
            });
        }
        self.save()?;
        self.at = place - 1;
        Ok(self.enter(catalog))
    }

    /// Writes down how far the level has been played; what is solved begins anew.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn save(&self) -> Result<(), String> {
        let game = self.game();
        let steps = if game.is_solved() { &[] } else { game.steps() };
        self.progress.keep(game.puzzle(), steps)
    }

    /// Keeps the solution that one has come to. When this returns, it is on the disk.
    pub fn keep(&mut self, catalog: &Catalog) -> Keeping {
        let Self { games, at, store, .. } = self;
        let game = &mut games[*at];
        let page = Page { puzzle: game.puzzle(), extras: &game.extras, flags: "" };
        let kept = store.keep(catalog, &page, &game.text());
        let kind = game.puzzle().kind();
        let best = store.shelf(catalog, kind).best(game.puzzle());
        game.best = best;
        match kept {
            Ok(Some(Kept::Added)) => Keeping::Added,
            Ok(Some(Kept::Better(_))) => Keeping::Known,
            Ok(None) => Keeping::Nowhere,
            Err(message) => Keeping::Failed(message),
        }
    }

    /// Whether it is known how to solve the level.
    #[must_use]
    pub fn is_done(&self) -> bool {
        !self.game().best.is_empty()
    }
}
