//! The user's folder of solutions: one file per puzzle, named after the puzzle's identity or a hash of it, below
//! `$XDG_DATA_HOME/lurd/solutions` (by default in `~/.local/share`).

use std::{
    collections::HashSet,
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

use lurd_disk::{files::create_folder, folders, hash::fnv};
use lurd_puzzle::catalog::{Catalog, Item, text_of};
use lurd_puzzle::puzzle::{Format, Metadata, Plugin, Puzzle, PuzzleEntry, PuzzleRecord, SavedGame};

use super::file::{SaveError, content};
use super::save::{
    BestSolutions, GameToSave, KnownSolution, SaveOutcome, add, at_least_as_good, is_played, is_same, keeper, primary,
    read, records, replayed, rewrite, untitled,
};

#[derive(Clone, Debug, Default)]
pub struct SolutionStore {
    folder: Option<PathBuf>,
}

impl SolutionStore {
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
        let kind = record.puzzle.kind();
        let (Some(keeper), Some(folder), Some(_)) = (keeper(catalog, kind), &self.folder, game.solution()) else {
            return Ok(None);
        };
        let folder = folder.join(kind);
        create_folder(&folder)?;
        let path = folder.join(file_name(&record.puzzle.id(), keeper.1.extensions));
        check_own(&path, keeper, record.puzzle)?;
        // Games of the file that the puzzle is from are saved with it, unless they are no solutions.
        let mut metadata = record.metadata.clone();
        metadata.games.retain(|game| replayed(record.puzzle, game).is_ok());
        let outcome = add(catalog, &path, keeper, &PuzzleRecord { metadata: &metadata, ..*record }, game)?;
        if outcome == SaveOutcome::Added {
            remove_superfluous(&path, keeper)?;
        }
        Ok(Some(outcome))
    }

    /// Whether solutions are saved at all.
    pub fn is_kept(&self) -> bool {
        self.folder.is_some()
    }

    /// Lists the folder of a kind of puzzle once, for many lookups.
    pub fn of_kind<'c>(&self, catalog: &'c Catalog, kind: &str) -> SolutionsOfKind<'c> {
        let folder = self.folder.as_ref().map(|folder| folder.join(kind));
        let entries = folder.as_ref().and_then(|folder| fs::read_dir(folder).ok());
        let names = entries.into_iter().flatten().flatten();
        let names = names.filter_map(|entry| entry.file_name().into_string().ok()).collect();
        SolutionsOfKind { catalog, folder, names }
    }
}

/// The saved solutions of one kind of puzzle.
pub struct SolutionsOfKind<'c> {
    catalog: &'c Catalog,
    folder: Option<PathBuf>,
    names: HashSet<String>,
}

impl SolutionsOfKind<'_> {
    /// The best saved solutions of a puzzle, replayed.
    pub fn records(&self, puzzle: &dyn Puzzle) -> BestSolutions {
        match self.games(puzzle) {
            Ok(Some((path, games))) => records(puzzle, &games, &path),
            Ok(None) => BestSolutions::default(),
            Err(error) => BestSolutions { damage: Some(error), ..BestSolutions::default() },
        }
    }

    /// Whether no solution of the player is saved for a puzzle. Replays nothing.
    pub fn is_unsolved(&self, puzzle: &dyn Puzzle) -> bool {
        let games = self.games(puzzle).ok().flatten().map(|(_, games)| games).unwrap_or_default();
        !games.iter().any(is_played)
    }

    /// The file of a puzzle, if there is one, and what reads it.
    fn file(&self, puzzle: &dyn Puzzle) -> Option<(PathBuf, (&dyn Plugin, &'static Format))> {
        let folder = self.folder.as_ref().filter(|_| !self.names.is_empty())?;
        let keeper = keeper(self.catalog, puzzle.kind())?;
        let name = file_name(&puzzle.id(), keeper.1.extensions);
        self.names.contains(&name).then(|| (folder.join(name), keeper))
    }

    /// The games saved with a puzzle and the file that they are in; `None` if there is no file.
    ///
    /// # Errors
    /// The file cannot be read.
    fn games(&self, puzzle: &dyn Puzzle) -> Result<Option<(PathBuf, Vec<SavedGame>)>, SaveError> {
        let Some((path, keeper)) = self.file(puzzle) else { return Ok(None) };
        let entries = entries(keeper, &path)?;
        let is_here = entries.iter().any(|entry| is_same(entry, puzzle));
        if !is_here && entries.iter().any(|entry| entry.puzzle.is_err()) {
            return Err(SaveError::damaged(&path));
        }
        let games = entries
            .iter()
            .filter(|entry| is_same(entry, puzzle))
            .flat_map(|entry| entry.metadata.games.clone())
            .collect();
        Ok(Some((path, games)))
    }
}

/// The name of the file of a puzzle: its identity, or a hash of it if that is not a valid name.
fn file_name(id: &str, extensions: &[&str]) -> String {
    const MAX_LENGTH: usize = 64;
    let extension = extensions.first().copied().unwrap_or("txt");
    if !id.is_empty() && id.len() <= MAX_LENGTH && id.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        format!("{id}.{extension}")
    } else {
        format!("{:016x}.{extension}", fnv(id.as_bytes()))
    }
}

// The saved solutions of a puzzle one by one, and deleting one of them.

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

impl SolutionsOfKind<'_> {
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

impl SolutionStore {
    /// Deletes a solution of `puzzle`; everything else in the file stays.
    ///
    /// # Errors
    /// The solution is no longer there, the file cannot be read or written, or the rest of it could not be kept;
    /// the file is unchanged then.
    pub fn delete(&self, catalog: &Catalog, puzzle: &dyn Puzzle, stored: &StoredSolution) -> Result<(), SaveError> {
        let of_kind = self.of_kind(catalog, puzzle.kind());
        let gone = || SaveError::from("the solution is not there any more");
        let (path, keeper) = of_kind.file(puzzle).ok_or_else(gone)?;
        let mut is_found = false;
        rewrite(&path, keeper, |other, games| {
            let is_it = |game: &SavedGame| game.steps == stored.steps && game.title == stored.title;
            if let (false, true, Some(at)) =
                (is_found, untitled(other) == untitled(puzzle), games.iter().position(is_it))
            {
                games.remove(at);
                is_found = true;
            }
        })?;
        if is_found { Ok(()) } else { Err(SaveError::about(&path, "has changed; list the solutions again")) }
    }
}

// All files of the store.

/// A level in the store, with everything kept for it.
pub struct KeptLevel {
    pub puzzle: Box<dyn Puzzle>,
    pub path: PathBuf,
    pub metadata: Arc<Metadata>,
    flags: String,
}

impl KeptLevel {
    /// All games, each replayed or with the reason why it is no solution.
    pub fn games(&self) -> impl Iterator<Item = (&SavedGame, Result<KnownSolution, String>)> {
        let replay = |game| replayed(self.puzzle.as_ref(), game).map_err(|refusal| refusal.to_string());
        self.metadata.games.iter().map(move |game| (game, replay(game)))
    }

    /// The games that are solutions, replayed.
    pub fn solutions(&self) -> Vec<KnownSolution> {
        self.games().filter_map(|(_, known)| known.ok()).collect()
    }
}

impl SolutionStore {
    /// The levels of the store by kind and file name, and the files that cannot be read.
    pub fn inventory(&self, catalog: &Catalog) -> (Vec<KeptLevel>, Vec<SaveError>) {
        let (mut levels, mut damaged) = (Vec::new(), Vec::new());
        for (plugin, format) in keepers_of(catalog, "txt") {
            let found = self.folder.iter().flat_map(|folder| fs::read_dir(folder.join(plugin.name())));
            let paths = found.flatten().flatten().map(|found| found.path());
            let extension = format.extensions.first().copied().unwrap_or("txt");
            let mut paths: Vec<_> = paths.filter(|path| path.extension().is_some_and(|it| it == extension)).collect();
            paths.sort_unstable();
            for path in paths {
                let entries = entries((plugin, format), &path).unwrap_or_else(|error| {
                    damaged.push(error);
                    Vec::new()
                });
                for PuzzleEntry { puzzle, metadata, flags, .. } in entries {
                    match puzzle {
                        Ok(puzzle) => levels.push(KeptLevel { puzzle, path: path.clone(), metadata, flags }),
                        Err(_) => damaged.push(SaveError::damaged(&path)),
                    }
                }
            }
        }
        (levels, damaged)
    }
}

/// Removes lurd's own solutions that another kept one of the level makes superfluous.
fn remove_superfluous(path: &Path, keeper: (&dyn Plugin, &Format)) -> Result<(), SaveError> {
    rewrite(path, keeper, |puzzle, games| {
        let mut superfluous = superfluous(puzzle, games).into_iter();
        games.retain(|_| superfluous.next() != Some(true));
    })?;
    Ok(())
}

/// For each game whether it is one of lurd's and another one is as good; of equals yours stays, then the first.
fn superfluous(puzzle: &dyn Puzzle, games: &[SavedGame]) -> Vec<bool> {
    let primary = primary(puzzle);
    let known: Vec<_> = games.iter().map(|game| replayed(puzzle, game).ok()).collect();
    let beats = |rival: usize, game: usize| {
        let (Some(it), Some(other)) = (&known[rival], &known[game]) else { return false };
        let is_as_good =
            |one: &KnownSolution, two: &KnownSolution| at_least_as_good(&primary, &one.metrics, &two.metrics);
        rival != game && is_as_good(it, other) && (!is_as_good(other, it) || it.is_played || rival < game)
    };
    let is_superfluous = |game: usize| !is_played(&games[game]) && (0..games.len()).any(|rival| beats(rival, game));
    (0..games.len()).map(is_superfluous).collect()
}

/// Refuses a file that is not one of the store's: a text without a puzzle of the same identity, which images by reflections
/// and boards with another player in the same region have, too.
fn check_own(path: &Path, keeper: (&dyn Plugin, &Format), puzzle: &dyn Puzzle) -> Result<(), SaveError> {
    let entries = entries(keeper, path)?;
    let has_identity = |entry: &PuzzleEntry| entry.puzzle.as_ref().is_ok_and(|other| other.id() == puzzle.id());
    let is_own = entries.is_empty() || entries.iter().any(|entry| is_same(entry, puzzle) || has_identity(entry));
    if is_own { Ok(()) } else { Err(SaveError::damaged(path)) }
}

/// The puzzles of a file of the store; none if it is missing. A link is not followed.
fn entries((plugin, format): (&dyn Plugin, &Format), path: &Path) -> Result<Vec<PuzzleEntry>, SaveError> {
    if fs::symlink_metadata(path).is_ok_and(|found| !found.is_file()) {
        return Err(SaveError::not_regular(path));
    }
    let text = text_of(content(path)?).ok_or_else(|| SaveError::not_text(path))?;
    let entries = read(plugin, format, &text);
    if entries.is_empty() && !text.trim().is_empty() {
        return Err(SaveError::damaged(path));
    }
    Ok(entries)
}

// Solutions into and out of the store.

/// What importing the games of a level gave.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Imported {
    pub added: usize,
    /// Those that are no better than what was kept.
    pub known: usize,
    /// Games that are not solutions, with their titles and the reasons.
    pub refused: Vec<(String, String)>,
}

impl SolutionStore {
    /// Takes the solutions of a level of a file into the store. Each is replayed; what is no solution stays out.
    ///
    /// # Errors
    /// The store cannot be read or written.
    pub fn import(&self, catalog: &Catalog, item: &Item) -> Result<Imported, SaveError> {
        let mut imported = Imported::default();
        let Ok(puzzle) = &item.puzzle else { return Ok(imported) };
        let metadata = Metadata { games: Vec::new(), ..Metadata::clone(&item.metadata) };
        let record = PuzzleRecord { puzzle: puzzle.as_ref(), metadata: &metadata, flags: &item.flags };
        for game in &item.metadata.games {
            let known = match replayed(puzzle.as_ref(), game) {
                Ok(known) => known,
                Err(refusal) => {
                    let title = game.title.clone().unwrap_or_else(|| "a game".to_owned());
                    imported.refused.push((title, refusal.to_string()));
                    continue;
                }
            };
            let solution = known.solution.as_str();
            let game = if is_played(game) { GameToSave::Played(solution) } else { GameToSave::Solution(solution) };
            match self.keep(catalog, &record, game)? {
                Some(SaveOutcome::Added | SaveOutcome::AddedAsPlayed(_)) => imported.added += 1,
                Some(SaveOutcome::Better(_)) | None => imported.known += 1,
            }
        }
        Ok(imported)
    }
}

/// The plug-ins whose files of solutions have this extension; for `txt` all of them.
pub fn keepers_of<'c>(catalog: &'c Catalog, extension: &str) -> Vec<(&'c dyn Plugin, &'static Format)> {
    let keepers = catalog.plugins().filter_map(|plugin| keeper(catalog, plugin.name()));
    keepers.filter(|(_, format)| extension == "txt" || format.extensions.contains(&extension)).collect()
}

/// Writes levels with their games as one file of a plug-in.
///
/// # Errors
/// The format cannot hold them.
pub fn exported((plugin, format): (&dyn Plugin, &Format), levels: &[&KeptLevel]) -> Result<Vec<u8>, SaveError> {
    let records: Vec<_> = levels
        .iter()
        .map(|level| PuzzleRecord { puzzle: level.puzzle.as_ref(), metadata: &level.metadata, flags: &level.flags })
        .collect();
    Ok(plugin.write(format, &records)?.bytes)
}
