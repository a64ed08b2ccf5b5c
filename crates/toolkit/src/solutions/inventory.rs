//! All files of the store: listed, checked, pruned.

use std::fs;
use std::path::{Path, PathBuf};

use super::file::MAX_BYTES;
use super::ranking::{at_least_as_good, primary};
use super::records::{KnownSolution, is_played, replayed};
use super::rewrite::rewrite;
use super::save::{keeper, read};
use super::store::Store;
use crate::solutions::save_error::SaveError;
use lurd_disk::files::{is_special, read_at_most};
use lurd_puzzle::catalog::{Catalog, text_of};
use lurd_puzzle::puzzle::{Entry, Format, Plugin, Puzzle, SavedGame};

/// A level in the store, with everything kept for it.
pub struct KeptLevel {
    pub puzzle: Box<dyn Puzzle>,
    /// Its identity, after which its file is named.
    pub identity: String,
    pub path: PathBuf,
    pub entry: EntryData,
}

/// What a file has beside the puzzle.
pub struct EntryData {
    pub metadata: lurd_puzzle::puzzle::Metadata,
    pub flags: String,
}

impl KeptLevel {
    /// The identity of a puzzle, after which its file is named.
    pub fn identity_of(puzzle: &dyn Puzzle) -> String {
        puzzle.id()
    }

    /// The games that are solutions, replayed.
    pub fn solutions(&self) -> Vec<KnownSolution> {
        self.games().filter_map(|(_, known)| known.ok()).collect()
    }

    /// All games, each replayed or with the reason why it is no solution.
    pub fn games(&self) -> impl Iterator<Item = (&SavedGame, Result<KnownSolution, String>)> {
        let replay = |game| replayed(self.puzzle.as_ref(), game).map_err(|refusal| refusal.to_string());
        self.entry.metadata.games.iter().map(move |game| (game, replay(game)))
    }
}

/// A plug-in with its format for solutions, and one of its files in the store.
struct KeptFile<'c> {
    plugin: &'c dyn Plugin,
    format: &'static Format,
    path: PathBuf,
}

impl Store {
    /// The levels of the store by kind and file name, and the files that cannot be read.
    pub fn inventory(&self, catalog: &Catalog) -> (Vec<KeptLevel>, Vec<SaveError>) {
        let (mut levels, mut damaged) = (Vec::new(), Vec::new());
        for KeptFile { plugin, format, path } in self.files(catalog) {
            match entries(plugin, format, &path) {
                Ok(entries) => {
                    for Entry { puzzle, metadata, flags, .. } in entries {
                        let Ok(puzzle) = puzzle else {
                            damaged.push(SaveError::Damaged(path.clone()));
                            continue;
                        };
                        let (identity, path) = (KeptLevel::identity_of(puzzle.as_ref()), path.clone());
                        levels.push(KeptLevel {
                            puzzle,
                            identity,
                            path,
                            entry: EntryData { metadata, flags },
                        });
                    }
                }
                Err(error) => damaged.push(error),
            }
        }
        (levels, damaged)
    }

    /// Removes solutions that another kept one of the same level makes superfluous: from yours by yours, from all by
    /// any. Solutions that do not replay stay. Returns the number of removed ones and of those that are left.
    ///
    /// # Errors
    /// A file cannot be read or written; those before it are pruned.
    pub fn prune(&self, catalog: &Catalog) -> Result<(usize, usize), SaveError> {
        let (mut removed, mut left) = (0, 0);
        for KeptFile { plugin, format, path } in self.files(catalog) {
            let counts = rewrite(&path, (plugin, format), |entries| {
                let mut counts = (0, 0);
                for entry in entries {
                    let Ok(puzzle) = &entry.puzzle else { continue };
                    let games = &mut entry.metadata.games;
                    let before = games.len();
                    let keeps = best_games(puzzle.as_ref(), games);
                    let mut keep = keeps.iter();
                    games.retain(|_| *keep.next().unwrap_or(&true));
                    counts = (counts.0 + before - games.len(), counts.1 + games.len());
                }
                Ok((counts, counts.0 > 0))
            })?;
            removed += counts.0;
            left += counts.1;
        }
        Ok((removed, left))
    }

    fn files<'c>(&self, catalog: &'c Catalog) -> Vec<KeptFile<'c>> {
        let mut files = Vec::new();
        for plugin in catalog.plugins() {
            let Some((plugin, format)) = keeper(catalog, plugin.name()) else { continue };
            let Some(folder) = self.folder_of(plugin.name()) else { continue };
            let found = fs::read_dir(folder).into_iter().flatten().flatten().map(|found| found.path());
            let is_kept = |path: &PathBuf| {
                let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
                ending == format.endings.first().copied().unwrap_or("txt")
            };
            let mut paths: Vec<_> = found.filter(is_kept).collect();
            paths.sort_unstable();
            files.extend(paths.into_iter().map(|path| KeptFile { plugin, format, path }));
        }
        files
    }
}

/// For each game whether it stays.
fn best_games(puzzle: &dyn Puzzle, games: &[SavedGame]) -> Vec<bool> {
    let primary = primary(puzzle);
    let known: Vec<_> = games.iter().map(|game| replayed(puzzle, game).ok()).collect();
    let beats = |one: usize, other: usize| {
        let (Some(one_known), Some(other_known)) = (&known[one], &known[other]) else { return false };
        // One of lurd's is superfluous by any that is as good, one of yours by yours only.
        let is_rival = one_known.is_played || !is_played(&games[other]);
        let is_as_good = at_least_as_good(&primary, &one_known.metrics, &other_known.metrics);
        let is_equal = is_as_good && at_least_as_good(&primary, &other_known.metrics, &one_known.metrics);
        // Of equals yours stays, then the first.
        let wins = !is_equal
            || (one_known.is_played && !other_known.is_played)
            || (one < other && one_known.is_played == other_known.is_played);
        one != other && is_rival && is_as_good && wins
    };
    (0..games.len()).map(|game| !(0..games.len()).any(|rival| beats(rival, game))).collect()
}

fn entries(plugin: &dyn Plugin, format: &Format, path: &Path) -> Result<Vec<Entry>, SaveError> {
    // A pipe would wait for its writer.
    if is_special(path) {
        return Err(SaveError::NotRegular(path.to_path_buf()));
    }
    let bytes = read_at_most(path, MAX_BYTES).map_err(|error| SaveError::during("read", path, &error))?;
    let text = text_of(bytes).ok_or_else(|| SaveError::NotText(path.to_path_buf()))?;
    let entries = read(plugin, format, &text);
    if entries.is_empty() && !text.trim().is_empty() {
        return Err(SaveError::Damaged(path.to_path_buf()));
    }
    Ok(entries)
}
