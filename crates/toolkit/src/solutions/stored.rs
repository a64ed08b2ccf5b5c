//! The saved solutions of a puzzle one by one, and deleting one of them.

use super::records::{KnownSolution, replayed};
use super::rewrite::rewrite;
use super::save::{is_same, keeper};
use super::store::{Shelf, Store};
use crate::solutions::save_error::SaveError;
use lurd_puzzle::catalog::Catalog;
use lurd_puzzle::puzzle::{Entry, Puzzle};

/// A solution in the store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredSolution {
    /// Its number among the solutions of the puzzle, from 1.
    pub number: usize,
    /// The line above it in the file.
    pub title: Option<String>,
    /// The steps as written.
    pub steps: String,
    /// The replayed solution, or why it is none.
    pub known: Result<KnownSolution, String>,
}

impl Shelf<'_> {
    /// All saved solutions of a puzzle, in the order of the file, also those that are damaged.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn stored(&self, puzzle: &dyn Puzzle) -> Result<Vec<StoredSolution>, SaveError> {
        let Some((_, games)) = self.games(puzzle)? else { return Ok(Vec::new()) };
        let stored = (1..).zip(games).map(|(number, game)| {
            let known = replayed(puzzle, &game).map_err(|refusal| refusal.to_string());
            StoredSolution { number, title: game.title, steps: game.steps, known }
        });
        Ok(stored.collect())
    }
}

impl Store {
    /// Deletes a solution of `puzzle`; everything else in the file stays.
    ///
    /// # Errors
    /// The solution is no longer there, the file cannot be read or written, or the rest of it could not be kept;
    /// the file is unchanged then.
    pub fn delete(
        &self,
        catalog: &Catalog,
        puzzle: &dyn Puzzle,
        stored: &StoredSolution,
    ) -> Result<(), SaveError> {
        let file = self.file(catalog, puzzle).filter(|path| path.exists());
        let (Some(path), Some((plugin, format))) = (file, keeper(catalog, puzzle.kind())) else {
            return Err(SaveError::Refused("the solution is not there any more".to_owned()));
        };
        rewrite(&path, (plugin, format), |entries| {
            let (entry, game) =
                find(entries, puzzle, stored).ok_or_else(|| SaveError::Changed(path.clone()))?;
            entries[entry].metadata.games.remove(game);
            Ok(((), true))
        })
    }
}

/// The index of the entry with a solution, and that of its game.
fn find(entries: &[Entry], puzzle: &dyn Puzzle, stored: &StoredSolution) -> Option<(usize, usize)> {
    let mut games =
        entries.iter().enumerate().filter(|(_, entry)| is_same(entry, puzzle)).flat_map(|(at, entry)| {
            entry.metadata.games.iter().enumerate().map(move |(index, game)| (at, index, game))
        });
    let (at, index, game) = games.nth(stored.number.checked_sub(1)?)?;
    (game.steps == stored.steps && game.title == stored.title).then_some((at, index))
}
