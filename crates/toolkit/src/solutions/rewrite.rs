//! Writes a file of solutions anew with other games; everything else in it stays.

use std::path::Path;

use super::file::update;
use super::save::{is_same, read};
use crate::solutions::save_error::SaveError;
use lurd_puzzle::catalog::decode;
use lurd_puzzle::puzzle::{Entry, Format, Plugin, PuzzleRecord};

/// Passes the entries of a file to `change`, which changes their games and returns whether the file is to be written.
///
/// # Errors
/// The file cannot be read or written, or the rest of it could not be kept; the file is unchanged then.
pub(super) fn rewrite<T>(
    path: &Path,
    (plugin, format): (&dyn Plugin, &Format),
    change: impl FnOnce(&mut Vec<Entry>) -> Result<(T, bool), SaveError>,
) -> Result<T, SaveError> {
    update(path, |old| {
        let (text, encoding) = decode(old).ok_or_else(|| SaveError::NotText(path.to_path_buf()))?;
        let mut entries = read(plugin, format, &text);
        let (value, is_changed) = change(&mut entries)?;
        if !is_changed {
            return Ok((value, None));
        }
        let records: Option<Vec<_>> = entries
            .iter()
            .map(|Entry { puzzle, metadata, flags, .. }| {
                let puzzle = puzzle.as_ref().ok()?.as_ref();
                Some(PuzzleRecord { puzzle, metadata, flags })
            })
            .collect();
        let records = records.ok_or_else(|| SaveError::Damaged(path.to_path_buf()))?;
        let bytes = plugin.write(format, &records)?.bytes;
        let new = String::from_utf8(bytes).map_err(|_| SaveError::NotText(path.to_path_buf()))?;
        let after = read(plugin, format, &new);
        if after.len() != entries.len() || !entries.iter().zip(&after).all(|(one, two)| are_equal(one, two)) {
            return Err(SaveError::ChangesMeaning(path.to_path_buf()));
        }
        let bytes = encoding.encode(&new).ok_or_else(|| SaveError::Encoding(path.to_path_buf()))?;
        Ok((value, Some(bytes)))
    })
}

/// Whether two entries are the same puzzle with the same games.
fn are_equal(one: &Entry, two: &Entry) -> bool {
    let games = |entry: &Entry| {
        let games = entry.metadata.games.iter();
        games
            .map(|game| (game.title.clone(), game.steps.split_whitespace().collect()))
            .collect::<Vec<(_, String)>>()
    };
    one.puzzle.as_ref().is_ok_and(|puzzle| is_same(two, puzzle.as_ref())) && games(one) == games(two)
}
