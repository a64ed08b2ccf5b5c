//! Solutions into and out of the store.

use super::inventory::KeptLevel;
use super::records::{is_played, replayed};
use super::save::{GameToSave, SaveOutcome, keeper};
use super::store::Store;
use crate::solutions::save_error::SaveError;
use lurd_puzzle::catalog::{Catalog, Item};
use lurd_puzzle::puzzle::{Format, Plugin, PuzzleRecord};

/// What importing the games of a level gave.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Imported {
    pub added: usize,
    /// Those that are no better than what was kept.
    pub known: usize,
    /// Games that are not solutions, with their titles and the reasons.
    pub refused: Vec<(String, String)>,
}

impl Store {
    /// Takes the solutions of a level of a file into the store. Each is replayed; what is no solution stays out.
    ///
    /// # Errors
    /// The store cannot be read or written.
    pub fn import(&self, catalog: &Catalog, item: &Item) -> Result<Imported, SaveError> {
        let mut imported = Imported::default();
        let Ok(puzzle) = &item.puzzle else { return Ok(imported) };
        let metadata = lurd_puzzle::puzzle::Metadata { games: Vec::new(), ..item.metadata.clone() };
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
            let game =
                if is_played(game) { GameToSave::Played(solution) } else { GameToSave::Solution(solution) };
            match self.keep(catalog, &record, game)? {
                Some(SaveOutcome::Added | SaveOutcome::AddedAsPlayed(_)) => imported.added += 1,
                Some(SaveOutcome::Better(_)) | None => imported.known += 1,
            }
        }
        Ok(imported)
    }
}

/// The plug-ins whose files of solutions have this extension; for `txt` all of them.
pub fn keepers_of<'c>(catalog: &'c Catalog, ending: &str) -> Vec<(&'c dyn Plugin, &'static Format)> {
    let keepers = catalog.plugins().filter_map(|plugin| keeper(catalog, plugin.name()));
    keepers.filter(|(_, format)| ending == "txt" || format.endings.contains(&ending)).collect()
}

/// Writes levels with their games as one file of a plug-in.
///
/// # Errors
/// The format cannot hold them.
pub fn exported(
    (plugin, format): (&dyn Plugin, &Format),
    levels: &[&KeptLevel],
) -> Result<Vec<u8>, SaveError> {
    let records: Vec<_> = levels
        .iter()
        .map(|level| PuzzleRecord {
            puzzle: level.puzzle.as_ref(),
            metadata: &level.entry.metadata,
            flags: &level.entry.flags,
        })
        .collect();
    Ok(plugin.write(format, &records)?.bytes)
}
