//! A set of levels played one after the other, with the progress and the solutions of each.

#[cfg(test)]
mod tests;

use lurd_disk::files::WriteError;
use std::path::PathBuf;

use super::commands::Level;
use super::error::LevelError;
use super::game::Game;
use super::last_level;
use super::progress::Progress;
use crate::solutions::{GameToSave, SaveOutcome, Store};
use lurd_puzzle::catalog::Catalog;
use lurd_puzzle::puzzle::PuzzleRecord;

/// A set of levels, one of which is being played.
pub struct LevelSet {
    pub(super) games: Vec<Game>,
    /// The number of each game among all levels, from 1; unreadable levels count.
    pub(super) places: Vec<usize>,
    pub(super) unread: Vec<Unread>,
    pub(super) at: usize,
    /// The level recorded on disk as the one played last.
    last: Option<usize>,
    pub(super) store: Store,
    pub(super) progress: Progress,
}

/// A level of the set that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unread {
    /// The file or collection of the level.
    pub source: String,
    /// The number of the level in its source, from 1.
    pub index: usize,
    pub message: String,
}

/// The result of entering a level.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entered {
    /// The number of steps resumed from saved progress.
    pub resumed: usize,
    /// Why the progress of the level before could not be saved.
    pub unsaved: Option<WriteError>,
}

/// What became of a solution that the game reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Keeping {
    /// Stored; no known solution is as good.
    Added,
    /// Stored as the best of the player; one that is as good or better is known.
    BestOfPlayer,
    /// Not stored; the player has a stored solution that is as good.
    Known,
    /// Not counted as the player's, because it has steps of an answer.
    Aided,
    /// Not stored; there is no store.
    Nowhere,
    /// Not stored, for this reason.
    Failed(String),
}

impl LevelSet {
    /// Creates a set that begins with the first of `games`; `None` if there are none.
    pub fn new(games: Vec<Game>, store: Store, progress: Progress) -> Option<Self> {
        Self::among(games.into_iter().map(Ok).collect(), store, progress)
    }

    /// Creates a set that begins with the first readable level; `None` if there is none.
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

    pub fn game(&self) -> &Game {
        &self.games[self.at]
    }

    pub fn game_mut(&mut self) -> &mut Game {
        &mut self.games[self.at]
    }

    /// Ends the set and returns the current level.
    pub fn into_game(mut self) -> Game {
        self.games.swap_remove(self.at)
    }

    /// The number of the current level, from 1, and the number of levels; unreadable levels count.
    pub fn place(&self) -> (usize, usize) {
        (self.places[self.at], self.games.len() + self.unread.len())
    }

    /// Looks up the stored solutions of the current level and resumes its saved progress. Returns the number
    /// of steps resumed.
    pub fn enter(&mut self, catalog: &Catalog) -> usize {
        self.look_up(catalog);
        let Self { games, at, progress, .. } = self;
        let game = &mut games[*at];
        if !game.steps().is_empty() || game.undone() > 0 {
            return 0;
        }
        progress.find(game.puzzle()).map_or(0, |saved| game.resume(&saved))
    }

    /// Looks up the stored solutions of the current level.
    pub(super) fn look_up(&mut self, catalog: &Catalog) {
        let Self { games, at, store, .. } = self;
        let game = &mut games[*at];
        let kind = game.puzzle().kind();
        game.set_records(store.shelf(catalog, kind).records(game.puzzle()));
    }

    /// Goes to the level played last or, if the player has solved it, to the next one the player has not; without
    /// a record of that, to the first level the player has not solved.
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

    /// The file that records which level was played last; `None` if there is only one level.
    fn set_file(&self) -> Option<PathBuf> {
        if self.place().1 < 2 {
            return None;
        }
        let sources = self.games.iter().map(|game| game.source.as_str());
        let sources = sources.chain(self.unread.iter().map(|level| level.source.as_str()));
        self.progress.set_file(self.games[0].puzzle().kind(), &last_level::file_name(sources))
    }

    /// Enters another level, even if the progress of the current one cannot be saved.
    pub fn go_to(&mut self, level: Level, catalog: &Catalog) -> Result<Entered, LevelError> {
        let at = self.find(level)?;
        let unsaved = self.save().err();
        // Only now has more than the first level been looked at.
        self.last.get_or_insert(self.at);
        self.at = at;
        Ok(Entered { resumed: self.enter(catalog), unsaved })
    }

    /// The index of a level in `games`.
    fn find(&self, level: Level) -> Result<usize, LevelError> {
        let (last, count) = (self.games.len() - 1, self.place().1);
        match level {
            Level::Next | Level::Previous if last == 0 => Err(LevelError::OnlyLevel),
            Level::Next if self.at == last => Err(LevelError::Last(count)),
            Level::Previous if self.at == 0 => Err(LevelError::First),
            Level::Next => Ok(self.at + 1),
            Level::Previous => Ok(self.at - 1),
            Level::At(number) => self.numbered(number),
        }
    }

    /// Whether all levels come from the same file or collection.
    pub(super) fn is_one_source(&self) -> bool {
        let source = &self.games[0].source;
        self.games.iter().all(|game| game.source == *source)
            && self.unread.iter().all(|level| level.source == *source)
    }

    /// The index in `games` of the level with a number: its number in the source that all levels come from, or
    /// else its number among all levels.
    fn numbered(&self, number: usize) -> Result<usize, LevelError> {
        let is_one_source = self.is_one_source();
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
            return Err(LevelError::Unreadable { number, message: message.clone() });
        }
        if !is_one_source {
            return Err(LevelError::OutOfRange { first: 1, last: self.place().1 });
        }
        let numbers =
            || self.games.iter().map(|game| game.index).chain(self.unread.iter().map(|level| level.index));
        match (numbers().min(), numbers().max()) {
            (Some(first), Some(last)) if first < last => Err(LevelError::OutOfRange { first, last }),
            _ => Err(LevelError::OnlyLevel),
        }
    }

    /// Saves the progress of the current level if it has changed; another process may be playing it, too.
    pub fn save(&mut self) -> Result<(), WriteError> {
        let Self { games, at, progress, .. } = self;
        let game = &mut games[*at];
        let saved = game.progress();
        let is_changed = saved != game.written;
        if is_changed {
            progress.save(game.puzzle(), &saved)?;
            game.written = saved;
        }
        if (is_changed || self.last.is_some_and(|last| last != self.at))
            && let Some(path) = self.set_file()
        {
            last_level::save(&path, self.game())?;
            self.last = Some(self.at);
        }
        Ok(())
    }

    /// Stores the solution that the game reached. It is on disk when this returns.
    pub fn keep(&mut self, catalog: &Catalog) -> Keeping {
        let Self { games, at, store, .. } = self;
        let game = &mut games[*at];
        let record = PuzzleRecord { puzzle: game.puzzle(), metadata: &game.metadata, flags: "" };
        let (text, is_own) = (game.text(), game.is_own());
        let solution = if is_own { GameToSave::Played(&text) } else { GameToSave::Solution(&text) };
        let kept = store.keep(catalog, &record, solution);
        self.look_up(catalog);
        match kept {
            Err(message) => Keeping::Failed(message.to_string()),
            Ok(_) if !is_own => Keeping::Aided,
            Ok(Some(SaveOutcome::Added)) => Keeping::Added,
            Ok(Some(SaveOutcome::AddedAsPlayed(_))) => Keeping::BestOfPlayer,
            Ok(Some(SaveOutcome::Better(_))) => Keeping::Known,
            Ok(None) => Keeping::Nowhere,
        }
    }

    /// Whether the player has solved the level.
    pub fn is_done(&self) -> bool {
        !self.game().records.played.is_empty()
    }
}
