//! The levels that are played one after the other, each with how far it has been played.

#[cfg(test)]
mod tests;

use std::path::PathBuf;

use super::game::Game;
use super::last_level;
use super::progress::Progress;
use super::words::Level;
use crate::catalog::Catalog;
use crate::puzzle::PuzzleRecord;
use crate::toolkit::solutions::{SaveOutcome, Store};

/// Levels, of which one is being played.
pub struct LevelSet {
    games: Vec<Game>,
    /// The place of each game among all levels, from 1; those that cannot be read count.
    places: Vec<usize>,
    unread: Vec<Unread>,
    at: usize,
    /// The level that is written down as the last one that was played.
    last: Option<usize>,
    store: Store,
    progress: Progress,
}

/// A level of the course that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unread {
    /// Where it comes from, and its place there, from 1.
    pub source: String,
    /// See `source`.
    pub index: usize,
    /// What is wrong with it.
    pub message: String,
}

/// What it is like to come to a level.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entered {
    /// The steps that were done before.
    pub resumed: usize,
    /// Why it is not written down how far the level before has been played.
    pub unsaved: Option<String>,
}

/// What became of a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Keeping {
    /// It is kept; no other that was known is as good.
    Added,
    /// It is kept as the best of the player; one that is as good or better is known.
    BestOfPlayer,
    /// One of the player that is as good was kept before.
    Known,
    /// Steps of it were taken from an answer, so it does not count as the player's.
    Aided,
    /// There is nowhere to keep it.
    Nowhere,
    /// It could not be kept.
    Failed(String),
}

impl LevelSet {
    /// The first of `games`; `None` if there are none.
    #[must_use]
    pub fn new(games: Vec<Game>, store: Store, progress: Progress) -> Option<Self> {
        Self::among(games.into_iter().map(Ok).collect(), store, progress)
    }

    /// The first of `levels` that can be read; `None` if there is none.
    #[must_use]
    pub fn among(levels: Vec<Result<Game, Unread>>, store: Store, progress: Progress) -> Option<Self> {
        let (mut games, mut places, mut unread) = (Vec::new(), Vec::new(), Vec::new());
        for (place, level) in (1..).zip(levels) {
            match level {
                Ok(game) => {
                    games.push(game);
                    places.push(place);
                }
                Err(level) => unread.push(level),
            }
        }
        (!games.is_empty()).then_some(Self { games, places, unread, at: 0, last: None, store, progress })
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

    /// Its place, from 1, and how many there are, those that cannot be read among them.
    #[must_use]
    pub fn place(&self) -> (usize, usize) {
        (self.places[self.at], self.games.len() + self.unread.len())
    }

    /// Looks up what is known of the level, and goes on where it was left. Says how many steps were
    /// done before.
    pub fn enter(&mut self, catalog: &Catalog) -> usize {
        let Self { games, at, store, progress, .. } = self;
        let game = &mut games[*at];
        let kind = game.puzzle().kind();
        game.set_records(store.shelf(catalog, kind).records(game.puzzle()));
        if !game.steps().is_empty() || game.undone() > 0 {
            return 0;
        }
        progress.find(game.puzzle()).map_or(0, |record| game.resume(&record))
    }

    /// Goes to the level that was played last, or, if the player has solved that, to the next that the player has
    /// not; where nothing is known of that, to the first that the player has not solved.
    pub fn seek(&mut self, catalog: &Catalog) {
        self.last = self.set_file().and_then(|path| last_level::find(&path, &self.games));
        let kept = self.store.shelf(catalog, self.game().puzzle().kind());
        let is_open = |game: &Game| {
            kept.records(game.puzzle()).played.is_empty() || self.progress.find(game.puzzle()).is_some()
        };
        let first = self.last.unwrap_or(0);
        let at = (first..self.games.len()).chain(0..first).find(|&at| is_open(&self.games[at]));
        self.at = at.or(self.last).unwrap_or(self.at);
        self.last = self.last.map(|_| self.at);
    }

    /// Where it is written down which level was played last; `None` if there is only one.
    fn set_file(&self) -> Option<PathBuf> {
        if self.place().1 < 2 {
            return None;
        }
        let sources = self.games.iter().map(|game| game.source.as_str());
        let sources = sources.chain(self.unread.iter().map(|level| level.source.as_str()));
        self.progress.set_file(self.games[0].puzzle().kind(), &last_level::file_name(sources))
    }

    /// Goes to another level. That it cannot be written down how far this one has been played keeps
    /// nobody here.
    ///
    /// # Errors
    /// There is no such level; in words.
    pub fn go_to(&mut self, level: Level, catalog: &Catalog) -> Result<Entered, String> {
        let at = self.find(level)?;
        let unsaved = self.save().err();
        // Who only looks at the first level has not been anywhere yet.
        self.last.get_or_insert(self.at);
        self.at = at;
        Ok(Entered { resumed: self.enter(catalog), unsaved })
    }

    /// Which of the games is that level?
    fn find(&self, level: Level) -> Result<usize, String> {
        let (last, count) = (self.games.len() - 1, self.place().1);
        match level {
            Level::Next | Level::Previous if last == 0 => Err("this is the only level".to_owned()),
            Level::Next if self.at == last => Err(format!("this is the last of {count} levels")),
            Level::Previous if self.at == 0 => Err("this is the first level".to_owned()),
            Level::Next => Ok(self.at + 1),
            Level::Previous => Ok(self.at - 1),
            Level::At(number) => self.numbered(number),
        }
    }

    /// The level of a number: as its file or collection counts, or, where the levels come from several,
    /// its place among all of them.
    fn numbered(&self, number: usize) -> Result<usize, String> {
        let source = &self.games[0].source;
        let is_one_source = self.games.iter().all(|game| game.source == *source)
            && self.unread.iter().all(|level| level.source == *source);
        let found = if is_one_source {
            self.games.iter().position(|game| game.index == number)
        } else {
            self.places.iter().position(|&place| place == number)
        };
        if let Some(at) = found {
            return Ok(at);
        }
        let unread = self.unread.iter().find(|level| is_one_source && level.index == number);
        if let Some(Unread { message, .. }) = unread {
            return Err(format!("level {number} cannot be read: {message}"));
        }
        let count = self.place().1;
        if !is_one_source {
            return Err(format!("there are levels 1 to {count}"));
        }
        let numbers =
            || self.games.iter().map(|game| game.index).chain(self.unread.iter().map(|level| level.index));
        match (numbers().min(), numbers().max()) {
            (Some(first), Some(last)) if first < last => Err(format!("there are levels {first} to {last}")),
            _ => Err("this is the only level".to_owned()),
        }
    }

    /// Writes down how far the level has been played, unless that has not changed: somebody else may
    /// play it, too. What is solved begins anew.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn save(&mut self) -> Result<(), String> {
        let Self { games, at, progress, .. } = self;
        let game = &mut games[*at];
        let record = game.record();
        let is_changed = record != game.written;
        if is_changed {
            progress.keep(game.puzzle(), &record)?;
            game.written = record;
        }
        if (is_changed || self.last.is_some_and(|last| last != self.at))
            && let Some(path) = self.set_file()
        {
            last_level::keep(&path, self.game())?;
            self.last = Some(self.at);
        }
        Ok(())
    }

    /// Keeps the solution that one has come to. When this returns, it is on the disk.
    pub fn keep(&mut self, catalog: &Catalog) -> Keeping {
        let Self { games, at, store, .. } = self;
        let game = &mut games[*at];
        let record = PuzzleRecord { puzzle: game.puzzle(), metadata: &game.metadata, flags: "" };
        let (text, is_own) = (game.text(), game.is_own());
        let kept = if is_own {
            store.keep_played(catalog, &record, &text)
        } else {
            store.keep(catalog, &record, &text)
        };
        let kind = game.puzzle().kind();
        game.set_records(store.shelf(catalog, kind).records(game.puzzle()));
        match kept {
            Err(message) => Keeping::Failed(message),
            Ok(_) if !is_own => Keeping::Aided,
            Ok(Some(SaveOutcome::Added)) => Keeping::Added,
            Ok(Some(SaveOutcome::AddedAsPlayed(_))) => Keeping::BestOfPlayer,
            Ok(Some(SaveOutcome::Better(_))) => Keeping::Known,
            Ok(None) => Keeping::Nowhere,
        }
    }

    /// Whether the player has solved the level.
    #[must_use]
    pub fn is_done(&self) -> bool {
        !self.game().records.played.is_empty()
    }
}
