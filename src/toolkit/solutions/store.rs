//! The folder of kept solutions: one file a puzzle, named by its identity (or a hash of it), in the user's folder for
//! data (`$XDG_DATA_HOME/lurd/solutions`, by default below `~/.local/share`).

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use super::{Game, Kept, Records, add, is_same, keeper, read, records};
use crate::catalog::{Catalog, text_of};
use crate::puzzle::PuzzleRecord;
use crate::toolkit::files::tidy;
use crate::toolkit::folders;
use crate::toolkit::hash::fnv;

/// The folder, or none.
#[derive(Clone, Debug, Default)]
pub struct Store {
    folder: Option<PathBuf>,
}

impl Store {
    /// A store that keeps nothing and knows nothing.
    pub fn none() -> Self {
        Self::default()
    }

    /// The folder of this user; none if the system does not say where that is.
    pub fn of_user() -> Self {
        Self { folder: folders::data().map(|data| data.join("solutions")) }
    }

    /// A folder of one's own.
    pub fn at(folder: &Path) -> Self {
        Self { folder: Some(folder.to_path_buf()) }
    }

    /// Keeps a solution that a search found, unless a better one is kept. `None` where there is nothing to keep it in:
    /// no folder, or a kind of puzzle that no file format holds solutions of.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn keep(
        &self,
        catalog: &Catalog,
        record: &PuzzleRecord<'_>,
        solution: &str,
    ) -> Result<Option<Kept>, String> {
        self.keep_game(catalog, record, solution, Game::Solution(solution))
    }

    /// Keeps a solution that the player found, unless a better one of the player is kept.
    ///
    /// # Errors
    /// As [`Store::keep`].
    pub fn keep_played(
        &self,
        catalog: &Catalog,
        record: &PuzzleRecord<'_>,
        solution: &str,
    ) -> Result<Option<Kept>, String> {
        self.keep_game(catalog, record, solution, Game::Played(solution))
    }

    fn keep_game(
        &self,
        catalog: &Catalog,
        record: &PuzzleRecord<'_>,
        steps: &str,
        game: Game<'_>,
    ) -> Result<Option<Kept>, String> {
        let Some(keeper) = keeper(catalog, record.puzzle.kind()) else { return Ok(None) };
        let Some(folder) = self.folder.as_ref().filter(|_| !steps.is_empty()) else { return Ok(None) };
        let folder = folder.join(record.puzzle.kind());
        fs::create_dir_all(&folder)
            .map_err(|error| format!("cannot make the folder '{}': {error}", folder.display()))?;
        tidy(&folder);
        let path = folder.join(file_name(&record.puzzle.id(), keeper.1.endings));
        add(&path, keeper, record, game).map(Some)
    }

    /// A look at the folder; it is for many questions.
    pub fn shelf<'c>(&self, catalog: &'c Catalog, kind: &str) -> Shelf<'c> {
        let folder = self.folder.as_ref().map(|folder| folder.join(kind));
        let entries = folder.as_ref().and_then(|folder| fs::read_dir(folder).ok());
        let names = entries.into_iter().flatten().flatten();
        let names = names.filter_map(|entry| entry.file_name().into_string().ok()).collect();
        Shelf { catalog, folder, names }
    }
}

/// The kept solutions of one kind of puzzle.
pub struct Shelf<'c> {
    catalog: &'c Catalog,
    folder: Option<PathBuf>,
    names: HashSet<String>,
}

impl Shelf<'_> {
    /// The best solutions that are kept of a puzzle, each replayed. A file that cannot be read holds
    /// none.
    pub fn records(&self, puzzle: &dyn crate::puzzle::Puzzle) -> Records {
        if self.names.is_empty() {
            return Records::default();
        }
        let Some((plugin, format)) = keeper(self.catalog, puzzle.kind()) else { return Records::default() };
        let name = file_name(&puzzle.id(), format.endings);
        let Some(folder) = self.folder.as_ref().filter(|_| self.names.contains(&name)) else {
            return Records::default();
        };
        let text = fs::read(folder.join(name)).ok().and_then(text_of).unwrap_or_default();
        let entries = read(plugin, format, &text);
        let games: Vec<_> = entries
            .into_iter()
            .filter(|entry| is_same(entry, puzzle))
            .flat_map(|entry| entry.metadata.games)
            .collect();
        records(puzzle, &games)
    }
}

/// A file named by an identity, or, where that is no name for a file, by its hash.
fn file_name(id: &str, endings: &[&str]) -> String {
    const LONGEST: usize = 64;
    let ending = endings.first().copied().unwrap_or("txt");
    if !id.is_empty() && id.len() <= LONGEST && id.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        format!("{id}.{ending}")
    } else {
        format!("{:016x}.{ending}", fnv(id.as_bytes()))
    }
}
