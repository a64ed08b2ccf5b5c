//! The user's folder of solutions: one file per puzzle, named after the puzzle's identity or a hash of it, below
//! `$XDG_DATA_HOME/lurd/solutions` (by default in `~/.local/share`).

use std::collections::HashSet;
use std::fs;
use std::io::ErrorKind;
use std::path::PathBuf;

use super::file::MAX_BYTES;
use super::records::{Records, records};
use super::save::{GameToSave, SaveOutcome, add, is_same, keeper, read};
use crate::solutions::save_error::SaveError;
use lurd_disk::files::{create_folder, is_special, read_at_most, tidy};
use lurd_disk::folders;
use lurd_disk::hash::fnv;
use lurd_puzzle::catalog::{Catalog, text_of};
use lurd_puzzle::puzzle::{Puzzle, PuzzleRecord, SavedGame};

#[derive(Clone, Debug, Default)]
pub struct Store {
    folder: Option<PathBuf>,
}

impl Store {
    /// A store without a folder: it saves nothing and is empty.
    pub fn none() -> Self {
        Self::default()
    }

    /// The folder of this user, if the system has one.
    pub fn of_user() -> Self {
        Self { folder: folders::data().map(|data| data.join("solutions")) }
    }

    /// The store in this folder.
    #[must_use]
    pub fn at(folder: &std::path::Path) -> Self {
        Self { folder: Some(folder.to_path_buf()) }
    }

    /// Saves a solution, unless a saved one is as good; for one of the player only those of the player count. `None`
    /// if there is no folder, no solution, or no file format for solutions of this kind of puzzle.
    pub fn keep(
        &self,
        catalog: &Catalog,
        record: &PuzzleRecord<'_>,
        game: GameToSave<'_>,
    ) -> Result<Option<SaveOutcome>, SaveError> {
        let Some(keeper) = keeper(catalog, record.puzzle.kind()) else { return Ok(None) };
        let Some(folder) = self.folder.as_ref().filter(|_| game.solution().is_some()) else {
            return Ok(None);
        };
        let folder = folder.join(record.puzzle.kind());
        create_folder(&folder)?;
        tidy(&folder);
        let path = folder.join(file_name(&record.puzzle.id(), keeper.1.endings));
        add(&path, keeper, record, game).map(Some)
    }

    /// Whether solutions are saved at all.
    pub fn is_kept(&self) -> bool {
        self.folder.is_some()
    }

    /// The file of a puzzle, whether or not it exists; `None` if nothing is saved.
    pub(super) fn file(&self, catalog: &Catalog, puzzle: &dyn Puzzle) -> Option<PathBuf> {
        let (_, format) = keeper(catalog, puzzle.kind())?;
        Some(self.folder.as_ref()?.join(puzzle.kind()).join(file_name(&puzzle.id(), format.endings)))
    }

    /// The folder of a kind of puzzle; `None` if nothing is saved.
    pub(super) fn folder_of(&self, kind: &str) -> Option<PathBuf> {
        Some(self.folder.as_ref()?.join(kind))
    }

    /// Lists the folder of a kind of puzzle once, for many look-ups.
    pub fn shelf<'c>(&self, catalog: &'c Catalog, kind: &str) -> Shelf<'c> {
        let folder = self.folder.as_ref().map(|folder| folder.join(kind));
        let entries = folder.as_ref().and_then(|folder| fs::read_dir(folder).ok());
        let names = entries.into_iter().flatten().flatten();
        let names = names.filter_map(|entry| entry.file_name().into_string().ok()).collect();
        Shelf { catalog, folder, names }
    }
}

/// The saved solutions of one kind of puzzle.
pub struct Shelf<'c> {
    catalog: &'c Catalog,
    folder: Option<PathBuf>,
    names: HashSet<String>,
}

impl Shelf<'_> {
    /// The best saved solutions of a puzzle, replayed.
    pub fn records(&self, puzzle: &dyn Puzzle) -> Records {
        match self.games(puzzle) {
            Ok(Some((path, games))) => records(puzzle, &games, &path),
            Ok(None) => Records::default(),
            Err(error) => Records { damage: Some(error), ..Records::default() },
        }
    }

    /// The games saved with a puzzle and the file that they are in; `None` if there is no file.
    ///
    /// # Errors
    /// The file cannot be read.
    pub(super) fn games(&self, puzzle: &dyn Puzzle) -> Result<Option<(PathBuf, Vec<SavedGame>)>, SaveError> {
        if self.names.is_empty() {
            return Ok(None);
        }
        let Some((plugin, format)) = keeper(self.catalog, puzzle.kind()) else { return Ok(None) };
        let name = file_name(&puzzle.id(), format.endings);
        let Some(folder) = self.folder.as_ref().filter(|_| self.names.contains(&name)) else {
            return Ok(None);
        };
        let path = folder.join(name);
        // A pipe would wait for its writer.
        if is_special(&path) {
            return Err(SaveError::NotRegular(path));
        }
        let bytes = match read_at_most(&path, MAX_BYTES) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) if error.kind() == ErrorKind::FileTooLarge => return Err(SaveError::TooLarge(path)),
            other => other.map_err(|error| SaveError::during("read", &path, &error))?,
        };
        let Some(text) = text_of(bytes) else { return Err(SaveError::NotText(path)) };
        let entries = read(plugin, format, &text);
        let is_readable = !entries.is_empty() && entries.iter().all(|entry| entry.puzzle.is_ok());
        let is_here = entries.iter().any(|entry| is_same(entry, puzzle));
        if !is_here && !is_readable && !text.trim().is_empty() {
            return Err(SaveError::Damaged(path));
        }
        let games = entries
            .into_iter()
            .filter(|entry| is_same(entry, puzzle))
            .flat_map(|entry| entry.metadata.games)
            .collect();
        Ok(Some((path, games)))
    }
}

/// The name of the file of a puzzle: its identity, or a hash of it if that is not a valid name.
fn file_name(id: &str, endings: &[&str]) -> String {
    const MAX_LENGTH: usize = 64;
    let ending = endings.first().copied().unwrap_or("txt");
    if !id.is_empty() && id.len() <= MAX_LENGTH && id.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        format!("{id}.{ending}")
    } else {
        format!("{:016x}.{ending}", fnv(id.as_bytes()))
    }
}
